import { countWhile } from "../../base/collections.js";
import { rowAt } from "../batch.js";
import type { ArchiveStore } from "../directory.js";
import { monthOf, monthsBetween } from "../names.js";
import { type CurrentEvent, currentEvents } from "../read/current-events.js";
import { digestOf } from "../read/event-digest.js";
import { type Group, groupsOf } from "../read/event-groups.js";
import { FUNDING } from "../tables.js";

/** What the archive has of the events of some markets. */
export type KnownEvents = ReturnType<typeof createKnownEvents>;

/** Events of one market and month, in order of time, in 16 bytes each. */
interface Known {
  readonly minutes: number[];
  readonly digests: number[];
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
      const index = countWhile(minutes.length, (at) => (minutes[at] ?? minute) < minute);
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
    const known = found.get(market) ?? { minutes: [], digests: [] };
    if (known.minutes.length === 0) found.set(market, known);
    known.minutes.push(minute);
    const rows = [{ batch, index }, ...others].map((it) => rowAt(FUNDING, it.batch, it.index));
    known.digests.push(digestOf(rows));
  };
  for await (const _ of groupsOf(store, range, add));
  return found;
}
