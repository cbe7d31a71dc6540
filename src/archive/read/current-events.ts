import type { Batch } from "../parquet/batch.js";
import { compareValues, rowAt } from "../parquet/batch.js";
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
}

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

interface Group {
  readonly market: number;
  readonly minute: number;
  seen: number;
  rows: { readonly batch: Batch<typeof FUNDING>; readonly index: number }[];
}

/**
 * Yields each event once, in its newest version, ordered by market and time within a month. Of rows
 * recorded at the same moment the first counts, by time, rate, mark price and interval, as in the
 * views of `carry archive ddl`.
 */
export async function* currentEvents(
  store: ArchiveStore,
  { months, markets, asOf = Number.POSITIVE_INFINITY }: EventRange,
): AsyncGenerator<CurrentEvent> {
  const within = rangeOf(markets);
  for (const month of months) {
    const files = await loadMonth(store, FUNDING, month);
    let group: Group | undefined;
    for await (const { batch, from, to } of mergeFiles(FUNDING, files, { within })) {
      const { market_id, funding_time, seen_at } = batch.columns;
      for (let index = from; index < to; index++) {
        const market = market_id[index] ?? 0;
        const seen = seen_at[index] ?? 0;
        if (seen > asOf || (markets !== undefined && !markets.has(market))) continue;
        const minute = minuteOf(funding_time[index] ?? 0);
        if (group === undefined || group.market !== market || group.minute !== minute) {
          if (group !== undefined) yield eventOf(group);
          group = { market, minute, seen, rows: [{ batch, index }] };
        } else if (seen > group.seen) {
          group.seen = seen;
          group.rows = [{ batch, index }];
        } else if (seen === group.seen) {
          group.rows.push({ batch, index });
        }
      }
    }
    if (group !== undefined) yield eventOf(group);
  }
}

/** Returns what two rows of an event differ in, as a text that is equal for equal rows. */
export function contentOf(row: FundingRow): string {
  const { funding_time, funding_time_text, funding_rate, mark_price, funding_interval, raw } = row;
  const fields = [funding_time, funding_time_text, funding_rate, mark_price, funding_interval, raw];
  return JSON.stringify(fields);
}

function eventOf({ market, minute, rows }: Group): CurrentEvent {
  const [first, ...more] = rows.map(({ batch, index }) => rowAt(FUNDING, batch, index));
  if (first === undefined) throw new RangeError("an event has a row");
  const event = { marketId: market, minute };
  if (more.length === 0) return { ...event, row: first, others: [] };
  const different = new Map([first, ...more].map((row) => [contentOf(row), row]));
  const [row = first, ...others] = [...different.values()].sort(compareContent);
  return { ...event, row, others };
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
