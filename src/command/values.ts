import { UsageError } from "../base/usage-error.js";
import { parseUuid, parseWholeNumber } from "../settings/values.js";
import { offering } from "./offers.js";

/** Readers of option values, for commander's argParser: each names the option, the value and what is allowed. */

export function wholeNumber(option: string, min: number, max: number): (text: string) => number {
  const allowed =
    max === Number.MAX_SAFE_INTEGER
      ? `a whole number, ${min} or more`
      : `a whole number from ${min} to ${max}`;
  const parse = parseWholeNumber(min, max);
  return (text) => parse(text) ?? refuse(option, text, allowed);
}

export function uuid(option: string): (text: string) => string {
  return (text) => parseUuid(text) ?? refuse(option, text, "a uuid");
}

/** A value of a fixed set; repeatable and comma-separated, each kept once. */
export function listOf<T extends string>(
  option: string,
  values: readonly T[],
): (text: string, previous: readonly T[] | undefined) => readonly T[] {
  return offering({ choices: values, list: true, repeatable: true }, (text, previous = []) => {
    const chosen = text.split(",").map((part) => {
      const value = values.find((it) => it === part.trim());
      return value ?? refuse(option, part, `one of ${values.join(", ")}`);
    });
    return [...new Set([...previous, ...chosen])];
  });
}

/** One value of a fixed set. */
export function choice<T extends string>(
  option: string,
  values: readonly T[],
): (text: string) => T {
  return offering(
    { choices: values },
    (text) =>
      values.find((it) => it === text) ?? refuse(option, text, `one of ${values.join(", ")}`),
  );
}

/** Market ids, each kept once. Source: interface, funding history (integer, minimum 1). */
export function marketIds(text: string, previous: unknown): readonly number[] {
  const id = marketId(text);
  const ids = Array.isArray(previous) ? (previous as number[]) : [];
  return ids.includes(id) ? ids : [...ids, id];
}

export function marketId(text: string): number {
  const id = parseWholeNumber(1, Number.MAX_SAFE_INTEGER)(text);
  if (id !== undefined) return id;
  throw new UsageError(
    `market id: "${text}" is not a whole number, 1 or more`,
    "`carry funding markets` lists the markets with their ids",
  );
}

/** Free text; repeatable and comma-separated. */
export function textList(
  option: string,
): (text: string, previous: readonly string[] | undefined) => readonly string[] {
  return offering({ list: true, repeatable: true }, (text, previous = []) => {
    const parts = text.split(",").map((part) => part.trim());
    if (parts.includes("")) refuse(option, text, "a name, or names separated by commas");
    return [...new Set([...previous, ...parts])];
  });
}

export function text(option: string): (value: string) => string {
  return (value) => (value === "" ? refuse(option, value, "a value") : value);
}

function refuse(option: string, value: string, allowed: string): never {
  throw new UsageError(`${option}: "${value}" is not ${allowed}`);
}
