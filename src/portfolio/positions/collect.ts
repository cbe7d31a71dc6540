import type { HistoryOf } from "../../analytics/funding/run-legs.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import type { Limits } from "../../analytics/position/limits.js";
import { mapInSlices } from "../../base/in-slices.js";
import type { Handles } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import type { Portfolios } from "../../command/portfolios.js";
import { recentFunding } from "../funding/recent-funding.js";
import { checkLegs } from "./check-legs.js";
import type { Filters, Selected } from "./filters.js";
import type { CountsWithout } from "./in-each-portfolio.js";
import { type OpenPositions, openPositions } from "./open-positions.js";

/** The open positions of the portfolios at one moment, and what their figures depend on. */
export interface Collected extends Pick<Selected<Position>, "heading" | "empty"> {
  /** In the order of the listing, with the legs of the full position where it was fetched. */
  readonly positions: readonly Position[];
  /** Names of the positions, unique among all open ones. */
  readonly handles: Handles;
  readonly historyOf: HistoryOf;
  readonly criteria: Criteria;
  /** Ids of positions with a leg that may be closed and could not be checked. */
  readonly unchecked: ReadonlySet<string>;
  readonly status: PortfolioStatus;
  /** Whether everything was fetched. */
  readonly isWhole: boolean;
  /** Markets whose funding could not be fetched. */
  readonly unfetched: readonly number[];
  /** Number of parts that could not be fetched; figures that depend on them are unknown. */
  readonly missing: number;
  /** The portfolios that could not be listed. */
  readonly lost: OpenPositions["lost"];
  readonly ownerOf: Portfolios["of"];
  /** Failure of a part that was reported as an error. */
  readonly failure: Failure | undefined;
}

export interface CollectOptions {
  readonly client: Client;
  readonly limits: Limits;
  /** Filters of the positions to judge; default: every open one. */
  readonly filters?: Pick<Filters, "asset" | "exchange"> | undefined;
  /** Whether a failure of a part is a warning whatever its cause. */
  readonly isAside?: boolean;
  /** Whether all portfolios have to be listed. */
  readonly needsAll?: CountsWithout;
  /** Markets whose funding is requested last. */
  readonly last?: ReadonlySet<number>;
  /** Whether a temporary failure of one market leaves the others for later. */
  readonly untilFailure?: boolean;
  /** Open positions that were listed already, with their names. */
  readonly listed?: Pick<Collected, "positions" | "handles"> | undefined;
}

/**
 * Fetches the open positions, their legs where the list leaves doubt, and the settled funding of
 * their markets, and judges them.
 * @throws the errors of listing positions; a failure of another part is reported
 */
export async function collectPortfolio(
  context: Context,
  {
    client,
    limits,
    filters,
    isAside = false,
    needsAll,
    last,
    untilFailure,
    listed,
  }: CollectOptions,
): Promise<Collected> {
  const ignored = limits.ignore.flatMap(({ position }) => position ?? []);
  const checked =
    listed === undefined
      ? await openPositions(context, client, { isAside, needsAll, ignored, ...filters })
      : await wholeLegs(context, client, listed, isAside);
  const { positions, unchecked, handles, heading, empty, lost } = checked;
  const now = client.serviceNow();
  const { signal } = context.io;
  const funding = await recentFunding(context, positions, now, {
    ...{ client, signal, isAside, last, untilFailure },
  });
  const { historyOf } = funding;
  const unfetched = funding.asked.filter((id) => historyOf(id) === undefined);
  const { judgedOf, statusOf } = await import("../../analytics/portfolio/status.js");
  const criteria: Criteria = { limits, now, historyOf, isUnchecked: (id) => unchecked.has(id) };
  const judged = await mapInSlices(positions, (it) => judgedOf(it, historyOf, criteria));
  return {
    ...{ positions, handles, historyOf, criteria, unchecked, unfetched, heading, empty, lost },
    ownerOf: (await context.portfolios()).of,
    status: statusOf(positions, historyOf, criteria, judged),
    isWhole: unchecked.size === 0 && unfetched.length === 0 && lost.length === 0,
    missing: checked.missing + unfetched.length + lost.length,
    failure: gravestOf([checked.failure, funding.failure]),
  };
}

/** Fetches listed positions in full where a leg may be closed. */
async function wholeLegs(
  context: Context,
  client: Client,
  { positions, handles }: Pick<Collected, "positions" | "handles">,
  isAside: boolean,
): Promise<OpenPositions> {
  const checked = await checkLegs(context, client, positions, handles, { isAside });
  return {
    ...checked,
    handles,
    listed: positions,
    lost: [],
    heading: undefined,
    empty: "No open positions.",
  };
}
