import { heldLegs } from "../../analytics/held.js";
import type { HistoryOf } from "../../analytics/run-legs.js";
import { RUN_HISTORY_MS } from "../../analytics/runs.js";
import type { Client } from "../../client/client.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { MEANINGS } from "../../command/errors/kinds.js";
import { inParallel } from "../../command/fetch-each.js";
import { settledEvents } from "../../command/settled-events.js";
import { partFailed, reportWorst } from "./report-worst.js";

/** Settled funding of several markets, as far back as runs need it. */
export interface RecentFunding {
  /** Returns undefined for a market whose history could not be fetched. */
  readonly historyOf: HistoryOf;
  /** The markets that were fetched, or that failed. */
  readonly asked: readonly number[];
  /** Worst failure, already reported; undefined without one. */
  readonly failure: Failure | undefined;
}

/** Options of the requests for settled funding. */
export interface FundingRequest {
  readonly client: Client;
  /** Aborts the requests. */
  readonly signal: AbortSignal;
  /** `warning` if the funding is secondary to the request; a failure when omitted. */
  readonly reportAs?: "failure" | "warning";
  /** Stops requesting markets after a temporary failure. */
  readonly untilFailure?: boolean;
}

/**
 * Fetches the settled funding of the markets in which positions hold something, each market once and
 * a few at a time. Reports all failures together; an interruption aborts all requests.
 * @param now time of the service, milliseconds since the epoch
 */
export function recentFunding(
  context: Context,
  positions: readonly Position[],
  now: number,
  request: FundingRequest,
): Promise<RecentFunding> {
  return recentFundingOf(context, marketsOf(positions), now, request);
}

/** Does the same for markets. */
export async function recentFundingOf(
  context: Context,
  marketIds: readonly number[],
  now: number,
  { client, signal, reportAs, untilFailure = false }: FundingRequest,
): Promise<RecentFunding> {
  context.progress.update(`funding of ${marketIds.length} markets`);
  const histories = new Map<number, readonly FundingPoint[]>();
  const failures = new Map<number, unknown>();
  let isOver = false;
  await inParallel(marketIds, async (marketId) => {
    if (isOver) return;
    try {
      const range = { start: now - RUN_HISTORY_MS };
      const events = await settledEvents(context, client, marketId, range, signal);
      histories.set(
        marketId,
        events.map(({ value }) => value as FundingPoint),
      );
    } catch (error) {
      failures.set(marketId, error);
      isOver = untilFailure && MEANINGS[context.failureOf(error).kind].retryable;
    }
  });
  signal.throwIfAborted();
  const failed = marketIds.filter((id) => failures.has(id));
  return {
    historyOf: (marketId) => histories.get(marketId),
    asked: [...histories.keys(), ...failures.keys()],
    failure: await reportWorst(
      context,
      [...failures.values()],
      partFailed("funding", failed, `${marketIds.length} markets`),
      reportAs,
    ),
  };
}

/** Returns the markets in which positions hold something, each once. */
export function marketsOf(positions: readonly Position[]): number[] {
  const ids = positions.flatMap((position) => heldLegs(position).map((leg) => leg.market_id));
  return [...new Set(ids.filter((id) => id !== null))];
}
