import { DAY_MS, MINUTE_MS } from "../../base/periods.js";
import type { FundingPoint } from "../resources/records.js";
import type { Item } from "./pages.js";
import { timeOf } from "./record-time.js";

/** Settled events of one market that were fetched before. Times are milliseconds since the epoch. */
export interface KeptHistory {
  /** From when on all events are here that the service had when it was asked. */
  readonly from: number;
  /** When the service was last asked, by the clock of this computer. */
  readonly askedAt: number;
  /** When it was last asked for events that were known already, by the same clock. */
  readonly overlappedAt: number;
  /** As sent, in the order sent. */
  readonly records: readonly Item<FundingPoint>[];
}

/** A stretch of time, milliseconds since the epoch: `start` inclusive, `end` exclusive. */
export interface WantedRange {
  readonly start: number;
  readonly end?: number;
}

/** What time it is, milliseconds since the epoch. */
export interface Clocks {
  /** Of the service, by which events settle. */
  readonly service: number;
  /** Of this computer, by which its requests are counted. */
  readonly local: number;
}

/** A store of histories. It may forget anything at any time, and it never throws. */
export interface HistoryStore {
  /** Whether the service is to be asked for all that is wanted, whatever is kept. */
  readonly isBypassed: boolean;
  read(marketId: number): KeptHistory | undefined;
  write(marketId: number, history: KeptHistory): void;
}

/** What to ask the service for. */
export type Plan = { readonly kind: "kept"; readonly history: KeptHistory } | Ask;

/** A request, and what it covers. */
export type Ask =
  /** What has settled from a known event on. */
  | { readonly kind: "newer"; readonly start: number; readonly overlaps: boolean }
  /** The whole range that is wanted. */
  | { readonly kind: "whole"; readonly start: number };

const OVERLAP = 3 * DAY_MS;
/** How long the service keeps settled events. Source: interface, Limits. */
const RETENTION = 30 * DAY_MS;

/**
 * Decides what to ask for. Settled events do not change by themselves, so that nothing is asked
 * within a minute of the last time, nor before the next settlement is due; then from the last event
 * on, and once a day from 3 days before it, to see corrections.
 */
export function planOf(
  kept: KeptHistory | undefined,
  { start, end = Number.POSITIVE_INFINITY }: WantedRange,
  { service, local }: Clocks,
): Plan {
  const whole = wholeOf(start);
  if (kept === undefined || kept.from > start || kept.askedAt > local) return whole;
  if (local - kept.askedAt < MINUTE_MS) return { kind: "kept", history: kept };
  const newest = newestOf(kept.records);
  // What the service has forgotten since would be a hole.
  if (newest === undefined || newest < service - RETENTION) return whole;
  const due = nextDue(kept.records, service) ?? newest;
  const isKnown = service < due && newest <= service + MINUTE_MS;
  if (isKnown || end <= due) return { kind: "kept", history: kept };
  const overlaps = local - kept.overlappedAt >= DAY_MS;
  return { kind: "newer", start: overlaps ? newest - OVERLAP : newest, overlaps };
}

/**
 * A request for all that is wanted. It begins at least a minute earlier: the next look may be at a
 * range that begins a little earlier, since a service tells its time in whole seconds.
 */
export function wholeOf(start: number): Ask {
  return { kind: "whole", start: Math.floor(start / MINUTE_MS - 1) * MINUTE_MS };
}

/**
 * Returns when the market settles next: its last event and the spacing of the last three. Undefined
 * where these are not evenly spaced, and where the last is yet to come: then nobody knows.
 */
export function nextDue(records: readonly Item<FundingPoint>[], now: number): number | undefined {
  const minutes = new Set(records.map(({ value }) => minuteOf(value)));
  const [last, before, first] = [...minutes].sort((a, b) => b - a);
  if (last === undefined || before === undefined || first === undefined) return undefined;
  const spacing = last - before;
  return spacing === before - first && last <= now + MINUTE_MS ? last + spacing : undefined;
}

/** Returns the records within a range. */
export function recordsWithin(
  records: readonly Item<FundingPoint>[],
  { start, end = Number.POSITIVE_INFINITY }: WantedRange,
): Item<FundingPoint>[] {
  return records.filter(({ value }) => {
    const time = timeOf(value);
    return time === undefined || (time >= start && time < end);
  });
}

/** When the last event settled, ms since the epoch; undefined where there is none. */
export function newestOf(records: readonly Item<FundingPoint>[]): number | undefined {
  let newest: number | undefined;
  for (const { value } of records) {
    const time = timeOf(value);
    if (time !== undefined && (newest === undefined || time > newest)) newest = time;
  }
  return newest;
}

/** A market that settles some milliseconds late still settles on the minute. */
export function minuteOf(point: FundingPoint): number {
  return Math.round((timeOf(point) ?? Number.NaN) / MINUTE_MS) * MINUTE_MS;
}
