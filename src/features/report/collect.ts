import type { Limits } from "../../analytics/position/limits.js";
import { ArchiveError } from "../../archive/errors.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import { keptSince } from "../../client/resources/resolution.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { gapsBetween } from "../../figures/period/gaps.js";
import { Divider } from "../../figures/period/periods.js";
import { withLooks } from "../../portfolio/looks/looks.js";
import { type Collected, collectPortfolio } from "../../portfolio/positions/collect.js";
import type { ReportData } from "../../report/data.js";
import { withPrintedNames } from "../../report/names.js";

/** What a report is about. */
export interface ReportWish {
  readonly limits: Limits;
  /** Start of what is shown over time, milliseconds since the epoch. */
  readonly start: number;
}

/** Collects a report. @throws the errors of listing positions; other failures are reported and returned */
export async function collectReport(
  context: Context,
  { limits, start }: ReportWish,
): Promise<{ readonly data: ReportData; readonly failure: Failure | undefined }> {
  const client = await context.client(CONCURRENCY);
  const collected = await collectPortfolio(context, { client, limits, prepare: withPrintedNames });
  const { positions, historyOf, criteria, status, isWhole, failure } = collected;
  const { each } = await context.portfolios();
  const { statusOf } = await import("../../analytics/portfolio/status.js");
  const portfolios = each(collected, status, (some) => statusOf(some, historyOf, criteria));
  const { now, isUnchecked } = criteria;
  const { riskOf } = await import("../../analytics/position/risk.js");
  const { portfolioFunding } = await import("../../analytics/funding/portfolio-funding.js");
  const { margin, staleMs } = limits;
  const from = Math.max(start, keptSince(now));
  const eventsOf = historyOf;
  const inputs = { margin, staleMs, now, historyOf, stresses: [], isUnchecked };
  return {
    failure,
    data: {
      ...{ portfolios, positions, status, isWhole },
      risk: riskOf(positions, inputs),
      moves: await movesOf(context, client, collected),
      funding: { ...portfolioFunding(positions, { eventsOf, start: from, end: now }), start: from },
      history: await recordedHistory(context, start),
    },
  };
}

/** Returns the book's moves; undefined with a warning if the markets could not be fetched. */
async function movesOf(
  context: Context,
  client: Client,
  collected: Collected,
): Promise<ReportData["moves"]> {
  try {
    const { loadMoves } = await import("../../portfolio/load-moves.js");
    const { groupIn } = await import("../../portfolio/positions/group-in.js");
    return (await loadMoves(context, client, groupIn(collected))).moves;
  } catch (error) {
    context.io.signal.throwIfAborted();
    const { message } = context.failureOf(error);
    context.messages.warning("PART_FAILED", `the moves of the book are left out: ${message}`);
    return undefined;
  }
}

/** Returns what was made between the looks since a time. */
async function recordedHistory(context: Context, start: number): Promise<ReportData["history"]> {
  try {
    const found = await withLooks(context, { start }, {}, async ({ looks }) => {
      const [each, days] = [new Divider("look"), new Divider("day")];
      for await (const gap of gapsBetween(looks())) {
        each.add(gap);
        days.add(gap);
      }
      return { looks: each.periods(), days: days.periods() };
    });
    return found ?? "no archive";
  } catch (error) {
    // Without a home directory there is no place for one.
    if (error instanceof UsageError) return "no archive";
    if (!(error instanceof ArchiveError)) throw error;
    context.messages.warning("PART_FAILED", `net PnL over time is left out: ${error.message}`);
    return "not readable";
  }
}
