import { heldLegs } from "../../analytics/held.js";
import type { HistoryOf } from "../../analytics/run.js";
import { RUN_HISTORY_MS } from "../../analytics/runs.js";
import type { Client } from "../../client/client.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { inParallel } from "../../command/fetch-each.js";
import { settledEvents } from "../../command/settled-events.js";
import { tellWorst } from "./tell-worst.js";

/** Settled funding of several markets, as far back as a run looks. */
export interface RecentFunding {
  /** Undefined for a market whose history could not be had. */
  readonly historyOf: HistoryOf;
  /** The gravest failure, which is told already; undefined where there is none. */
  readonly failure: Failure | undefined;
}

/**
 * Fetches the settled funding of the markets in which positions hold something, of each market once
 * and a few at a time. Failures are told together; an interruption ends all.
 * @param now the time of the service, milliseconds since the epoch
 * @param tellAs a warning where the funding is beside what was asked for
 */
export async function recentFunding(
  context: Context,
  client: Client,
  positions: readonly Position[],
  now: number,
  tellAs: "failure" | "warning" = "failure",
): Promise<RecentFunding> {
  const { signal } = context.io;
  const marketIds = marketsOf(positions);
  context.progress.update(`funding of ${marketIds.length} markets`);
  const results = await inParallel(marketIds, (marketId) =>
    settledEvents(context, client, marketId, { start: now - RUN_HISTORY_MS }),
  );
  signal.throwIfAborted();
  const histories = new Map<number, readonly FundingPoint[]>();
  const failures: unknown[] = [];
  for (const [index, marketId] of marketIds.entries()) {
    const result = results[index];
    if (result?.status !== "fulfilled") failures.push(result?.reason);
    else
      histories.set(
        marketId,
        result.value.map(({ value }) => value as FundingPoint),
      );
  }
  return {
    historyOf: (marketId) => histories.get(marketId),
    failure: await tellWorst(
      context,
      failures,
      `funding of ${failures.length} of ${marketIds.length} markets`,
      tellAs,
    ),
  };
}

function marketsOf(positions: readonly Position[]): number[] {
  const ids = positions.flatMap((position) => heldLegs(position).map((leg) => leg.market_id));
  return [...new Set(ids.filter((id) => id !== null))];
}
