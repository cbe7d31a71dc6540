import { DAY_MS } from "../../analytics/periods.js";
import { type FundingRecord, RETENTION_DAYS, type Resolution } from "../../api/funding-history.js";
import type { Item } from "../../api/pages.js";
import type { Context } from "../../context.js";
import { CONCURRENCY, type Fetched, fetchEach } from "../fetch-each.js";
import type { Range } from "../times.js";

/** Settled funding of one market, as sent. */
export interface Settled {
  readonly marketId: number;
  readonly records: readonly Item<FundingRecord>[];
}

/** Fetches the settled funding of some markets; each one that fails is told. */
export async function fetchSettled(
  context: Context,
  marketIds: readonly number[],
  resolution: Resolution,
  range: Range,
): Promise<Fetched<Settled>> {
  const client = await context.client(CONCURRENCY);
  return fetchEach(
    context,
    marketIds,
    (id) => `market ${id}`,
    async (marketId) => ({
      marketId,
      records: await client.fundingHistory({
        marketId,
        resolution,
        ...range,
        signal: context.io.signal,
      }),
    }),
  );
}

/**
 * Tells a range that goes back further than the service keeps.
 * @param elsewhere where there is more, said behind that
 */
export function noteRetention(
  context: Context,
  resolution: Resolution,
  { start }: Range,
  elsewhere = "",
): void {
  const days = RETENTION_DAYS[resolution];
  if (start === undefined || start >= context.io.clock.now() - days * DAY_MS) return;
  const what = resolution === "event" ? "settled events" : "daily aggregates";
  context.messages.note(`the service keeps ${what} for ${days} days${elsewhere}`);
}
