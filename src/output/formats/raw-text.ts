import { plainNumber } from "../../base/decimal-text.js";
import { Digits } from "../../base/json-digits.js";
import { Several } from "../text/several.js";
import { exactJson } from "./exact-json.js";

/** Returns a value for programs: plain digits, the text itself, JSON for objects, "" for null. */
export function rawText(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number") return plainNumber(value);
  if (value instanceof Several || value instanceof Digits) return value.toString();
  if (typeof value === "object") return exactJson(value);
  return String(value);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

/** Escapes tabs, line breaks and backslashes as `\t`, `\n`, `\r`, `\\`, to fit a text into a cell. */
export function inOneCell(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
    : text;
}
