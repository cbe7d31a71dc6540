import { countWhile, groupBy } from "../../base/collections.js";
import { toDecimal } from "../../base/decimal.js";
import { minuteOf } from "../../base/time/periods.js";
import type { ArchiveStore } from "../directory.js";
import { monthOf, monthsBetween } from "../names.js";
import {
  type CurrentEvent,
  currentEvents,
  digestOf,
  type Group,
  groupsOf,
} from "../read/current-events.js";
import { FUNDING, type FundingRow, rowAt } from "../tables.js";

/** What an answer has that the archive does not. */
interface Differences {
  /** Rows that are new or differ. */
  readonly rows: readonly FundingRow[];
  /** Number of events in the answer. */
  readonly events: number;
  /** Number of events that are new. */
  readonly added: number;
  readonly corrections: readonly Correction[];
}

/** Compares the rows of an answer, by time, with what the archive has of their events. */
export async function differencesOf(
  known: KnownEvents,
  marketId: number,
  answer: readonly FundingRow[],
): Promise<Differences> {
  const rows: FundingRow[] = [];
  const corrections: Correction[] = [];
  let added = 0;
  const events = groupBy(answer, (row) => minuteOf(row.funding_time));
  for (const [minute, own] of events) {
    const digest = known.digestAt(marketId, minute);
    if (digest === undefined) added++;
    else if (digest === digestOf(own)) continue;
    else corrections.push(...correctionOf(await known.find(marketId, minute), own));
    rows.push(...own);
  }
  return { rows, events: events.size, added, corrections };
}

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
  const loaded = new Map<string, ReadonlyMap<number, Known>>();
  const load = async (from: number, to: number) => {
    for (const month of monthsBetween(from, to)) {
      if (!loaded.has(month)) loaded.set(month, await eventsOf(store, markets, month));
    }
  };
  // One at a time, so that no month is read twice.
  let last = Promise.resolve();
  return {
    /** Reads the months of a range that were not read yet, milliseconds since the epoch. */
    load(from: number, to: number): Promise<void> {
      last = last.catch(() => {}).then(() => load(from, to));
      return last;
    },
    /** Returns the digest of the event of a minute; undefined for one that is not known. */
    digestAt(marketId: number, minute: number): number | undefined {
      const known = loaded.get(monthOf(minute))?.get(marketId);
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
): Promise<Map<number, Known>> {
  const found = new Map<number, Known>();
  const range = { months: [month], markets };
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

/** An event that the service has changed. */
export interface Correction {
  readonly market_id: number;
  /** Milliseconds since the epoch. */
  readonly funding_time: number;
  readonly before: FundingRow;
  readonly now: FundingRow;
}

/**
 * Returns the correction of an event; none when only the texts differ, such as 0.10 for 0.1: that is
 * recorded, but nothing was corrected. An answer that contradicts itself counts as a correction.
 */
function correctionOf(
  known: CurrentEvent | undefined,
  rows: readonly FundingRow[],
): readonly Correction[] {
  if (known === undefined) return [];
  for (const before of [known.row, ...known.others]) {
    const now = rows.find((row) => !sameValues(before, row));
    if (now === undefined) continue;
    return [{ market_id: now.market_id, funding_time: now.funding_time, before, now }];
  }
  return [];
}

/** Reports whether two rows of an event have the same values. */
export function sameValues(a: FundingRow, b: FundingRow): boolean {
  return (
    sameDecimal(a.funding_rate, b.funding_rate) &&
    sameDecimal(a.mark_price, b.mark_price) &&
    a.funding_interval === b.funding_interval
  );
}

function sameDecimal(a: string | null, b: string | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  const [one, other] = [toDecimal(a), toDecimal(b)];
  return one !== undefined && other !== undefined && one.eq(other);
}
