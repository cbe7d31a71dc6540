import type { Criteria } from "../../analytics/criteria.js";
import type { Limits } from "../../analytics/limits.js";
import type { HistoryOf } from "../../analytics/run-legs.js";
import type { PortfolioStatus } from "../../analytics/status.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import { openPositions } from "../positions/open-positions.js";
import { recentFunding } from "../status/recent-funding.js";

/** The open positions of a portfolio at one moment, with what their figures rest on. */
export interface Collected {
  /** In the order of the listing, with the legs of the full position where it was fetched. */
  readonly positions: readonly Position[];
  readonly historyOf: HistoryOf;
  readonly criteria: Criteria;
  readonly status: PortfolioStatus;
  /** Whether everything that figures rest on was fetched. */
  readonly isWhole: boolean;
  /** Worst failure of a part, already reported; figures that rest on it are unknown. */
  readonly failure: Failure | undefined;
}

export interface CollectOptions {
  readonly client: Client;
  readonly limits: Limits;
  /** How parts that could not be fetched are reported; default: as failures. */
  readonly reportAs?: "failure" | "warning";
}

/**
 * Fetches the open positions, their legs where the list leaves doubt, and the settled funding of
 * their markets, and judges them.
 * @throws the errors of listing positions; a failure of another part is reported and returned
 */
export async function collectPortfolio(
  context: Context,
  { client, limits, reportAs = "failure" }: CollectOptions,
): Promise<Collected> {
  const checked = await openPositions(context, client, [], reportAs);
  const { positions, unchecked } = checked;
  const now = client.serviceNow();
  const { signal } = context.io;
  const funding = await recentFunding(context, positions, now, { client, signal, reportAs });
  const { historyOf } = funding;
  const { statusOf } = await import("../../analytics/status.js");
  const criteria: Criteria = { limits, now, isUnchecked: (id) => unchecked.has(id) };
  return {
    ...{ positions, historyOf, criteria },
    status: statusOf(positions, historyOf, criteria),
    isWhole: unchecked.size === 0 && funding.asked.every((id) => historyOf(id) !== undefined),
    failure: gravestOf([checked.failure, funding.failure]),
  };
}
