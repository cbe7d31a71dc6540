import type { ArchiveStore } from "../../archive/directory.js";
import type { Span } from "../../archive/read/coverage.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Context } from "../../run/context.js";
import type { Range } from "../../run/times.js";
import type { EventForm } from "./event-form.js";

/** What an archive has of a market within a range. */
export interface ArchivedMarket<T> {
  /** Newest first, each event once. */
  readonly records: readonly T[];
  /** Spans that were requested and answered, joined and in order; not limited to the range. */
  readonly covered: readonly Span[];
}

/**
 * Reads the settled funding of markets from the archive of the settings.
 * @param form of the events
 * @returns undefined without an archive
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function archivedFunding<T>(
  context: Context,
  markets: readonly number[],
  range: Range,
  { read }: EventForm<T>,
) {
  if (!(await hasArchive(context))) return undefined;
  const { originOfService, withStore } = await import("../looks/place.js");
  const { openArchive } = await import("../../archive/archive.js");
  return withStore(context, async (store) => {
    const origin = await originOfService(context);
    await openArchive(store, origin);
    const { coverageOf } = await import("../../archive/read/coverage.js");
    const coverage = await coverageOf(store);
    const found = new Map<number, T[]>(markets.map((id) => [id, []]));
    const months = await monthsWithin(store, range);
    const wanted = { months, markets: new Set(markets), times: range };
    await read(store, wanted, (marketId, event, time) => {
      if (isWithin(time, range)) found.get(marketId)?.push(event); // one minute may contradict itself
    });
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

/** Reports whether there is an archive of this service that can be read. */
export async function hasArchive(context: Context): Promise<boolean> {
  const { originOfService, withStore } = await import("../looks/place.js");
  const { findArchive } = await import("../../archive/archive.js");
  try {
    return await withStore(context, async (store) => {
      return (await findArchive(store, await originOfService(context))) !== undefined;
    });
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`no archive was read: ${context.failureOf(error).message}`);
    return false;
  }
}

/** Days of a range that is read without listing which months there are. */
const FEW_DAYS = 400;

/** Returns the months of a range for which an archive has settled funding. */
export async function monthsWithin(store: ArchiveStore, { start, end }: Range): Promise<string[]> {
  const { monthOf, monthsBetween, monthsOf } = await import("../../archive/names.js");
  if (start !== undefined && end !== undefined && Math.abs(end - start) < FEW_DAYS * DAY_MS) {
    return monthsBetween(start, end); // no listing of all months; one that is not there is empty
  }
  const { FUNDING } = await import("../../archive/tables.js");
  const months = await monthsOf(store, FUNDING);
  const [first, last] = [start, end].map((time) =>
    time === undefined ? undefined : monthOf(time),
  );
  return months.filter((it) => it >= (first ?? it) && it <= (last ?? it));
}

function isWithin(time: number, { start, end }: Range): boolean {
  return (start === undefined || time >= start) && (end === undefined || time < end);
}
