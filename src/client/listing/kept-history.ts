import * as z from "zod/mini";
import { isSettled } from "../../base/time/moment.js";
import { DAY_MS, MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import { fundingEvent } from "../resources/funding.js";
import type { FundingEvent } from "../resources/records.js";
import { keptSince } from "../resources/terms.js";
import { guardOf } from "../validate/guard.js";
import { problemOf } from "../validate/misfit.js";
import { type Item, pairWithSources } from "./items.js";
import { timeOf } from "./record-time.js";

type Events = readonly Item<FundingEvent>[];

/**
 * Separates the events that had settled when they were received from those that are listed before they
 * settle, of which it returns the times as sent.
 * @param receivedAt by the service's clock, milliseconds since the epoch
 */
export function settledAnswer(
  sent: Events,
  receivedAt: number,
): { readonly records: Events; readonly ahead: readonly string[] } {
  const isIn = ({ value }: Item<FundingEvent>) =>
    isSettled(timeOf(value) ?? Number.NaN, receivedAt);
  const ahead = sent.filter((item) => !isIn(item)).map(({ value }) => value.funding_time);
  return { records: ahead.length === 0 ? sent : sent.filter(isIn), ahead };
}

/** The events of one market as they were answered. Times are milliseconds since the epoch. */
export interface KeptHistory {
  /** As sent, in the order of the service; each matches the interface. */
  readonly records: Events;
  /** Start of the range in which all events are kept that the service had when it was asked. */
  readonly from: number;
  /** Time of the last answer, by the service's clock. */
  readonly receivedAt: number;
  /** Time of the last request, by the local clock. */
  readonly askedAt: number;
}

/** A range of time, milliseconds since the epoch: `start` inclusive, `end` exclusive. */
interface WantedRange {
  readonly start: number;
  readonly end?: number | undefined;
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

/** How far a request goes back before the last kept event, so that corrections are seen. */
const OVERLAP_MS = 3 * DAY_MS;

/** How long events are kept: 33 days, and the earlier start of a request. */
const KEPT_MS = 33 * DAY_MS + 10 * MINUTE_MS;

/**
 * Returns the time from which to ask for events; undefined when nothing needs to be asked. Settled events
 * rarely change, so nothing is asked within a minute of the last request or before the next settlement is
 * due.
 */
export function askFrom(
  kept: KeptHistory | undefined,
  { start, end = Number.POSITIVE_INFINITY }: WantedRange,
  { service, local }: Clocks,
): number | undefined {
  // The service sends its time in whole seconds, so that the next run may begin a little earlier.
  const whole = Math.floor(start / MINUTE_MS - 1) * MINUTE_MS;
  if (kept === undefined || kept.from > start) return whole;
  const wentBack = kept.askedAt > local || kept.receivedAt > service + MINUTE_MS;
  if (wentBack) return whole;
  if (local - kept.askedAt < MINUTE_MS) return undefined;
  const { newest, due } = settlementsOf(kept);
  if (newest < keptSince(service)) return whole; // the service may have dropped events since
  if (service < due || end <= due) return undefined;
  return newest - OVERLAP_MS;
}

/**
 * Returns the last settlement, and the next by the spacing of the last three; the last again if they are not
 * evenly spaced. A later event than the answer may settle at another rate, and is not counted.
 */
function settlementsOf({ records, receivedAt }: KeptHistory) {
  const minutes = records
    .map(({ value }) => timeOf(value) ?? Number.NaN)
    .filter((time) => time <= receivedAt)
    .map(minuteOf);
  const lastBefore = (limit: number) =>
    minutes.reduce((last, it) => (it < limit && it > last ? it : last), Number.NEGATIVE_INFINITY);
  const newest = lastBefore(Number.POSITIVE_INFINITY);
  const second = lastBefore(newest);
  const spacing = newest - second;
  return { newest, due: spacing === second - lastBefore(second) ? newest + spacing : newest };
}

/**
 * Reports whether none of the events that both an answer and a history have from a time on is the same: then
 * the history is of another service.
 */
export function contradicts(answer: Events, kept: KeptHistory, start: number): boolean {
  const sent = new Set(answer.map(({ source }) => source));
  const again = within(kept.records, { start, end: kept.receivedAt + 1 });
  return sent.size > 0 && again.length > 0 && !again.some(({ source }) => sent.has(source));
}

/**
 * Joins an answer to what is kept from before its start, unless events may be missing between them.
 * @param start from which on the answer has all events
 */
export function joinHistory(
  kept: KeptHistory | undefined,
  start: number,
  answer: Events,
  { service, local }: Clocks,
): KeptHistory {
  const isJoined = kept !== undefined && within(kept.records, { start }).length > 0;
  const first = isJoined ? Math.min(kept.from, start) : start;
  const from = Math.max(first, service - KEPT_MS);
  const earlier = isJoined ? within(kept.records, { start: from, end: start }) : [];
  const later = within(answer, { start: from });
  const records = isAscending(earlier.length > 1 ? earlier : later)
    ? [...earlier, ...later]
    : [...later, ...earlier];
  return { records, from, receivedAt: service, askedAt: local };
}

function isAscending(events: Events): boolean {
  const [first, last] = [events[0], events.at(-1)].map((item) => item && timeOf(item.value));
  return (first ?? 0) < (last ?? 0);
}

/** Reports whether a history can be kept: one with an event that cannot be read is asked for again. */
export function canBeKept({ records }: KeptHistory): boolean {
  return records.every(({ value }) => problemOf(value) === undefined);
}

/** Returns the events within a range, and those without a readable time. */
export function within(
  events: Events,
  { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY }: Partial<WantedRange>,
): Events {
  return events.filter(({ value }) => {
    const time = timeOf(value);
    return time === undefined || (time >= start && time < end);
  });
}

const VERSION = 4;

const header = z.object({
  version: z.literal(VERSION),
  key: z.string(),
  from: z.number(),
  asked_at: z.number(),
  received_at: z.number(),
});

/**
 * Formats a history as JSON, each event in the exact text that the service sent.
 * @param key address of the history, which identifies it
 */
export function printHistory(
  { from, askedAt, receivedAt, records }: KeptHistory,
  key: URL,
): string {
  const head = {
    version: VERSION,
    key: key.href,
    from,
    asked_at: askedAt,
    received_at: receivedAt,
  } satisfies z.infer<typeof header>;
  const events = records.map(({ source }) => source).join(",");
  return `${JSON.stringify(head).slice(0, -1)},"data":[${events}]}`;
}

/** Parses the output of {@link printHistory}; undefined for anything else. */
export function parseHistory(text: string, key: URL): KeptHistory | undefined {
  try {
    const value = JSON.parse(text) as { readonly data?: unknown };
    const { data } = value;
    const head = z.parse(header, value);
    if (head.key !== key.href || !Array.isArray(data) || !data.every(guardOf(fundingEvent))) {
      return undefined;
    }
    return {
      records: pairWithSources(data as FundingEvent[], { text, value }),
      from: head.from,
      askedAt: head.asked_at,
      receivedAt: head.received_at,
    };
  } catch {
    return undefined;
  }
}
