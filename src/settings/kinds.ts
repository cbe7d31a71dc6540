import type { ValueKind } from "../base/value-kind.js";
import { type AmountLimit, parseAmountLimit, parsePercentLimit } from "./limits.js";
import {
  parseDuration,
  parseOneOf,
  parseSwitch,
  parseUrl,
  parseUuid,
  parseWholeNumber,
} from "./values.js";

export const UUID: ValueKind<string> = {
  parse: parseUuid,
  allowed: "a uuid such as 7c9e6679-7425-40de-944b-e07fc1f90ae7",
};

export const ON_OFF: ValueKind<boolean> = {
  parse: parseSwitch,
  allowed: "on or off",
  choices: ["on", "off"],
};

/** A switch that a variable turns on with 1. */
export const SWITCH: ValueKind<boolean> = {
  parse: (text) => (text === "1" ? true : text === "0" ? false : ON_OFF.parse(text)),
  allowed: "1 or 0",
};

export const A_URL: ValueKind<string> = {
  parse: parseUrl,
  allowed: "a URL such as https://api.example.com",
};

/** A duration, as milliseconds. */
export const DURATION: ValueKind<number> = {
  parse: parseDuration,
  allowed: "a duration such as 500ms, 30s, 5m or 2h",
};

/** An amount of USD, or a part of a position's notional. */
export const AMOUNT: ValueKind<AmountLimit> = {
  parse: parseAmountLimit,
  allowed: "an amount of USD such as 12 or 12usd, or a part of the notional such as 0.5% or 1bp",
};

/** A percentage, as plain digits. */
export const PERCENT: ValueKind<string> = {
  parse: parsePercentLimit,
  allowed: "a percentage, 0 or more, such as 2 or 2.5% or 50bp",
};

/** Returns the kind of a value from a fixed set. */
export function oneOf<const T extends string>(values: readonly T[]): ValueKind<T> {
  return {
    parse: parseOneOf(values),
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
  return { parse: parseWholeNumber(min, max), allowed: `a whole number${range}` };
}
