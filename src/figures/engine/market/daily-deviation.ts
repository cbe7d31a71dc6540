import { DAY_MS } from "../../../base/time/periods.js";
import type { MarketEvent } from "../../../book/settled-event.js";
import { marketOf } from "./run-market.js";
import { changesOver, deviationOf } from "./timed-values.js";

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
