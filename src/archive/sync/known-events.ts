import { countWhile } from "../../base/count-while.js";
import type { Batch } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import { monthOf, monthsBetween } from "../names.js";
import { type CurrentEvent, currentEvents } from "../read/current-events.js";
import { type Group, groupsOf } from "../read/event-groups.js";
import type { FUNDING } from "../tables.js";
import { digestOf, type EventContent } from "./event-digest.js";

/** What the archive has of the events of some markets. */
export type KnownEvents = ReturnType<typeof createKnownEvents>;

/** Events of one market and month, in order of time, in 16 bytes each. */
interface Known {
  readonly minutes: number[];
  readonly digests: number[];
  /** Place after the event that was asked for last: they are asked for in order of time. */
  next: number;
}

/**
 * Creates an index of the current events of some markets. It holds a digest of each event instead of its
 * texts: 800,000 events take 13 MB.
 */
export function createKnownEvents(store: ArchiveStore, markets: ReadonlySet<number>) {
  // The events that were read of each month, from `since` on (milliseconds since the epoch).
  const loaded = new Map<string, { since: number; events: ReadonlyMap<number, Known> }>();
  const load = async (from: number, to: number) => {
    for (const month of monthsBetween(from, to)) {
      if ((loaded.get(month)?.since ?? Number.POSITIVE_INFINITY) <= from) continue;
      loaded.set(month, { since: from, events: await eventsOf(store, markets, month, from) });
    }
  };
  // One at a time: of two at once, the one with the later start could replace the other.
  let last = Promise.resolve();
  return {
    /** Reads the events of a range that were not read yet, milliseconds since the epoch. */
    load(from: number, to: number): Promise<void> {
      last = last.catch(() => {}).then(() => load(from, to));
      return last;
    },
    /** Returns the digest of the event of a minute; undefined for one that is not known. */
    digestAt(marketId: number, minute: number): number | undefined {
      const known = loaded.get(monthOf(minute))?.events.get(marketId);
      if (known === undefined) return undefined;
      const { minutes, digests } = known;
      const isBefore = (at: number) => (minutes[at] ?? minute) < minute;
      const index =
        minutes[known.next] === minute ? known.next : countWhile(minutes.length, isBefore);
      known.next = index + 1;
      return minutes[index] === minute ? digests[index] : undefined;
    },
    /** Returns the event of a minute as it is known. */
    async find(marketId: number, minute: number): Promise<CurrentEvent | undefined> {
      const range = { months: [monthOf(minute)], markets: new Set([marketId]) };
      for await (const event of currentEvents(store, range)) {
        if (event.minute === minute) return event;
      }
      return undefined;
    },
  };
}

async function eventsOf(
  store: ArchiveStore,
  markets: ReadonlySet<number>,
  month: string,
  start: number,
): Promise<Map<number, Known>> {
  const found = new Map<number, Known>();
  const range = { months: [month], markets, times: { start } };
  const add = ({ market, minute, batch, index, others }: Group) => {
    const known = found.get(market) ?? { minutes: [], digests: [], next: 0 };
    if (known.minutes.length === 0) found.set(market, known);
    known.minutes.push(minute);
    const rows = [{ batch, index }, ...others].map((it) => contentAt(it.batch.columns, it.index));
    known.digests.push(digestOf(rows));
  };
  for await (const _ of groupsOf(store, range, add));
  return found;
}

function contentAt(columns: Batch<typeof FUNDING>["columns"], index: number): EventContent {
  return {
    funding_time: columns.funding_time[index] ?? 0,
    funding_time_text: columns.funding_time_text[index] ?? null,
    funding_rate: columns.funding_rate[index] ?? null,
    mark_price: columns.mark_price[index] ?? null,
    funding_interval: columns.funding_interval[index] ?? null,
    raw: columns.raw[index] ?? null,
  };
}
