import { RUN_HOURS, type Run, type RunWindow, runsOverWindows } from "../analytics/funding/run.js";
import type { Position } from "../client/resources/records.js";
import { answer } from "../output/record.js";
import { runField } from "../views/position/run-fields.js";
import { POSITION } from "../views/row-fields.js";
import { type Facts, prepared } from "./facts.js";
import type { Result } from "./result.js";

interface ShownRuns extends Pick<Position, "position_id" | "asset"> {
  readonly runs: Readonly<Record<RunWindow, Run>>;
}

const RUN = answer<ShownRuns>("run", [
  ...POSITION,
  ...(Object.keys(RUN_HOURS) as RunWindow[]).map((window) =>
    runField<ShownRuns>(window, ({ runs }) => runs[window]),
  ),
]);

/**
 * Returns the funding of a position a day at its current quantity, from what was settled in the last 24 hours,
 * 3, 7 and 30 days, as a row of `carry positions outlook -o json` has it, with the position and its asset.
 * @param position an open one, as `client.positions.list` or `client.positions.get` returns it
 * @returns figures in USD a day, with their standard error and coverage; a figure is null if a leg has no
 * market id, its events are unknown, or less than 95 % of the time is covered
 */
export function runOf(position: Position, facts: Facts): Result {
  const { positions, ...inputs } = prepared([position], facts);
  const [whole = position] = positions;
  return RUN.json({ ...whole, runs: runsOverWindows(whole, inputs) }).value;
}
