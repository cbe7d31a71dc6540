import { ALL_CODES, type ReasonCode } from "../base/reason-codes.js";
import type { Parse } from "./values.js";

/** A limit: an amount of USD, or percent of the notional of the larger side. */
export interface AmountLimit {
  readonly unit: "usd" | "percent";
  /** As plain digits. */
  readonly amount: string;
}

const AMOUNT = /^(\d{1,12}(?:\.\d{1,9})?)(usd|%|bp)?$/i;

/** Parses a limit: `12`, `12usd`, `0.5%`, `1bp`. */
export const parseAmountLimit: Parse<AmountLimit> = (text) => {
  const [, digits, unit = "usd"] = AMOUNT.exec(text) ?? [];
  if (digits === undefined) return undefined;
  if (unit.toLowerCase() === "usd") return { unit: "usd", amount: digits };
  return { unit: "percent", amount: unit === "%" ? digits : hundredth(digits) };
};

/** Parses a percentage into plain digits: `2`, `2%`, `50bp`. */
export const parsePercentLimit: Parse<string> = (text) => {
  const [, digits, unit = "%"] = AMOUNT.exec(text) ?? [];
  if (digits === undefined || unit.toLowerCase() === "usd") return undefined;
  return unit === "%" ? digits : hundredth(digits);
};

/** Converts basis points to percent by shifting the decimal point. */
function hundredth(digits: string): string {
  const [whole = "", fraction = ""] = digits.split(".");
  const padded = whole.padStart(3, "0");
  return `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
}

/** A reason to leave out: of all positions, or of those with this name or beginning of an id. */
export interface Ignored {
  readonly code: ReasonCode;
  readonly position: string | undefined;
}

/** Parses `paying`, `paying:92bc28c3` or `paying:SUI.92bc`, several separated by commas. */
export const parseIgnored: Parse<readonly Ignored[]> = (text) => {
  const all: Ignored[] = [];
  for (const part of text === "" ? [] : text.split(",")) {
    const [, name, position] = /^([a-z_]+)(?::(.+))?$/.exec(part.trim()) ?? [];
    const code = ALL_CODES.find((it) => it === name);
    if (code === undefined) return undefined;
    all.push({ code, position });
  }
  return all;
};

/** Parses the same for a profile, which keeps no names: the position of a name can change. */
export const parseStoredIgnored: Parse<readonly Ignored[]> = (text) => {
  const all = parseIgnored(text);
  const isStored = ({ position = "0" }: Ignored) => /^[0-9a-f-]{1,36}$/.test(position);
  return all?.every(isStored) === true ? all : undefined;
};
