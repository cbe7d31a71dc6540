import { MINUTE_MS, minuteOf } from "../../base/time/periods.js";
import type { ArchiveStore } from "../directory.js";
import type { Wanted } from "../parquet.js";
import { type Batch, compareValues, FUNDING, type FundingRow, rowAt } from "../tables.js";
import { loadMonth, mergeFiles } from "./scan.js";

/** An event of a market: the rows of its minute that were recorded last. */
export interface CurrentEvent {
  readonly marketId: number;
  /** Milliseconds since the epoch, a whole minute. */
  readonly minute: number;
  /** The row that counts. */
  readonly row: FundingRow;
  /** Other rows of the same answer, nearly always none; if values differ, the answer contradicts itself. */
  readonly others: readonly FundingRow[];
}

/** Yields each event once, as {@link currentEventBatches} does. */
export async function* currentEvents(
  store: ArchiveStore,
  range: EventRange,
): AsyncGenerator<CurrentEvent> {
  for await (const events of currentEventBatches(store, range)) yield* events;
}

/**
 * Yields each event once, in its newest version, ordered by market and time within a month, many at
 * a time. Of rows recorded at the same moment the first counts, by time, rate, mark price, interval and
 * `raw`, as in the SQL of docs/archive.md.
 */
export async function* currentEventBatches(
  store: ArchiveStore,
  range: EventRange,
): AsyncGenerator<CurrentEvent[]> {
  let events: CurrentEvent[] = [];
  const add = (group: Group) => events.push(eventOf(group));
  for await (const _ of groupsOf(store, range, add)) {
    if (events.length === 0) continue;
    yield events;
    events = [];
  }
}

function eventOf({ market, minute, batch, index, others }: Group): CurrentEvent {
  const first = rowAt(FUNDING, batch, index);
  if (others.length === 0) return { marketId: market, minute, row: first, others: NO_ROWS };
  const all = [first, ...others.map((place) => rowAt(FUNDING, place.batch, place.index))];
  const [row = first, ...left] = distinctRows(all).sort(compareContent);
  return { marketId: market, minute, row, others: left };
}

const NO_ROWS: readonly FundingRow[] = [];

function compareContent(a: FundingRow, b: FundingRow): number {
  return (
    a.funding_time - b.funding_time ||
    compareValues(a.funding_rate, b.funding_rate) ||
    compareValues(a.mark_price, b.mark_price) ||
    compareValues(a.funding_interval, b.funding_interval) ||
    compareValues(a.raw, b.raw)
  );
}

/** Which events to read. */
export interface EventRange {
  /** UTC months, in order. */
  readonly months: readonly string[];
  readonly markets?: ReadonlySet<number> | undefined;
  /** Times, milliseconds since the epoch; all when omitted. Events up to a minute outside may come too. */
  readonly times?:
    | { readonly start?: number | undefined; readonly end?: number | undefined }
    | undefined;
}

interface Place {
  batch: Batch<typeof FUNDING>;
  index: number;
}

/** Rows of one event. */
export interface Group extends Place {
  market: number;
  minute: number;
  seen: number;
  /** Other rows that were recorded at the same moment. */
  others: readonly Place[];
}

/**
 * Calls `add` with the newest rows of each event, by market and time within a month; yields in between.
 * @param add receives a group that is used again for the next event
 * @param columns to read, all when omitted
 */
export async function* groupsOf(
  store: ArchiveStore,
  { months, markets, times }: EventRange,
  add: (group: Group) => void,
  columns?: Wanted<typeof FUNDING>["columns"],
): AsyncGenerator<void> {
  const only = markets && ({ column: "market_id", values: markets } as const);
  const within = times && {
    column: "funding_time" as const,
    least: (times.start ?? Number.NEGATIVE_INFINITY) - MINUTE_MS,
    most: (times.end ?? Number.POSITIVE_INFINITY) + MINUTE_MS,
  };
  const wanted = { columns, only, within };
  for (const month of months) {
    const files = await loadMonth(store, FUNDING, month);
    let group: Group | undefined;
    for await (const { batch, from, to } of mergeFiles(FUNDING, files, wanted)) {
      const { market_id, funding_time, seen_at } = batch.columns;
      for (let index = from; index < to; index++) {
        const market = market_id[index] ?? 0;
        const seen = seen_at[index] ?? 0;
        const time = funding_time[index] ?? 0;
        const minute = minuteOf(time);
        if (group === undefined) {
          group = { market, minute, seen, batch, index, others: NO_PLACES };
        } else if (group.market !== market || group.minute !== minute) {
          add(group);
          begin(group, market, minute, seen, batch, index);
        } else if (seen > group.seen) begin(group, market, minute, seen, batch, index);
        else if (seen === group.seen) group.others = [...group.others, { batch, index }];
      }
      yield;
    }
    if (group !== undefined) add(group);
    yield;
  }
}

/** Uses one group for all events: there are millions of them. */
function begin(
  group: Group,
  market: number,
  minute: number,
  seen: number,
  batch: Place["batch"],
  index: number,
): void {
  group.market = market;
  group.minute = minute;
  group.seen = seen;
  group.batch = batch;
  group.index = index;
  group.others = NO_PLACES;
}

const NO_PLACES: readonly Place[] = [];

/** Returns a digest of the rows of an event, in any order, with repetitions, and whenever they were seen. */
export function digestOf(rows: readonly FundingRow[]): number {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) return digestOfRow(first);
  return digest([], [...new Set(rows.map(digestOfRow))].map(String).sort());
}

/** Returns rows of a market without those that repeat the content of another, in their order. */
export function distinctRows(rows: readonly FundingRow[]): FundingRow[] {
  const contentOf = ({ seen_at: _, ...content }: FundingRow) => JSON.stringify(content);
  return [...new Map(rows.map((row) => [contentOf(row), row])).values()];
}

function digestOfRow(row: FundingRow): number {
  const time = row.funding_time;
  const numbers = [time | 0, (time / 2 ** 32) | 0, row.funding_interval ?? MISSING];
  return digest(numbers, [row.funding_time_text, row.funding_rate, row.mark_price, row.raw]);
}

/** Stands for a missing value; no length and no interval is that number. */
const MISSING = -(2 ** 31);

/**
 * Returns a digest of 53 bits of whole numbers of 32 bits and texts (cyrb53, public domain): others have the
 * same one once in 10^16 times. It joins nothing to one text, since a sync compares all events.
 */
function digest(numbers: readonly number[], texts: readonly (string | null)[]): number {
  let [high, low] = [0xdeadbeef | 0, 0x41c6ce57];
  for (const number of numbers) {
    high = Math.imul(high ^ number, 2654435761);
    low = Math.imul(low ^ number, 1597334677);
  }
  for (const text of texts) {
    const length = text?.length ?? MISSING;
    high = Math.imul(high ^ length, 2654435761);
    low = Math.imul(low ^ length, 1597334677);
    for (let at = 0; at < length; at++) {
      const code = text?.charCodeAt(at) ?? 0;
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
  }
  const one =
    Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other =
    Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & other) + (one >>> 0);
}
