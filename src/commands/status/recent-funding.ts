import { heldLegs } from "../../analytics/held.js";
import type { HistoryOf } from "../../analytics/run.js";
import { RUN_HISTORY_MS } from "../../analytics/runs.js";
import type { Client } from "../../client/client.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { MEANINGS } from "../../command/errors/kinds.js";
import { inParallel } from "../../command/fetch-each.js";
import { settledEvents } from "../../command/settled-events.js";
import { tellWorst } from "./tell-worst.js";

/** Settled funding of several markets, as far back as a run looks. */
export interface RecentFunding {
  /** Undefined for a market whose history could not be had. */
  readonly historyOf: HistoryOf;
  /** The markets that were asked for. */
  readonly asked: readonly number[];
  /** The gravest failure, already reported; undefined when there is none. */
  readonly failure: Failure | undefined;
}

/** How the settled funding is asked for. */
export interface FundingRequest {
  readonly client: Client;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** A warning where the funding is beside what was asked for; a failure when omitted. */
  readonly tellAs?: "failure" | "warning";
  /** Asks for no other market once one has failed in a way that may pass. */
  readonly untilFailure?: boolean;
}

/**
 * Fetches the settled funding of the markets in which positions hold something, of each market once
 * and a few at a time. Failures are told together; an interruption ends all.
 * @param now the time of the service, milliseconds since the epoch
 */
export async function recentFunding(
  context: Context,
  positions: readonly Position[],
  now: number,
  { client, signal, tellAs, untilFailure = false }: FundingRequest,
): Promise<RecentFunding> {
  const marketIds = marketsOf(positions);
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
  return {
    historyOf: (marketId) => histories.get(marketId),
    asked: [...histories.keys(), ...failures.keys()],
    failure: await tellWorst(
      context,
      [...failures.values()],
      `funding of ${failures.size} of ${marketIds.length} markets`,
      tellAs,
    ),
  };
}

function marketsOf(positions: readonly Position[]): number[] {
  const ids = positions.flatMap((position) => heldLegs(position).map((leg) => leg.market_id));
  return [...new Set(ids.filter((id) => id !== null))];
}
