import { fundingPast } from "../../book/funding/funding-past.js";
import { oneIdOf } from "../../book/positions/ids-from-stdin.js";
import { AnswerError } from "../../client/errors.js";
import { lifeOf, positionFunding } from "../../figures/engine/funding/position-funding.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf, gravestOf } from "../../run/errors/kinds.js";
import { printComputed, printerOf, printNext } from "../../run/print.js";
import { DAYS, daysView, fundingRows } from "./days-screen.js";
import { fetchDetails } from "./details.js";

/**
 * Prints the settled funding of a position in USD by UTC day, with the cumulative sum. Where there is an
 * archive, each event counts at the size that snapshots have recorded, else at the current quantity.
 */
export async function printDays(context: Context, typed: readonly string[]): Promise<ExitCode> {
  await (await printerOf(context)).check(daysView());
  const name = await oneIdOf(context, typed, "--days");
  const { items, handles, client, failure } = await fetchDetails(context, [name], NO_PERFORMANCE);
  const [item] = items;
  if (item === undefined) return exitCodeOf(failure);
  const { value: position } = item;
  const { start, end } = lifeOf(position, client.serviceNow());
  refuseUndated(position.position_id, start, end);
  const wanted = { position, portfolioId: position.portfolio_id, start, end };
  const past = await fundingPast(context, client, [wanted]);
  const funding = positionFunding(position, past.inputsOf(wanted));
  const handle = handles.of(position);
  const shown = { position, handle, funding, start, end };
  const json = () => DAYS.json(shown);
  await printComputed(context, { json, rows: fundingRows(shown), view: daysView(shown) });
  await printNext(context, [["get", handle]]);
  return exitCodeOf(gravestOf([failure, past.failure]));
}

const NO_PERFORMANCE = { performance: false };

/** @throws {AnswerError} when the time of opening or closing cannot be read */
function refuseUndated(id: string, start: number, end: number): void {
  if (!Number.isNaN(end - start)) return;
  const field = Number.isNaN(start) ? "opened_at" : "closed_at";
  throw new AnswerError(`position ${id} does not match the interface: ${field} cannot be read`);
}
