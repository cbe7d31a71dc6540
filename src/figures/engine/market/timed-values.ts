import { MINUTE_MS } from "../../../base/time/periods.js";

/** A value at a time, milliseconds since the epoch. */
export interface TimedValue {
  readonly time: number;
  readonly value: number;
}

/**
 * Returns value(t) - value(t - span) of each instant that has another a span before, within a minute.
 * @param series in chronological order
 * @param span milliseconds
 */
export function changesOver(series: readonly TimedValue[], span: number): number[] {
  let at = 0;
  return series.flatMap(({ time, value }) => {
    while ((series[at]?.time ?? time) < time - span - MINUTE_MS) at++;
    const before = series[at];
    const isThere = before !== undefined && before.time <= time - span + MINUTE_MS;
    return isThere ? [value - before.value] : [];
  });
}

/** Returns the mean of values. @param values at least one */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, it) => sum + it, 0) / values.length;
}

/** Returns the standard deviation of a sample; undefined of fewer than two values. */
export function deviationOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const mean = meanOf(values);
  const squares = values.reduce((sum, it) => sum + (it - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
