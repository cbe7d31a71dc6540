import { Big } from "big.js";
import { Digits, endOfString } from "../../base/json-text.js";
import type { Sourced } from "../formats/format.js";

/*
 * JSON is reformatted as text, never parsed and serialised: that would change 1.10 to 1.1 and
 * 9007199254740993 to 9007199254740992, and drop duplicate keys.
 */

const SPACE = /[ \t\n\r]/;

/** Removes the white space between the tokens of JSON; strings and numbers stay exactly as sent. */
export function compactJson(source: string): string {
  return SPACE.test(source) ? laidOut(source, () => "", ":") : source;
}

/**
 * Formats JSON like `JSON.stringify(value, null, indent)`; strings and numbers stay exactly as sent.
 * @param depth levels by which every line except the first is indented further
 */
export function indentJson(source: string, indent = 2, depth = 0): string {
  return laidOut(source, (level) => `\n${" ".repeat(indent * (level + depth))}`, ": ");
}

/** Formats JSON. @param newLine returns what begins a line, by its level */
function laidOut(source: string, newLine: (level: number) => string, colon: string): string {
  let text = "";
  let level = 0;
  let at = skipSpace(source, 0);
  while (at < source.length) {
    const token = source.charAt(at);
    let next = skipSpace(source, at + 1);
    if (token === "{" || token === "[") {
      const closing = source.charAt(next);
      if (closing === "}" || closing === "]") {
        text += token + closing;
        next = skipSpace(source, next + 1);
      } else {
        text += token + newLine(++level);
      }
    } else if (token === "}" || token === "]") {
      text += newLine(--level) + token;
    } else if (token === ",") {
      text += token + newLine(level);
    } else if (token === ":") {
      text += colon;
    } else {
      const end = token === '"' ? endOfString(source, at) : endOfScalar(source, at);
      text += source.slice(at, end);
      next = skipSpace(source, end);
    }
    at = next;
  }
  return text;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && isSpace(source.charCodeAt(at))) at++;
  return at;
}

/** Returns the index after the number or word that starts at `start`. */
function endOfScalar(source: string, start: number): number {
  let at = start + 1;
  while (
    at < source.length &&
    !isSpace(source.charCodeAt(at)) &&
    !'{}[],:"'.includes(source.charAt(at))
  )
    at++;
  return at;
}

/**
 * Returns the JSON text of plain data, with decimals and {@link Digits} as numbers with all their
 * digits. Undefined members are left out.
 */
export function exactJson(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (value instanceof Big) return value.eq(0) ? "0" : value.toFixed();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${exactJson(member)}`);
  return `{${members.join(",")}}`;
}

/** Returns data for printing: the text with every digit, and the parsed value for queries. */
export function sourced(data: object): Sourced<unknown> {
  const source = exactJson(data);
  return { value: JSON.parse(source) as unknown, source };
}
