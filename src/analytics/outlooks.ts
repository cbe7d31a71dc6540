import type { Position } from "../client/resources/position.js";
import type { Freshness } from "./mark.js";
import { OUTLOOK_WINDOWS, type Outlook, outlookOf, turnedFirst } from "./outlook.js";
import { OUTLOOK_STATES, type OutlookState } from "./outlook-states.js";
import { aboutGrossOf } from "./position-figures.js";
import type { RunWindow } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { type CountedSum, createShare, createSum } from "./sum.js";

/** Outlooks of several positions, those that have turned first, with their sums. */
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

/** Computes the outlooks of positions. */
export function outlooksOf(
  positions: readonly Position[],
  inputs: RunInputs & Freshness,
): Outlooks {
  const outlooks = turnedFirst(positions.map((position) => outlookOf(position, inputs)));
  const sumOver = (figureOf: (outlook: Outlook) => Outlook["leaving"]) => {
    const [sum, whole] = [createSum(), createShare()];
    for (const outlook of outlooks) {
      const gross = aboutGrossOf(outlook.position);
      const { value, asOf, stale = false } = figureOf(outlook);
      whole.add(gross);
      sum.add(value, { gross, isStale: stale, at: asOf });
    }
    return sum.result(outlooks.length, whole.result());
  };
  const runs = OUTLOOK_WINDOWS.map((window) => {
    const sum = sumOver((outlook) => outlook.runs[window].perDay);
    return [window, { ...sum, unit: "usd_per_day" }] as const;
  });
  const count = (state: OutlookState | undefined) =>
    outlooks.filter((outlook) => outlook.state === state).length;
  const states = OUTLOOK_STATES.map((state) => [state, count(state)] as const);
  return {
    outlooks,
    totals: {
      runs: Object.fromEntries(runs) as Outlooks["totals"]["runs"],
      leaving: sumOver(({ leaving }) => leaving),
      states: {
        ...(Object.fromEntries(states) as Record<OutlookState, number>),
        unknown: count(undefined),
      },
    },
  };
}
