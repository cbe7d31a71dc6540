import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import type { Limits } from "../../analytics/position/limits.js";
import type { Handles } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import type { Portfolios } from "../../command/portfolios.js";
import { recentFunding } from "../funding/recent-funding.js";
import type { Filters, Selected } from "./filters.js";
import { type OpenPositions, openPositions } from "./open-positions.js";

/** The open positions of the portfolios at one moment, with what their figures rest on. */
export interface Collected extends Pick<Selected<Position>, "heading" | "empty"> {
  /** In the order of the listing, with the legs of the full position where it was fetched. */
  readonly positions: readonly Position[];
  /** Names of the positions, unique among all open ones. */
  readonly handles: Handles;
  readonly historyOf: HistoryOf;
  readonly criteria: Criteria;
  readonly status: PortfolioStatus;
  /** Whether everything that figures rest on was fetched. */
  readonly isWhole: boolean;
  /** Number of parts that could not be fetched; figures that rest on them are unknown. */
  readonly missing: number;
  /** The portfolios that could not be listed. */
  readonly lost: OpenPositions["lost"];
  /** Returns the portfolio of a position. */
  readonly ownerOf: Portfolios["of"];
  /** Failure of a part that was reported as an error. */
  readonly failure: Failure | undefined;
}

export interface CollectOptions {
  readonly client: Client;
  readonly limits: Limits;
  /** Which positions are judged; default: every open one. */
  readonly filters?: Pick<Filters, "asset" | "exchange"> | undefined;
  /** Whether a failure of a part is a warning whatever its cause. */
  readonly isAside?: boolean;
  /** Whether nothing counts unless every portfolio was listed. */
  readonly needsAll?: boolean;
  /** Changes each position before it is judged. */
  readonly prepare?: (position: Position) => Position;
}

/**
 * Fetches the open positions, their legs where the list leaves doubt, and the settled funding of
 * their markets, and judges them.
 * @throws the errors of listing positions; a failure of another part is reported
 */
export async function collectPortfolio(
  context: Context,
  { client, limits, filters, isAside = false, needsAll, prepare }: CollectOptions,
): Promise<Collected> {
  const ignored = limits.ignore.flatMap(({ position }) => position ?? []);
  const checked = await openPositions(context, client, { isAside, needsAll, ignored, ...filters });
  const { unchecked, handles, heading, empty, lost } = checked;
  const positions = prepare === undefined ? checked.positions : checked.positions.map(prepare);
  const now = client.serviceNow();
  const { signal } = context.io;
  const funding = await recentFunding(context, positions, now, { client, signal, isAside });
  const { historyOf } = funding;
  const unfetched = funding.asked.filter((id) => historyOf(id) === undefined).length;
  const { statusOf } = await import("../../analytics/portfolio/status.js");
  const criteria: Criteria = { limits, now, historyOf, isUnchecked: (id) => unchecked.has(id) };
  return {
    ...{ positions, handles, historyOf, criteria, heading, empty, lost },
    ownerOf: (await context.portfolios()).of,
    status: statusOf(positions, historyOf, criteria),
    isWhole: unchecked.size === 0 && unfetched === 0 && lost.length === 0,
    missing: checked.missing + unfetched + lost.length,
    failure: gravestOf([checked.failure, funding.failure]),
  };
}
