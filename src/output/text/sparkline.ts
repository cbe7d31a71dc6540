import type { FormatContext } from "./format.js";

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

/**
 * Returns one bar for each value, from the least (lowest) to the greatest; zero has a place of its own
 * only where the values have. A value that is unknown is a space. Empty without two known values, and
 * where characters beyond ASCII may not be used.
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
