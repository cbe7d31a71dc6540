import { monthOf, monthsBetween } from "../names.js";
import { type CurrentEvent, currentEventBatches, currentEvents } from "../read/current-events.js";
import type { ArchiveStore } from "../store.js";
import type { FundingRow } from "../tables.js";
import { digestOf } from "./event-digest.js";

/** What the archive has of the events of some markets. */
export interface KnownEvents {
  /**
   * Reads the events of a range as far as they were not read yet; nothing without a range.
   * @param from milliseconds since the epoch, as `to`
   */
  load(from: number | undefined, to: number | undefined): Promise<void>;
  /** Reports whether an event of the market was read. */
  has(marketId: number): boolean;
  /**
   * Reports whether the rows of a minute are new, the same as known, or different.
   * @param rows not asked for when they are new
   */
  compare(
    marketId: number,
    minute: number,
    rows: () => readonly FundingRow[],
  ): "new" | "same" | "changed";
  /** Returns the event of a minute as it is known. */
  find(marketId: number, minute: number): Promise<CurrentEvent | undefined>;
}

/** Events of one market and month, in order of time, in 16 bytes each. */
interface Known {
  readonly minutes: number[];
  readonly digests: number[];
}

/** What was read of a month. */
interface Loaded {
  /** From when on, milliseconds since the epoch. */
  readonly since: number;
  readonly events: ReadonlyMap<number, Known>;
}

/**
 * Creates an index of the current events of some markets. It holds a digest of each event instead of
 * its texts, so that 800,000 events take 13 MB.
 */
export function createKnownEvents(store: ArchiveStore, markets: ReadonlySet<number>): KnownEvents {
  const loaded = new Map<string, Loaded>();
  const knownOf = (marketId: number, minute: number) =>
    loaded.get(monthOf(minute))?.events.get(marketId);
  const load = async (from: number | undefined, to: number | undefined) => {
    if (from === undefined || to === undefined) return;
    for (const month of monthsBetween(from, to)) {
      if ((loaded.get(month)?.since ?? Number.POSITIVE_INFINITY) <= from) continue;
      const events = await eventsOf(store, markets, month, from);
      loaded.set(month, { since: from, events });
    }
  };
  // One at a time: of two at once the later range could replace the earlier one.
  let last = Promise.resolve();
  return {
    load(from, to) {
      last = last.catch(() => {}).then(() => load(from, to));
      return last;
    },
    has(marketId) {
      for (const { events } of loaded.values()) if (events.has(marketId)) return true;
      return false;
    },
    compare(marketId, minute, rows) {
      const known = knownOf(marketId, minute);
      const index = known === undefined ? -1 : indexOf(known.minutes, minute);
      if (known === undefined || index < 0) return "new";
      return known.digests[index] === digestOf(rows()) ? "same" : "changed";
    },
    async find(marketId, minute) {
      const range = { months: [monthOf(minute)], markets: new Set([marketId]) };
      for await (const event of currentEvents(store, range)) {
        if (event.minute === minute) return event;
      }
      return undefined;
    },
  };
}

/** Reads the events of a month from a time on. */
async function eventsOf(
  store: ArchiveStore,
  markets: ReadonlySet<number>,
  month: string,
  start: number,
): Promise<Map<number, Known>> {
  const found = new Map<number, Known>();
  const range = { months: [month], markets, times: { start } };
  for await (const events of currentEventBatches(store, range)) {
    for (const { marketId, minute, row, others } of events) {
      const known = found.get(marketId) ?? { minutes: [], digests: [] };
      known.minutes.push(minute);
      known.digests.push(digestOf([row, ...others]));
      found.set(marketId, known);
    }
  }
  return found;
}

/** Finds a number in a sorted list; -1 when it is not there. */
function indexOf(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
