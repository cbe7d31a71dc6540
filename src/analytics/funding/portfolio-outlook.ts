import { recordOf } from "../../base/map-values.js";
import type { Position } from "../../client/resources/position.js";
import { coverageOver } from "../coverage.js";
import type { Measure } from "../measure.js";
import type { Freshness } from "../position/mark.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { type CountedSum, sumOver } from "../sum.js";
import { costliestFirst, OUTLOOK_WINDOWS, type Outlook, outlookOf } from "./outlook.js";
import type { RunWindow } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { OUTLOOK_STATES, type OutlookState } from "./state-names.js";

/** Outlooks of several positions, what costs most a day first, with their sums. */
export interface Outlooks {
  readonly outlooks: readonly Outlook[];
  readonly totals: {
    /** USD per day. */
    readonly runs: Readonly<Record<RunWindow, CountedSum>>;
    /** Estimated exit fees, USD. */
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
  const sum = (figureOf: (outlook: Outlook) => Measure, isOfHeld: boolean) =>
    sumOver(outlooks, (outlook) => {
      const { position } = outlook;
      const { value, asOf, stale = false, ageUnknown } = figureOf(outlook);
      const isDoubtful = isOfHeld && isUnchecked(position.position_id);
      const rest = { isStale: stale, at: ageUnknown ? null : asOf, isUnchecked: isDoubtful };
      return { value, gross: aboutGrossOf(position), ...rest };
    });
  const count = (wanted: OutlookState | "unknown") =>
    outlooks.filter(({ state = "unknown" }) => state === wanted).length;
  return {
    outlooks,
    totals: {
      runs: recordOf(OUTLOOK_WINDOWS, (window) => ({
        ...sum(({ runs }) => runs[window].perDay, true),
        ...coverageOver(outlooks.map(({ runs }) => runs[window].perDay)),
        unit: "usd_per_day",
      })),
      leaving: sum(({ leaving }) => leaving, false),
      states: recordOf([...OUTLOOK_STATES, "unknown"], count),
    },
  };
}
