import { Big } from "big.js";

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/* Beyond what a double can hold there is no amount, only a text that would fill the screen. */
const MAX_DIGITS = 400;

/** Whether the whole text is a decimal number such as "-0.0001". */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/** A finite number or a decimal text as an exact decimal; undefined for anything else. */
export function toDecimal(value: unknown): Big | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? new Big(value) : undefined;
  if (typeof value !== "string" || value.length > MAX_DIGITS || !DECIMAL.test(value)) return;
  const decimal = new Big(value.startsWith("+") ? value.slice(1) : value);
  return Math.abs(decimal.e) <= MAX_DIGITS ? decimal : undefined;
}

/** A number in plain digits: 1e-7 is "0.0000001", -0 is "0". */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? new Big(value).toFixed() : text;
}
