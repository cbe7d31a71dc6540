import type { Span } from "../../archive/read/spans.js";
import type { FundingRow } from "../../archive/tables.js";
import { DAY_MS } from "../../base/periods.js";
import type { Item } from "../../client/listing/pages.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Context } from "../../command/context.js";
import type { Range } from "../../command/times.js";
import type { ArchiveWish } from "./archive-wish.js";

type Records = readonly Item<FundingPoint>[];

/** What an archive has of a market within a range. */
export interface ArchivedMarket {
  /** Newest first, each event once. */
  readonly records: Records;
  /** What was asked for and answered, joined and in order; before any limit of the range. */
  readonly covered: readonly Span[];
}

/** What an archive has of some markets. */
export interface ArchivedFunding {
  readonly where: string;
  readonly marketOf: (marketId: number) => ArchivedMarket;
}

/**
 * Reads the settled funding of markets from the archive of the settings.
 * @param wish whether the archive was named, and as of when it is read
 * @returns undefined when there is none, and none was asked for
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function archivedFunding(
  context: Context,
  markets: readonly number[],
  range: Range,
  { isNamed, asOf }: ArchiveWish,
): Promise<ArchivedFunding | undefined> {
  if (!isNamed && !(await hasArchive(context))) return undefined;
  const { originOfService, storeOfArchive } = await import("./place.js");
  const { openArchive } = await import("../../archive/archive.js");
  const store = await storeOfArchive(context);
  try {
    const origin = await originOfService(context);
    await openArchive(store, origin);
    const { coverageOf } = await import("../../archive/read/coverage.js");
    const { currentEvents } = await import("../../archive/read/current-events.js");
    const wanted = new Set(markets);
    const coverage = await coverageOf(store, context.io.clock.now(), asOf);
    const rows = new Map<number, FundingRow[]>();
    const months = await monthsWithin(store, range);
    for await (const { marketId, row, others } of currentEvents(store, {
      months,
      markets: wanted,
      asOf,
      times: range,
    })) {
      if (!isWithin(row.funding_time, range)) continue;
      const own = rows.get(marketId) ?? [];
      own.push(row, ...others); // different values in one answer stay a contradiction
      rows.set(marketId, own);
    }
    return {
      where: store.where,
      marketOf: (id) => ({
        records: (rows.get(id) ?? []).map(recordOf).reverse(),
        covered: coverage.get(id) ?? [],
      }),
    };
  } finally {
    await store.close();
  }
}

/** Reports whether there is an archive of this service that can be read. */
export async function hasArchive(context: Context): Promise<boolean> {
  const { originOfService, storeOfArchive } = await import("./place.js");
  const { findArchive } = await import("../../archive/archive.js");
  try {
    const store = await storeOfArchive(context);
    try {
      return (await findArchive(store, await originOfService(context))) !== undefined;
    } finally {
      await store.close();
    }
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`no archive was read: ${context.failureOf(error).message}`);
    return false;
  }
}

/** Returns an event as the service sends it. */
function recordOf(row: FundingRow): Item<FundingPoint> {
  const { funding_time, funding_time_text, funding_rate, funding_interval, mark_price, raw } = row;
  if (raw !== null) return { value: JSON.parse(raw) as FundingPoint, source: raw };
  const usual = `${new Date(funding_time).toISOString().slice(0, 19)}+00:00`;
  const time = funding_time_text ?? usual;
  const value = { funding_time: time, funding_rate, funding_interval, mark_price };
  return {
    value,
    get source() {
      return JSON.stringify(value); // only -o json prints it
    },
  };
}

/** A range of so few days is read without looking which months there are. */
const FEW_DAYS = 400;

/** Returns the months of a range for which an archive has settled funding. */
export async function monthsWithin(
  store: Parameters<typeof import("../../archive/read/load-month.js").monthsOf>[0],
  { start, end }: Range,
): Promise<string[]> {
  const { monthsOf } = await import("../../archive/read/load-month.js");
  const { monthOf, monthsBetween } = await import("../../archive/names.js");
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
