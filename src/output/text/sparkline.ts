import type { FormatContext } from "./format.js";

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * Returns one bar for each value, on a scale from the least to the greatest, which need not contain zero.
 * An unknown value is a space. Empty for fewer than two known values, and without Unicode.
 */
export function sparkline(
  values: readonly (number | null)[],
  { unicode }: Pick<FormatContext, "unicode">,
): string {
  const known = values.filter((it) => it !== null);
  if (!unicode || known.length < 2) return "";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = (most - least) / (BARS.length - 1);
  const bar = (value: number) => BARS[step === 0 ? 3 : Math.round((value - least) / step)] ?? "";
  return values.map((value) => (value === null ? " " : bar(value))).join("");
}
