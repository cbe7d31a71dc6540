import { MINUTE_MS } from "../../base/periods.js";
import type { Batch } from "../parquet/batch.js";
import { compareValues } from "../parquet/batch.js";
import type { ArchiveStore } from "../store.js";
import { FUNDING, type FundingRow, minuteOf } from "../tables.js";
import { loadMonth } from "./load-month.js";
import { mergeFiles } from "./merge.js";

/** Which events are wanted. */
export interface EventRange {
  /** UTC months, in order. */
  readonly months: readonly string[];
  readonly markets?: ReadonlySet<number> | undefined;
  /** Ignores what was recorded later, milliseconds since the epoch. */
  readonly asOf?: number | undefined;
  /**
   * Times that are wanted, milliseconds since the epoch; all when omitted. Events up to a minute
   * outside may come too.
   */
  readonly times?: { readonly start?: number | undefined; readonly end?: number | undefined };
  /** Leaves out `funding_time_text` and `raw`, which are null then: a quarter faster. */
  readonly figuresOnly?: boolean | undefined;
}

/** Columns that figures are computed from. */
const FIGURES = [
  "market_id",
  "funding_time",
  "funding_rate",
  "mark_price",
  "funding_interval",
  "seen_at",
] as const;

/** An event of a market: the rows of its minute that were recorded last. */
export interface CurrentEvent {
  readonly marketId: number;
  /** Milliseconds since the epoch, a whole minute. */
  readonly minute: number;
  /** The row that counts. */
  readonly row: FundingRow;
  /**
   * Other rows of the same answer, with other texts. Nearly always empty; where their values differ,
   * the service contradicted itself.
   */
  readonly others: readonly FundingRow[];
}

/** Where a row is. */
interface Place {
  batch: Batch<typeof FUNDING>;
  index: number;
}

/** Rows of one event. */
interface Group extends Place {
  market: number;
  minute: number;
  seen: number;
  /** Other rows that were recorded at the same moment. */
  others: readonly Place[];
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
 * a time. Of rows recorded at the same moment the first counts, by time, rate, mark price and
 * interval, as in the views of `carry archive ddl`.
 */
export async function* currentEventBatches(
  store: ArchiveStore,
  { months, markets, asOf = Number.POSITIVE_INFINITY, times, figuresOnly }: EventRange,
): AsyncGenerator<CurrentEvent[]> {
  const wanted = { within: rangeOf(markets), columns: figuresOnly ? FIGURES : undefined };
  const earliest = (times?.start ?? Number.NEGATIVE_INFINITY) - MINUTE_MS;
  const latest = (times?.end ?? Number.POSITIVE_INFINITY) + MINUTE_MS;
  for (const month of months) {
    const files = await loadMonth(store, FUNDING, month);
    let group: Group | undefined;
    for await (const { batch, from, to } of mergeFiles(FUNDING, files, wanted)) {
      const events: CurrentEvent[] = [];
      const { market_id, funding_time, seen_at } = batch.columns;
      for (let index = from; index < to; index++) {
        const market = market_id[index] ?? 0;
        const seen = seen_at[index] ?? 0;
        if (seen > asOf || (markets !== undefined && !markets.has(market))) continue;
        const time = funding_time[index] ?? 0;
        if (time < earliest || time > latest) continue;
        const minute = minuteOf(time);
        if (group === undefined) {
          group = { market, minute, seen, batch, index, others: NO_PLACES };
        } else if (group.market !== market || group.minute !== minute) {
          events.push(eventOf(group));
          begin(group, market, minute, seen, batch, index);
        } else if (seen > group.seen) begin(group, market, minute, seen, batch, index);
        else if (seen === group.seen) group.others = [...group.others, { batch, index }];
      }
      if (events.length > 0) yield events;
    }
    if (group !== undefined) yield [eventOf(group)];
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

/** Returns what two rows of an event differ in, as a text that is equal for equal rows. */
export function contentOf(row: FundingRow): string {
  const { funding_time, funding_time_text, funding_rate, mark_price, funding_interval, raw } = row;
  const fields = [funding_time, funding_time_text, funding_rate, mark_price, funding_interval, raw];
  return JSON.stringify(fields);
}

function eventOf({ market, minute, batch, index, others }: Group): CurrentEvent {
  const first = rowIn(batch, index);
  if (others.length === 0) return { marketId: market, minute, row: first, others: NO_ROWS };
  const all = [first, ...others.map((place) => rowIn(place.batch, place.index))];
  const different = new Map(all.map((row) => [contentOf(row), row]));
  const [row = first, ...left] = [...different.values()].sort(compareContent);
  return { marketId: market, minute, row, others: left };
}

const NO_ROWS: readonly FundingRow[] = [];
const NO_PLACES: readonly Place[] = [];

/** Does the same as `rowAt`, several times faster, for the one table that has millions of rows. */
export function rowIn({ columns }: Batch<typeof FUNDING>, index: number): FundingRow {
  return {
    market_id: columns.market_id[index] ?? 0,
    funding_time: columns.funding_time[index] ?? 0,
    funding_time_text: columns.funding_time_text?.[index] ?? null,
    funding_rate: columns.funding_rate[index] ?? null,
    mark_price: columns.mark_price[index] ?? null,
    funding_interval: columns.funding_interval[index] ?? null,
    seen_at: columns.seen_at[index] ?? 0,
    raw: columns.raw?.[index] ?? null,
  };
}

function compareContent(a: FundingRow, b: FundingRow): number {
  return (
    a.funding_time - b.funding_time ||
    compareValues(a.funding_rate, b.funding_rate) ||
    compareValues(a.mark_price, b.mark_price) ||
    compareValues(a.funding_interval, b.funding_interval) ||
    compareValues(a.raw, b.raw)
  );
}

function rangeOf(markets: ReadonlySet<number> | undefined) {
  if (markets === undefined || markets.size === 0) return undefined;
  const ids = [...markets];
  const range: readonly [number, number] = [Math.min(...ids), Math.max(...ids)];
  return { market_id: range };
}
