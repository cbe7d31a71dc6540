import type { Freshness } from "../../analytics/position/mark.js";
import type { Handles } from "../../base/names/handle.js";
import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import { withField } from "../../client/validate/stand-in.js";
import type { Context } from "../../command/context.js";
import type { ExitCode } from "../../command/errors/exit-codes.js";
import { exitCodeOf, type Failure, gravestOf } from "../../command/errors/failure.js";
import { inParallel } from "../../command/fetch-each.js";
import { printComputed } from "../../command/print-computed.js";
import { failedParts, LEGS, reportParts } from "../../command/report-parts.js";
import { counted } from "../../output/text/counted.js";
import { allPositions } from "../../portfolio/positions/every-position.js";
import type { ShownSummary, SummaryInputs } from "./record.js";

/**
 * Sums the legs of positions by exchange. Each position is fetched in full, a few at a time, since the
 * listing has neither the funding nor the fees of a leg.
 * @returns the exit code; legs that could not be fetched are in no sum of funding or fees
 */
export async function sumUpExchanges(
  context: Context,
  client: Client,
  request: Parameters<typeof allPositions>[2],
  clock: Freshness,
  inputs: SummaryInputs,
  shown: ShownSummary,
): Promise<ExitCode | undefined> {
  const { summariseExchanges } = await import("./exchange-summary.js");
  const { EXCHANGES } = await import("./exchange-record.js");
  const { differenceLines, exchangesView } = await import("./exchanges.js");
  const { positions: listed, ...rest } = await allPositions(context, client, request);
  for (const position of listed) shown.handles.add(position);
  const { all, failure } = await inFull(context, client, listed, shown.handles);
  const summary = summariseExchanges(all, clock);
  const { isSeveral, of: ownerOf, without } = await context.portfolios();
  const rows = summary.rows.map((it) => ({ ...it, ...ownerOf() }));
  const json = () => {
    const portfolios = without(rest.lost).map((owner) => {
      const own = all.filter(({ position_id: id }) => ownerOf(id) === owner);
      return { ...owner, totals: isSeveral ? summariseExchanges(own, clock) : summary };
    });
    return EXCHANGES.json({ inputs, rows, totals: summary, portfolios });
  };
  await printComputed(context, { json, rows, view: exchangesView(summary, clock, shown) });
  const { format } = await context.outputOptions();
  if (!format.isLaidOut && all.length > 0) {
    for (const line of differenceLines(summary)) context.messages.note("LEGS_DIFFER", line);
  }
  return exitCodeOf(gravestOf([rest.failure, failure]));
}

/** Returns positions with their legs in full; as listed where they could not be fetched. */
async function inFull(
  context: Context,
  client: Client,
  listed: readonly Position[],
  handles: Handles,
): Promise<{ readonly all: readonly Position[]; readonly failure: Failure | undefined }> {
  if (listed.length === 0) return { all: listed, failure: undefined };
  const { signal } = context.io;
  const whole = counted(listed.length, "position");
  context.messages.note("IN_FULL", `fetching ${whole} in full, for their legs`);
  let fetched = 0;
  const results = await inParallel(listed, async ({ position_id: id }) => {
    const position = await client.positions.get(id, { signal });
    fetched++;
    context.progress.update(`legs of ${fetched} of ${whole}`);
    return position;
  });
  signal.throwIfAborted();
  const failed = failedParts(listed.map(handles.of), results);
  const all = listed.map((position, index) => {
    const result = results[index];
    return result?.status === "fulfilled" ? withField(position, "legs", result.value) : position;
  });
  return { all, failure: await reportParts(context, failed, LEGS, { asked: listed.length }) };
}
