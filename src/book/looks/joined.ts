import type { ArchiveStore } from "../../archive/directory.js";
import { countWhile } from "../../base/collections.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Moment, SnapshotPosition } from "../../figures/period/looks.js";
import type { InEach } from "../positions/in-each-portfolio.js";

/** What the archive has of the portfolios. */
export interface Recorded extends Pick<InEach<unknown>, "failure" | "lost"> {
  /** Open until the work is done. */
  readonly store: ArchiveStore;
  /** Times of its snapshots in order, at least one; milliseconds since the epoch. */
  readonly times: readonly number[];
  /** Yields the snapshots of a range in order, both ends included. */
  moments(from: number, to: number): AsyncGenerator<Moment>;
}

/** Maximum distance between snapshots of portfolios that count as one moment. */
const WITHIN_MS = 2 * HOUR_MS;

/**
 * Returns what is recorded of several portfolios as if they were one: a moment for each snapshot of the
 * portfolio with the fewest, if each other one has a snapshot within two hours, of which the nearest counts.
 * The time of a moment is that of its latest snapshot.
 */
export function joinRecorded(all: readonly Recorded[]): Recorded {
  const [first, ...others] = all as [Recorded, ...Recorded[]];
  if (others.length === 0) return first;
  const joined = joinTimes(all.map(({ times }) => times));
  return {
    store: first.store,
    failure: first.failure,
    lost: first.lost,
    times: joined.map(({ at }) => at),
    moments: (from, to) =>
      joinMoments(
        all,
        joined.filter(({ at }) => at >= from && at <= to),
      ),
  };
}

/** One time of all portfolios, milliseconds since the epoch. */
interface JoinedTime {
  readonly at: number;
  /** The snapshot of each portfolio. */
  readonly each: readonly number[];
}

/** Returns the times at which each portfolio has a snapshot, in order. @param all their times, in order */
function joinTimes(all: readonly (readonly number[])[]): JoinedTime[] {
  const fewest = all.reduce((one, other) => (other.length < one.length ? other : one));
  const joined: JoinedTime[] = [];
  for (const time of fewest) {
    const each = all.map((times) => nearest(times, time));
    const at = Math.max(...each);
    const isNear = each.every((it) => Math.abs(it - time) <= WITHIN_MS);
    if (isNear && at > (joined.at(-1)?.at ?? Number.NEGATIVE_INFINITY)) joined.push({ at, each });
  }
  return joined;
}

/** Returns the nearest of some times, the earlier of two. @param times in order, at least one */
function nearest(times: readonly number[], time: number): number {
  const next = countWhile(times.length, (index) => (times[index] ?? time) < time);
  const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [
    times[next - 1],
    times[next],
  ];
  return time - before <= after - time ? before : after;
}

/** Yields the moments of all portfolios; each has the positions that may differ from the one before. */
async function* joinMoments(
  all: readonly Recorded[],
  times: readonly JoinedTime[],
): AsyncGenerator<Moment> {
  const readers = all.map((recorded, index) => {
    const own = times.map(({ each }) => each[index] ?? 0);
    return readerOf(recorded.moments(own.at(0) ?? 0, own.at(-1) ?? 0));
  });
  for (const { at, each } of times) {
    const read = await Promise.all(readers.map((reader, index) => reader(each[index] ?? 0)));
    const ids = new Set(read.flatMap((it) => [...it.ids]));
    yield { at, ids, standings: read.flatMap(({ standings }) => standings) };
  }
}

/** Returns a function that reads what has changed since its last call, up to a time. */
function readerOf(moments: AsyncGenerator<Moment>) {
  let ids: ReadonlySet<string> = new Set();
  let next: Moment | undefined;
  return async (time: number): Promise<Omit<Moment, "at">> => {
    const changed = new Map<string, SnapshotPosition>();
    for (;;) {
      next ??= (await moments.next()).value as Moment | undefined;
      if (next === undefined || next.at > time) return { ids, standings: [...changed.values()] };
      ids = next.ids;
      for (const standing of next.standings) changed.set(standing.positionId, standing);
      next = undefined;
    }
  };
}
