import { recordOf } from "../../base/map-values.js";
import type { Position } from "../../client/resources/position.js";
import { totalsOf } from "../portfolio/totals.js";
import type { Freshness } from "../position/mark.js";
import type { CountedSum } from "../sum.js";
import { costliestFirst, OUTLOOK_WINDOWS, type Outlook, outlookOf } from "./outlook.js";
import type { RunWindow } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { sumOfRuns } from "./run-totals.js";
import { OUTLOOK_STATES, type OutlookState } from "./state-names.js";

/** Outlooks of several positions, what costs most a day first, with their sums. */
export interface Outlooks {
  readonly outlooks: readonly Outlook[];
  readonly totals: {
    /** USD per day. */
    readonly runs: Readonly<Record<RunWindow, CountedSum>>;
    /** Estimated exit fees, USD, over the positions whose net PnL is known. */
    readonly leaving: CountedSum;
    readonly states: Readonly<Record<OutlookState | "unknown", number>>;
  };
}

/** Computes the outlooks of positions. @param isUnchecked whether a leg of a position may be closed */
export function outlooksOf(
  positions: readonly Position[],
  inputs: RunInputs & Freshness,
  isUnchecked: (positionId: string) => boolean,
): Outlooks {
  const outlooks = costliestFirst(positions.map((position) => outlookOf(position, inputs)));
  const count = (wanted: OutlookState | "unknown") =>
    outlooks.filter(({ state = "unknown" }) => state === wanted).length;
  return {
    outlooks,
    totals: {
      runs: recordOf(OUTLOOK_WINDOWS, (window) =>
        sumOfRuns(outlooks, ({ runs }) => runs[window].perDay, isUnchecked),
      ),
      leaving: totalsOf(positions, inputs, isUnchecked).figures.fees_estimated_exit,
      states: recordOf([...OUTLOOK_STATES, "unknown"], count),
    },
  };
}
