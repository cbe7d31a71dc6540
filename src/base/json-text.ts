import { isDecimalText, plainDigits, plainNumber } from "./decimal-text.js";

/** A number of JSON text that a double does not keep, such as 1.10 or 12345678901234567890. */
export class Digits {
  /** @param text the number in plain digits, as sent apart from an exponent */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/* Numbers that may be odd: a trailing zero, more digits than a double has, an exponent. Text inside
   strings may match too. */
const CANDIDATES = /[:[,]\s*(-0|-?(?:\d+\.\d*0|[\d.]{16,}|[\d.]+[eE][-+]?\d+))(?=\s*[,}\]])/g;

/** Reports whether parsing keeps the digits of every number in JSON text; false when in doubt. */
export function keepsDigits(json: string): boolean {
  for (const [, token = ""] of json.matchAll(CANDIDATES)) {
    if (oddDigits(token) !== undefined) return false;
  }
  return true;
}

/** Matches strings and numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Marks numbers in the text that is parsed. */
const MARK = "\u0000digits";

/**
 * Parses JSON text, with {@link Digits} in place of the numbers that a double does not keep.
 * @param json text that `JSON.parse` has accepted
 */
export function parseExactly(json: string): unknown {
  const marked = json.replace(TOKENS, (token) => {
    const digits = oddDigits(token);
    return digits === undefined ? token : JSON.stringify({ [MARK]: digits });
  });
  return JSON.parse(marked, (_key, value: unknown) => {
    if (typeof value !== "object" || value === null || !(MARK in value)) return value;
    const text = String(value[MARK]);
    return isDecimalText(text) ? new Digits(text) : value; // a field could have that name, too
  });
}

/**
 * Returns the digits of the numbers in JSON text that a double does not keep, by that double. Two
 * numbers that are one double but differ in digits are left out.
 */
export function digitsByDouble(json: string): Map<number, string> {
  const found = new Map<number, string>();
  const others: number[] = [];
  for (const [token] of json.matchAll(TOKENS)) {
    if (token.startsWith('"')) continue;
    const double = Number(token);
    const digits = oddDigits(token);
    if (digits === undefined || (found.get(double) ?? digits) !== digits) others.push(double);
    else found.set(double, digits);
  }
  for (const double of others) found.delete(double);
  return found;
}

/** Returns the plain digits of a number token that a double does not keep. */
function oddDigits(token: string): string | undefined {
  if (token.startsWith('"')) return undefined;
  const plain = plainDigits(token);
  return plain === plainNumber(Number(token)) ? undefined : plain;
}

/* Scans JSON text without parsing it. */

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the index after the string whose opening quote is at `start`; the text's length if it has no end. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (quote - before) % 2 === 0;
}

/** Does the same in bytes of UTF-8, which need not be valid JSON; past the last byte if it has no end. */
export function endOfStringBytes(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
