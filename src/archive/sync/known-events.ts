import { countWhile } from "../../base/count-while.js";
import { monthOf, monthsBetween } from "../names.js";
import type { Run } from "../parquet/batch.js";
import { type CurrentEvent, currentEvents } from "../read/current-events.js";
import { type Group, groupsOf } from "../read/event-groups.js";
import type { ArchiveStore } from "../store.js";
import type { FUNDING } from "../tables.js";
import { digestAt, digestOf } from "./event-digest.js";

/** What the archive has of the events of some markets. */
export type KnownEvents = ReturnType<typeof createKnownEvents>;

/** Events of one market and month, in order of time, in 16 bytes each. */
interface Known {
  readonly minutes: number[];
  readonly digests: number[];
}

const NOTHING: Known = { minutes: [], digests: [] };

/**
 * Creates an index of the current events of some markets. It holds a digest of each event instead of its
 * texts: 800,000 events take 13 MB.
 */
export function createKnownEvents(store: ArchiveStore, markets: ReadonlySet<number>) {
  // The events that were read of each month, from `since` on (milliseconds since the epoch).
  const loaded = new Map<string, { since: number; events: ReadonlyMap<number, Known> }>();
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
  // One at a time: of two at once, the one with the later start could replace the other.
  let last = Promise.resolve();
  return {
    /**
     * Reads the events of a range that were not read yet; none without a range.
     * @param from milliseconds since the epoch, as `to`
     */
    load(from: number | undefined, to: number | undefined): Promise<void> {
      last = last.catch(() => {}).then(() => load(from, to));
      return last;
    },
    /** Reports whether an event of the market was read. */
    has(marketId: number): boolean {
      for (const { events } of loaded.values()) if (events.has(marketId)) return true;
      return false;
    },
    /** Reports whether the rows of a minute are new, the same as known, or different. */
    compare(marketId: number, minute: number, { batch, from, to }: Run<typeof FUNDING>) {
      const { minutes, digests } = knownOf(marketId, minute) ?? NOTHING;
      const index = countWhile(minutes.length, (at) => (minutes[at] as number) < minute);
      if (minutes[index] !== minute) return "new";
      const own = digestAt(batch, from);
      const all = () => Array.from({ length: to - from }, (_, at) => digestAt(batch, from + at));
      return digests[index] === (to - from === 1 ? own : digestOf(all())) ? "same" : "changed";
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
    const own = digestAt(batch, index);
    const digest = () => digestOf([own, ...others.map((it) => digestAt(it.batch, it.index))]);
    known.minutes.push(minute);
    known.digests.push(others.length === 0 ? own : digest());
  };
  for await (const _ of groupsOf(store, range, undefined, add));
  return found;
}
