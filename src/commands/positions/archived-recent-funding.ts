import { RUN_HISTORY_MS } from "../../analytics/runs.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { FUNDING } from "../../command/report-parts.js";
import { AS_SENT } from "../archive/event-form.js";
import { fetchWithArchive } from "../funding/with-archive.js";
import { marketsOf, type RecentFunding } from "../status/recent-funding.js";

/**
 * Returns the settled funding of the markets in which positions hold something, from the archive of
 * the settings and, for what that lacks, from the service.
 * @param now time of the service, milliseconds since the epoch
 * @param isNamed whether the positions were asked for by name
 * @throws {ArchiveError} if there is no archive, or it cannot be read
 */
export async function archivedRecentFunding(
  context: Context,
  positions: readonly Position[],
  now: number,
  isNamed: boolean,
): Promise<RecentFunding> {
  const marketIds = marketsOf(positions);
  const wish = { isNamed: true, asOf: undefined };
  const range = { start: now - RUN_HISTORY_MS };
  const parts = isNamed ? undefined : FUNDING;
  const fetched = await fetchWithArchive(context, marketIds, range, wish, AS_SENT, parts);
  const histories = new Map(
    fetched?.found.map(({ marketId, records }) => [
      marketId,
      records.map(({ value }) => value as FundingPoint),
    ]),
  );
  return {
    historyOf: (marketId) => histories.get(marketId),
    asked: marketIds,
    failure: fetched?.failure,
  };
}
