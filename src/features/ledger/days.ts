import { periodsOf, snapshotNear } from "../../analytics/portfolio/past-periods.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";

/** A recorded UTC day, or days that are joined. Times are milliseconds since the epoch. */
export interface LedgerDay {
  /** The day, of joined ones the last: `2026-05-23`. */
  readonly day: string;
  /** The same, of joined ones the first and the last: `2026-05-22 to 2026-05-23`. */
  readonly name: string;
  /** Snapshots at both ends. */
  readonly from: number;
  readonly to: number;
}

/** How long after midnight a snapshot may still count as that of midnight. */
const LATEST_MS = 2 * HOUR_MS;

/**
 * Returns the days whose ends no later snapshot can move, in order. Left out are a day that is not over, and
 * one whose midnight may still get a nearer snapshot.
 * @param times snapshots in order
 */
export function ledgerDays(times: readonly number[]): LedgerDay[] {
  const last = times.at(-1) ?? 0;
  return periodsOf(times, "day").flatMap(({ name, from, to }) => {
    const midnight = Math.round(to / DAY_MS) * DAY_MS;
    const isEnd = snapshotNear(times, midnight) === to;
    const isFinal = to >= midnight || last > midnight + LATEST_MS;
    return isEnd && isFinal ? [{ name, from, to, day: dayOf(midnight - DAY_MS) }] : [];
  });
}

/** Returns the UTC day of a time: `2026-05-23`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
