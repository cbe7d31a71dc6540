import type { Run, RunWindow } from "../../analytics/funding/run.js";
import { type Field, plain } from "../../output/record.js";
import { type FigureLook, figure } from "../measure-fields.js";

const RUN =
  "Funding per day at the current size, from what settled in the window, USD; counted and of are settled events of the least complete leg.";
const OPENED_WITHIN =
  "Whether the position was opened within the window, so that earlier events count.";

/** Returns the field of the funding of a position a day over a window, a column if it has a look. */
export function runField<T>(
  window: RunWindow,
  run: (it: T) => Run,
  look?: FigureLook<T>,
): Field<T> {
  const of = (it: T) => run(it).perDay;
  return figure(`run_${window}`, RUN, look === undefined ? of : { of, ...look }, [
    plain("opened_within", "flag", OPENED_WITHIN, (it) => run(it).openedWithin !== undefined),
  ]);
}
