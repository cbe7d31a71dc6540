import type { ArchiveStore } from "../../archive/directory.js";
import { lackingFrom, type Span } from "../../archive/read/coverage.js";
import { keptSince } from "../../client/resources/terms.js";
import type { Context } from "../../run/context.js";
import type { Range } from "../../run/times.js";
import { ifArchive } from "../archive.js";
import type { EventForm } from "./events.js";

/** What an archive has of a market within a range. */
export interface ArchivedMarket<T> {
  /** Newest first, each event once. */
  readonly records: readonly T[];
  /** Spans that were requested and answered, joined and in order; not limited to the range. */
  readonly covered: readonly Span[];
}

/**
 * Reads the settled funding of markets from the archive of the settings, each within its range.
 * @returns undefined without an archive
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function archivedFunding<T>(
  context: Context,
  wanted: ReadonlyMap<number, Range>,
  { ofRow }: EventForm<T>,
) {
  return ifArchive(context, async ({ store }) => {
    const { coverageOf } = await import("../../archive/read/coverage.js");
    const { currentEventBatches } = await import("../../archive/read/current-events.js");
    const coverage = await coverageOf(store);
    const times = rangeOfAll([...wanted.values()]);
    const found = new Map<number, T[]>([...wanted.keys()].map((id) => [id, []]));
    const request = {
      months: await monthsWithin(store, times),
      markets: new Set(wanted.keys()),
      times,
    };
    for await (const batch of currentEventBatches(store, request)) {
      for (const { marketId, row, others } of batch) {
        const { start = row.funding_time, end = Number.POSITIVE_INFINITY } =
          wanted.get(marketId) ?? {};
        if (row.funding_time < start || row.funding_time >= end) continue;
        // One minute may contradict itself.
        found.get(marketId)?.push(ofRow(row), ...others.map(ofRow));
      }
    }
    for (const own of found.values()) own.reverse();
    return {
      where: store.where,
      marketOf: (id: number): ArchivedMarket<T> => ({
        records: found.get(id) ?? [],
        covered: coverage.get(id) ?? [],
      }),
    };
  });
}

/** Returns a range that contains all of several. */
function rangeOfAll(ranges: readonly Range[]) {
  return {
    start: Math.min(...ranges.map(({ start = Number.NEGATIVE_INFINITY }) => start)),
    end: Math.max(...ranges.map(({ end = Number.POSITIVE_INFINITY }) => end)),
  };
}

/** Returns the months of a range for which an archive has settled funding. */
async function monthsWithin(store: ArchiveStore, { start, end }: ReturnType<typeof rangeOfAll>) {
  const { monthOf, monthsOf } = await import("../../archive/names.js");
  const { FUNDING } = await import("../../archive/tables.js");
  const first = Number.isFinite(start) ? monthOf(start) : "";
  const last = Number.isFinite(end) ? monthOf(end) : "9999";
  return (await monthsOf(store, FUNDING)).filter((it) => it >= first && it <= last);
}

/** Returns what an archive lacks of a range and the service still keeps. @param now of the service */
export function lackOf(
  covered: readonly Span[],
  { start, end }: Range,
  now: number,
): Span | undefined {
  const kept = keptSince(now);
  const until = Math.min(end ?? now, now);
  const from = lackingFrom(covered, { start: Math.max(start ?? kept, kept), end: until });
  return from === undefined ? undefined : { start: from, end: until };
}
