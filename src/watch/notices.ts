import { isoTime } from "../base/time/moment.js";
import { VERSION } from "../base/version.js";
import type { Round, RoundFailure } from "./round.js";
import type { Watch } from "./watch.js";

/** An event of a watch, by the names of its line. Absent fields are left out. */
export interface WatchEvent {
  readonly event: "started" | "error" | "recovered" | "alert" | "resolved";
  readonly [field: string]: unknown;
}

/** Returns the first event: what is watched. */
export function startedEvent(watch: Watch, round: Round): WatchEvent {
  const { name, portfolio, filters, intervalMs } = watch;
  return {
    event: "started",
    version: VERSION,
    profile: name === "" ? undefined : name,
    portfolio,
    filters: Object.keys(filters).length === 0 ? undefined : filters,
    interval_seconds: intervalMs / 1000,
    positions: round.items.length,
  };
}

/** Rounds that have failed in a row. */
export interface Outage {
  readonly failures: number;
  /** When the first of them failed, milliseconds since the epoch. */
  readonly since: number;
}

/** @param waitMs time until the next round; undefined when the watch ends */
export function errorEvent(
  { error }: RoundFailure,
  { failures }: Outage,
  now: number,
  waitMs: number | undefined,
): WatchEvent {
  const next = waitMs === undefined ? undefined : isoTime(now + waitMs);
  return { event: "error", error, failures, next_at: next };
}

export function recoveredEvent({ failures, since }: Outage): WatchEvent {
  return { event: "recovered", failures, failed_at: isoTime(since) };
}
