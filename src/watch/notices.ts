import { isoTime } from "../base/time/iso-time.js";
import { VERSION } from "../base/version.js";
import type { Round, RoundFailure } from "./round.js";
import type { Watch } from "./watch.js";

/** An event of the watch itself, by the names of its line. Absent fields are left out. */
export interface NoticeEvent {
  readonly event: "started" | "error" | "recovered" | "heartbeat" | "alert" | "resolved";
  readonly [field: string]: unknown;
}

/** Returns the first event: what is watched, and what it is compared with. */
export function startedEvent(watch: Watch, round: Round): NoticeEvent {
  const { watched, alerts, memory } = watch;
  const { filters } = watched;
  const since = memory?.ended?.round.at;
  return {
    event: "started",
    version: VERSION,
    profile: watch.name === "" ? undefined : watch.name,
    portfolio: watched.portfolio,
    filters: Object.keys(filters).length === 0 ? undefined : filters,
    performance: watched.performance,
    interval_seconds: watch.intervalMs / 1000,
    heartbeat_seconds: watch.heartbeatMs === undefined ? undefined : watch.heartbeatMs / 1000,
    expression: alerts?.expression,
    positions: round.items.length,
    since: since === undefined ? undefined : isoTime(since),
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
): NoticeEvent {
  const next = waitMs === undefined ? undefined : isoTime(now + waitMs);
  return { event: "error", error, failures, next_at: next };
}

export function recoveredEvent({ failures, since }: Outage): NoticeEvent {
  return { event: "recovered", failures, failed_at: isoTime(since) };
}

/** @param round the last one that succeeded */
export function heartbeatEvent(round: Round, outage: Outage | undefined): NoticeEvent {
  return {
    event: "heartbeat",
    positions: round.items.length,
    round_at: isoTime(round.at),
    failures: outage?.failures ?? 0,
  };
}
