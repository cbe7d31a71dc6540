import type { Item } from "./pages.js";
import { timeOf } from "./record-time.js";
import type { FundingPoint } from "./records.js";

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

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How far back events are kept: 33 days, and what a range may begin earlier by {@link wholeOf}. */
const KEPT = 33 * DAY + 10 * MINUTE;
const OVERLAP = 3 * DAY;
/** How long the service keeps settled events. Source: interface, Limits. */
const RETENTION = 30 * DAY;

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
  if (local - kept.askedAt < MINUTE) return { kind: "kept", history: kept };
  const newest = newestOf(kept.records);
  // What the service has forgotten since would be a hole.
  if (newest === undefined || newest < service - RETENTION) return whole;
  const due = nextDue(kept.records, service) ?? newest;
  const isKnown = service < due && newest <= service + MINUTE;
  if (isKnown || end <= due) return { kind: "kept", history: kept };
  const overlaps = local - kept.overlappedAt >= DAY;
  return { kind: "newer", start: overlaps ? newest - OVERLAP : newest, overlaps };
}

/**
 * A request for all that is wanted. It begins at least a minute earlier: the next look may be at a
 * range that begins a little earlier, since a service tells its time in whole seconds.
 */
export function wholeOf(start: number): Ask {
  return { kind: "whole", start: Math.floor(start / MINUTE - 1) * MINUTE };
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
  return spacing === before - first && last <= now + MINUTE ? last + spacing : undefined;
}

/** A known event of which the service now tells other values. */
export interface Correction {
  readonly before: FundingPoint;
  readonly now: FundingPoint;
}

/** What is known after the service has answered. */
export interface Merged {
  readonly history: KeptHistory;
  readonly corrections: readonly Correction[];
  /** Events came back that were known, and not one of them as it was: these are other data. */
  readonly isOther: boolean;
}

/**
 * Puts an answer and what is kept together. What the service says of a minute takes the place of
 * what is kept of it, so that an event is there once, in its newest version; several events of one
 * minute in one answer all stay, as sent. Of a minute that an answer to `newer` does not mention, what
 * is kept stays; an answer to `whole` replaces all that is kept of its range.
 */
export function mergeAnswer(
  kept: KeptHistory | undefined,
  plan: Ask,
  answer: readonly Item<FundingPoint>[],
  { service, local }: Clocks,
): Merged {
  const joined = isJoined(kept, plan.start) ? kept : undefined;
  const from = Math.max(Math.min(joined?.from ?? plan.start, plan.start), service - KEPT);
  const old = byMinute(joined?.records ?? []);
  const fresh = byMinute(answer);
  const both = [...fresh].flatMap(([minute, now]) => {
    const before = old.get(minute);
    return before === undefined ? [] : [{ before, now }];
  });
  const changed = both.filter(({ before, now }) => valuesOf(before) !== valuesOf(now));
  const stays = (minute: number) =>
    !fresh.has(minute) && (plan.kind === "newer" || minute < plan.start);
  const left = [...old].filter(([minute]) => stays(minute)).flatMap(([, group]) => group);
  const isLeading = plan.kind === "newer" && !plan.overlaps;
  const history = {
    from,
    askedAt: local,
    overlappedAt: isLeading ? (kept?.overlappedAt ?? local) : local,
    records: inOrder([...answer, ...left], joined?.records ?? answer).filter(
      ({ value }) => (timeOf(value) ?? 0) >= from,
    ),
  };
  return {
    history,
    corrections: changed.flatMap(({ before: [before], now: [now] }) =>
      before === undefined || now === undefined ? [] : [{ before: before.value, now: now.value }],
    ),
    isOther: plan.kind === "newer" && both.length > 0 && changed.length === both.length,
  };
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

/** Tells whether nothing can have settled between what is kept and what is asked for from a time. */
function isJoined(kept: KeptHistory | undefined, start: number): boolean {
  const newest = kept === undefined ? undefined : newestOf(kept.records);
  return newest !== undefined && start <= newest;
}

function newestOf(records: readonly Item<FundingPoint>[]): number | undefined {
  let newest: number | undefined;
  for (const { value } of records) {
    const time = timeOf(value);
    if (time !== undefined && (newest === undefined || time > newest)) newest = time;
  }
  return newest;
}

/** A market that settles some milliseconds late still settles on the minute. */
function minuteOf(point: FundingPoint): number {
  return Math.round((timeOf(point) ?? Number.NaN) / MINUTE) * MINUTE;
}

function byMinute(
  records: readonly Item<FundingPoint>[],
): ReadonlyMap<number, readonly Item<FundingPoint>[]> {
  const groups = new Map<number, Item<FundingPoint>[]>();
  for (const record of records) {
    const minute = minuteOf(record.value);
    const group = groups.get(minute);
    if (group === undefined) groups.set(minute, [record]);
    else group.push(record);
  }
  return groups;
}

/** What the events of one minute say, each thing said once: `0.0001` and `0.00010` are the same. */
function valuesOf(group: readonly Item<FundingPoint>[]): string {
  const told = group.map(({ value: point }) =>
    JSON.stringify([
      digitsOf(point.funding_rate),
      digitsOf(point.mark_price),
      point.funding_interval,
    ]),
  );
  return [...new Set(told)].sort().join();
}

/** The digits and the place of the point, without zeros that say nothing; exact at any length. */
function digitsOf(decimal: string | null): string | null {
  if (decimal === null) return null;
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  const scale = Number(power) - part.length + (digits.length - short.length);
  return `${sign === "-" ? "-" : ""}${short}e${scale}`;
}

/** In the order of time that records are sent in, which is newest first unless they say otherwise. */
function inOrder(
  records: readonly Item<FundingPoint>[],
  like: readonly Item<FundingPoint>[],
): Item<FundingPoint>[] {
  const timed = (item: Item<FundingPoint> | undefined) => (item && timeOf(item.value)) ?? 0;
  const direction = timed(like[0]) < timed(like.at(-1)) ? 1 : -1;
  return records
    .map((item) => ({ item, time: timed(item) }))
    .sort((a, b) => direction * (a.time - b.time))
    .map(({ item }) => item);
}
