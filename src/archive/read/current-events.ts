import { compareValues, rowAt } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import { FUNDING, type FundingRow } from "../tables.js";
import { distinctRows } from "./event-digest.js";
import { type EventRange, type Group, groupsOf } from "./event-groups.js";

export type { EventRange } from "./event-groups.js";

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
