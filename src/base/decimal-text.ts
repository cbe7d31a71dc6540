const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,9})?$/i;

/* More digits than a double has; a longer text is no amount and would only fill memory. */
export const MAX_DIGITS = 400;

/** Reports whether the whole text is a decimal number such as "-0.0001". */
export function isDecimalText(text: string): boolean {
  return DECIMAL.test(text);
}

/** Returns a number in plain digits: 1e-7 is "0.0000001", -0 is "0". */
export function plainNumber(value: number): string {
  const text = String(value);
  return text.includes("e") ? plainDigits(text) : text;
}

/** Writes out the exponent of a decimal number: 1.10e2 is "110"; leaves one that is too long. */
export function plainDigits(text: string): string {
  const [, sign = "", whole = "", part = "", exponent] =
    /^(-?)(\d*)\.?(\d*)e([+-]?\d{1,9})$/i.exec(text) ?? [];
  if (exponent === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = whole + part;
  if (Math.abs(point) > MAX_DIGITS) return text;
  const padded = digits.padEnd(point, "0");
  const before = point > 0 ? padded.slice(0, point) : "0";
  const after = point > 0 ? padded.slice(point) : "0".repeat(-point) + digits;
  return `${sign}${before.replace(/^0+(?=\d)/, "")}${after === "" ? "" : `.${after}`}`;
}

/** Whether the true value is at least or at most a figure of which a part is unknown. */
export const BOUNDS = ["at_least", "at_most"] as const;
export type Bound = (typeof BOUNDS)[number];
