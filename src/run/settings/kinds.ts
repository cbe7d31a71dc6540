import { DAY_MS, readDuration, UNIT_MS } from "../../base/time/periods.js";
import type { ValueKind } from "../../base/value-kind.js";

/** A setting: its description, the places where it can be set, and its values. */
export interface SettingRow<T> extends ValueKind<T> {
  /** Description for help, without the values. */
  readonly help: string;
  /** Name of the value, such as `url` in `--base-url <url>`; empty for a flag, absent if not an option. */
  readonly value?: string;
  /** Environment variable. */
  readonly env?: string;
  /** Default. */
  readonly fallback?: string;
  /** The option may be repeated, its values joined with commas. */
  readonly many?: true;
  /** Returns a value without its secrets, for messages; absent for a value without secrets. */
  readonly hideSecret?: (text: string) => string;
}

/** Returns the definition of a setting with its type. */
export const row = <const R extends SettingRow<unknown>>(definition: R): R => definition;

const UUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const UUID: ValueKind<string> = {
  parse: (text) => (UUID_FORM.test(text) ? text.toLowerCase() : undefined),
  allowed: "a uuid such as 7c9e6679-7425-40de-944b-e07fc1f90ae7",
};

export const ON_OFF: ValueKind<boolean> = {
  parse: (text) =>
    text === "on" || text === "true"
      ? true
      : text === "off" || text === "false"
        ? false
        : undefined,
  allowed: "on or off",
  choices: ["on", "off"],
};

/** A switch that a variable may also turn on with 1 and off with 0. */
export const SWITCH: ValueKind<boolean> = {
  parse: (text) => (text === "1" ? true : text === "0" ? false : ON_OFF.parse(text)),
  allowed: "1 or 0",
};

/** A base URL; the client refuses other invalid parts with the reason. */
export const A_URL: ValueKind<string> = {
  parse: (text) => (/^https?:\/\/\P{Cc}+$/iu.test(text) && URL.canParse(text) ? text : undefined),
  allowed: "a URL such as https://api.example.com",
};

/** A duration from 1 ms to a day, plain seconds without a unit, as milliseconds. */
export const DURATION: ValueKind<number> = {
  parse(text) {
    const read = readDuration(text, ["ms", "s", "m", "h"]);
    if (read === undefined) return undefined;
    const ms = Math.round(read.amount * UNIT_MS[read.unit ?? "s"]);
    return ms >= 1 && ms <= DAY_MS ? ms : undefined;
  },
  allowed: "a duration such as 500ms, 30s, 5m or 2h",
};

/** A limit: an amount of USD, or percent of the notional of the larger side. */
export interface AmountLimit {
  readonly unit: "usd" | "percent";
  /** As plain digits. */
  readonly amount: string;
}

const AMOUNT_FORM = /^(\d{1,12}(?:\.\d{1,9})?)(usd|%|bp)?$/i;

/** An amount of USD, or a part of a position's notional. */
export const AMOUNT: ValueKind<AmountLimit> = {
  parse(text) {
    const [, digits, unit = "usd"] = AMOUNT_FORM.exec(text) ?? [];
    if (digits === undefined) return undefined;
    if (unit.toLowerCase() === "usd") return { unit: "usd", amount: digits };
    return { unit: "percent", amount: unit === "%" ? digits : hundredth(digits) };
  },
  allowed: "an amount of USD such as 12 or 12usd, or a part of the notional such as 0.5% or 1bp",
};

/** A percentage, as plain digits. */
export const PERCENT: ValueKind<string> = {
  parse(text) {
    const limit = AMOUNT.parse(/^[\d.]+$/.test(text) ? `${text}%` : text);
    return limit?.unit === "percent" ? limit.amount : undefined;
  },
  allowed: "a percentage, 0 or more, such as 2 or 2.5% or 50bp",
};

/** A price move: a percentage, or standard deviations of a day's change. */
export const MOVE: ValueKind<{ readonly unit: "percent" | "sd"; readonly amount: string }> = {
  parse(text) {
    const [, inSd] = /^(\d{1,12}(?:\.\d{1,9})?)sd$/i.exec(text) ?? [];
    if (inSd !== undefined) return { unit: "sd", amount: inSd };
    const amount = PERCENT.parse(text);
    return amount === undefined ? undefined : { unit: "percent", amount };
  },
  allowed: "daily standard deviations such as 3sd, or a percentage such as 10 or 2.5% or 50bp",
};

/** A share of a notional, such as a fee. */
export interface Share {
  /** As plain digits. */
  readonly amount: string;
  readonly unit: "%" | "bps";
}

/** A share of a notional with its unit, since a bare number could be either. */
export const SHARE: ValueKind<Share> = {
  parse(text) {
    const [, amount, unit] = /^(\d{1,4}(?:\.\d{1,9})?)(bps?|%)$/.exec(text) ?? [];
    if (amount === undefined) return undefined;
    const share: Share = { amount, unit: unit === "%" ? "%" : "bps" };
    return Number(amount) < (share.unit === "%" ? 100 : 10_000) ? share : undefined;
  },
  allowed: "a share of the notional with its unit, such as 5bps or 0.05%",
};

/** Fees of a fill by the name of an exchange in lower case; `default` is that of any other. */
export type Fees = ReadonlyMap<string, Share>;

export const FEES: ValueKind<Fees> = {
  parse(text) {
    const fees = new Map<string, Share>();
    for (const part of text.split(",")) {
      const [, name = "", typed = ""] = /^([^\s=]+)=(.+)$/.exec(part.trim()) ?? [];
      const [exchange, share] = [name.toLowerCase(), SHARE.parse(typed)];
      if (share === undefined || fees.has(exchange)) return undefined;
      fees.set(exchange, share);
    }
    return fees;
  },
  allowed: "fees by exchange, each once, such as bybit=5.5bps,okx=0.05%,default=5bps",
};

/** Converts basis points to percent by shifting the decimal point. */
function hundredth(digits: string): string {
  const [whole = "", fraction = ""] = digits.split(".");
  const padded = whole.padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}

/** Returns the kind of a value from a fixed set. */
export function oneOf<const T extends string>(values: readonly T[]): ValueKind<T> {
  return {
    parse: (text) => values.find((value) => value === text),
    allowed: `one of ${values.join(", ")}`,
    choices: values,
  };
}

/** Returns the kind of values from a fixed set, separated by commas. */
export function listOf<const T extends string>(values: readonly T[]): ValueKind<readonly T[]> {
  const { parse } = oneOf(values);
  return {
    ...oneOf(values),
    parse(text) {
      const parts = text.split(",").map((part) => parse(part.trim()));
      return parts.every((part) => part !== undefined) ? parts : undefined;
    },
  };
}

/** Returns the kind of a whole number; without `max` up to the largest safe integer. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): ValueKind<number> {
  const range = max === Number.MAX_SAFE_INTEGER ? `, ${min} or more` : ` from ${min} to ${max}`;
  return {
    parse(text) {
      const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    allowed: `a whole number${range}`,
  };
}

/** Stands for every portfolio of the profile. */
export const ALL_PORTFOLIOS = "all";

/** Form of the name of a portfolio in a profile. */
export const PORTFOLIO_NAME = /^(?!all$)[a-z][a-z0-9_-]{0,31}$/;

/** Names and ids of portfolios, separated by commas, or `all`. */
export const PORTFOLIO_NAMES: ValueKind<readonly string[]> = {
  parse(text) {
    const parts = text.split(",").map((part) => {
      const name = part.trim();
      return name === ALL_PORTFOLIOS || PORTFOLIO_NAME.test(name) ? name : UUID.parse(name);
    });
    return parts.every((it) => it !== undefined) ? parts : undefined;
  },
  allowed: `${UUID.allowed}, a name of portfolios.<name>, several with commas, or all`,
  suggest: "portfolio",
  commas: true,
};

/**
 * Splits a command line into words without a shell: words are separated by spaces or tabs, `'…'` and
 * `"…"` keep them, and a backslash outside of `'…'` escapes a quote, a space or a backslash, nothing else
 * (so `C:\tools\pass.exe` is kept). Nothing is expanded.
 * @returns undefined when there is no word, a quote is not closed, or there are control characters
 */
export function splitCommandLine(text: string): readonly string[] | undefined {
  if (/[^\P{Cc}\t]/u.test(text)) return undefined;
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === "\\" && quote !== "'" && next !== "" && "\\\"' ".includes(next)) {
      word = (word ?? "") + next;
      at++;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== "") return undefined;
  if (word !== undefined) words.push(word);
  return words[0] === undefined || words[0] === "" ? undefined : words;
}

/** Parses a value of a setting; undefined when it is invalid. */
export type Parse<T> = (text: string) => T | undefined;

/** Parses the place of a directory or a bucket. */
export const parsePlace: Parse<string> = (text) => (/^\P{Cc}+$/u.test(text) ? text : undefined);

/** Parses the prefix of paths below a base URL, such as `/v1`; a slash at its end is left out. */
export const parsePathPrefix: Parse<string> = (text) =>
  /^(\/(?!\.{1,2}(\/|$))[\w.~-]+){1,8}\/?$/.test(text) ? text.replace(/\/$/, "") : undefined;

/** Returns a URL with its credentials replaced. */
export function hideCredentials(url: string): string {
  return url.replace(/^([^:/?#]+:\/\/)?.*@/s, "$1****@");
}

/** Parses two names of query parameters, such as `from,to`: the start and the end of a range. */
export const parseRangeParams: Parse<readonly [start: string, end: string]> = (text) => {
  const match = /^([\w.-]{1,64}),([\w.-]{1,64})$/.exec(text);
  const [start, end] = [match?.[1], match?.[2]];
  return start === undefined || end === undefined || start === end ? undefined : [start, end];
};
