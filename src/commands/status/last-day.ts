import { heldLegs } from "../../analytics/held.js";
import { DAY_MS } from "../../analytics/periods.js";
import type { Client } from "../../api/client.js";
import type { FundingPoint } from "../../api/funding.js";
import type { Position } from "../../api/position.js";
import type { Context } from "../../context.js";
import type { ExitCode } from "../../exit-codes.js";
import { inParallel } from "../fetch-each.js";
import { settledEvents } from "../settled-events.js";

/** Settled funding of several markets over the last day. */
export interface LastDay {
  /** Undefined for a market whose history could not be had. */
  readonly historyOf: (marketId: number) => readonly FundingPoint[] | undefined;
  /** 0, or the exit code of the worst failure. */
  readonly exitCode: ExitCode;
}

/**
 * Fetches the settled funding of the markets in which positions hold something, of each market once
 * and a few at a time. Failures are told together; an interruption ends all.
 * @param now the time of the service, milliseconds since the epoch
 */
export async function fundingOfLastDay(
  context: Context,
  client: Client,
  positions: readonly Position[],
  now: number,
): Promise<LastDay> {
  const { signal } = context.io;
  const marketIds = marketsOf(positions);
  context.progress.update(`funding of ${marketIds.length} markets`);
  const results = await inParallel(marketIds, (marketId) =>
    settledEvents(context, client, marketId, { start: now - DAY_MS }),
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
    exitCode: await tellFailures(context, failures, marketIds.length),
  };
}

function marketsOf(positions: readonly Position[]): number[] {
  const ids = positions.flatMap((position) => heldLegs(position).map((leg) => leg.market_id));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Tells the worst failure for all of them; others are most often the same again. */
async function tellFailures(
  context: Context,
  failures: readonly unknown[],
  markets: number,
): Promise<ExitCode> {
  const codeOf = (failure: unknown) => context.failureOf(failure).exitCode;
  const [worst] = failures.toSorted((a, b) => codeOf(b) - codeOf(a));
  if (worst === undefined) return 0;
  return context.tellFailure(worst, `funding of ${failures.length} of ${markets} markets`);
}
