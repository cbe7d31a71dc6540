import { isSettled } from "../../base/time/moment.js";
import { DAY_MS, MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import type { FundingEvent } from "../resources/records.js";
import { keptSince } from "../resources/resolution.js";
import type { Item } from "./item-pages.js";
import { instantOf, timeOf } from "./record-time.js";

/** Settled events of one market, as they were answered. */
export interface SettledAnswer {
  /** As sent, in the order of the service; those without a readable time, too. */
  readonly records: readonly Item<FundingEvent>[];
  /** Times, as sent, of the events that were left out: they were listed before they settled. */
  readonly ahead: readonly string[];
  /** Time of the last answer by the service's clock, milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** Returns an answer without the events that had not settled. @param receivedAt by the service's clock */
export function settledAnswer(
  sent: readonly Item<FundingEvent>[],
  receivedAt: number,
): SettledAnswer {
  const isIn = ({ value }: Item<FundingEvent>) =>
    isSettled(timeOf(value) ?? Number.NaN, receivedAt);
  const records = sent.filter(isIn);
  if (records.length === sent.length) return { records: sent, ahead: [], receivedAt };
  const ahead = sent.filter((item) => !isIn(item)).map(({ value }) => value.funding_time);
  return { records, ahead, receivedAt };
}

/** Names the settled events of a market in messages. */
export function historyName(marketId: number): string {
  return `the funding history of market ${marketId}`;
}

/** Names an event in messages. @param time as sent */
export function eventName(marketId: number, time: string): string {
  return `the event of ${time} in ${historyName(marketId)}`;
}

/** Stored settled events of one market. Times are milliseconds since the epoch. */
export interface KeptHistory extends SettledAnswer {
  /** Start of the range in which all events are stored that the service had when it was asked. */
  readonly from: number;
  /** Time of the last request, by the local clock. */
  readonly askedAt: number;
  /** Time of the last request that included stored events, by the local clock. */
  readonly overlappedAt: number;
}

/** A range of time, milliseconds since the epoch: `start` inclusive, `end` exclusive. */
export interface WantedRange {
  readonly start: number;
  readonly end?: number;
}

/** The current time, milliseconds since the epoch. */
export interface Clocks {
  /** By the service's clock, which settlements follow. */
  readonly service: number;
  /** By the local clock, which limits the requests. */
  readonly local: number;
}

/** A store of histories. It may drop anything at any time, and never throws. */
export interface HistoryStore {
  /** Whether to fetch the whole range, whatever is stored. */
  readonly isBypassed: boolean;
  read(marketId: number): KeptHistory | undefined;
  /** Stores a history; undefined forgets what is stored. */
  write(marketId: number, history: KeptHistory | undefined): void;
}

/** The request to send, if any. */
export type Plan = { readonly kind: "kept"; readonly history: KeptHistory } | Ask;

/** A request. */
export type Ask =
  /** Events from a stored one on. */
  | { readonly kind: "newer"; readonly start: number; readonly overlaps: boolean }
  /** The whole range. */
  | { readonly kind: "whole"; readonly start: number };

const OVERLAP = 3 * DAY_MS;

/**
 * Decides what to request. Settled events rarely change, so nothing is requested within a minute of
 * the last request or before the next settlement is due; otherwise the events from the last stored
 * one on, and once a day those from 3 days before it, which includes corrections.
 */
export function planOf(
  kept: KeptHistory | undefined,
  { start, end = Number.POSITIVE_INFINITY }: WantedRange,
  { service, local }: Clocks,
): Plan {
  const whole = wholeOf(start);
  if (kept === undefined || kept.from > start) return whole;
  const wentBack = kept.askedAt > local || kept.receivedAt > service + MINUTE_MS;
  if (wentBack) return whole;
  if (local - kept.askedAt < MINUTE_MS) return { kind: "kept", history: kept };
  const times = timesOf(knownOf(kept));
  const newest = latestOf(times);
  // Events that the service has dropped since would leave a gap.
  if (newest === undefined || newest < keptSince(service)) return whole;
  const due = nextDue(times) ?? newest;
  if (service < due || end <= due) return { kind: "kept", history: kept };
  const overlaps = local - kept.overlappedAt >= DAY_MS;
  return { kind: "newer", start: overlaps ? newest - OVERLAP : newest, overlaps };
}

/**
 * Returns a request for the whole range, which begins at least a minute earlier: the range of the next
 * run may begin a little earlier, since the service sends its time in whole seconds.
 */
export function wholeOf(start: number): Ask {
  return { kind: "whole", start: Math.floor(start / MINUTE_MS - 1) * MINUTE_MS };
}

/**
 * Returns the time of the next settlement, from the last event and the spacing of the last three.
 * Undefined if they are not evenly spaced.
 */
function nextDue(times: readonly number[]): number | undefined {
  const [last, before, first] = latestMinutes(times, 3);
  if (last === undefined || before === undefined || first === undefined) return undefined;
  const spacing = last - before;
  return spacing === before - first ? last + spacing : undefined;
}

/** Returns the last minutes of times, the latest first. */
function latestMinutes(times: readonly number[], most: number): readonly number[] {
  const latest: number[] = [];
  for (const time of times) {
    const minute = minuteOf(time);
    const at = latest.findIndex((it) => it <= minute);
    if (latest[at] === minute || (at < 0 && latest.length === most)) continue;
    latest.splice(at < 0 ? latest.length : at, 0, minute);
    if (latest.length > most) latest.pop();
  }
  return latest;
}

/** Returns what an answer has within a range, and its events without a readable time. */
export function within(
  { records, ahead, receivedAt }: SettledAnswer,
  { start, end = Number.POSITIVE_INFINITY }: WantedRange,
): SettledAnswer {
  const isIn = (time: number) => !(time < start || time >= end);
  return {
    records: records.filter(({ value }) => isIn(timeOf(value) ?? Number.NaN)),
    ahead: ahead.filter((time) => isIn(instantOf(time))),
    receivedAt,
  };
}

/** Returns the events that were past when they were received; a later one may settle at another rate. */
export function knownOf({ records, receivedAt }: SettledAnswer): readonly Item<FundingEvent>[] {
  return records.filter(({ value }) => (timeOf(value) ?? receivedAt) <= receivedAt);
}

/** Returns the time of the last event, ms since the epoch; undefined without events. */
export function newestOf(records: readonly Item<FundingEvent>[]): number | undefined {
  return latestOf(timesOf(records));
}

/** Reports whether all records have a time: others may be of any range, so that no range is known. */
export function areDated(records: readonly Item<FundingEvent>[]): boolean {
  return records.every(({ value }) => timeOf(value) !== undefined);
}

function timesOf(records: readonly Item<FundingEvent>[]): readonly number[] {
  return records.map(({ value }) => timeOf(value)).filter((time) => time !== undefined);
}

function latestOf(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}

/** Returns the minute of a settlement, milliseconds since the epoch; NaN without a valid time. */
export function minuteOfPoint(point: FundingEvent): number {
  return minuteOf(timeOf(point) ?? Number.NaN);
}
