import { DAY_MS, MINUTE_MS } from "../../../base/time/periods.js";
import type { MarketEvent } from "../../credible/settled-event.js";
import { marketOf } from "./periods.js";

/** A value at a time, milliseconds since the epoch. */
export interface TimedValue {
  readonly time: number;
  readonly value: number;
}

const WINDOW_MS = 30 * DAY_MS;
const LEAST_CHANGES = 20;
/** Changes that differ by less are equal but for the rounding of logarithms. */
const NOTHING = 1e-12;

const known = new WeakMap<readonly MarketEvent[], { now: number; sd: number | undefined }>();

/**
 * Returns the standard deviation of the logarithmic changes of a market's mark price within a day, over the
 * 30 days until now; undefined for fewer than 20 changes, or if all are equal.
 */
export function dailyDeviation(
  points: readonly MarketEvent[] | undefined,
  now: number,
): number | undefined {
  if (points === undefined) return undefined;
  const before = known.get(points);
  if (before?.now === now) return before.sd;
  const sd = deviationUntil(points, now);
  known.set(points, { now, sd });
  return sd;
}

function deviationUntil(points: readonly MarketEvent[], now: number): number | undefined {
  const events = marketOf(points)?.events ?? [];
  const series = events.flatMap(({ time, mark }) =>
    mark == null || time > now || time <= now - WINDOW_MS
      ? []
      : [{ time, value: Math.log(Number(mark)) }],
  );
  const changes = changesOver(series, DAY_MS);
  if (changes.length < LEAST_CHANGES) return undefined;
  if (Math.max(...changes) - Math.min(...changes) < NOTHING) return undefined;
  return deviationOf(changes);
}

/**
 * Returns value(t) - value(t - span) of each instant that has another a span before, within a minute.
 * @param series in chronological order
 * @param span milliseconds
 */
function changesOver(series: readonly TimedValue[], span: number): number[] {
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
