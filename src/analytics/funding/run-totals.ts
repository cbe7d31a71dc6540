import { recordOf } from "../../base/map-values.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Position } from "../../client/resources/position.js";
import { coverageOver } from "../coverage.js";
import type { Measure } from "../measure.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { type CountedSum, sumOver } from "../sum.js";
import { RUN_HOURS } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { type Runs, SHOWN_WINDOWS, type ShownWindow } from "./shown-runs.js";
import { surenessOfSum } from "./sum-uncertainty.js";

/** Funding of several positions over a window. */
export interface RunTotal {
  /** USD settled since the opening of each. */
  readonly settled: CountedSum;
  /** USD per day at the current size. */
  readonly perDay: CountedSum;
  /** Number of counted positions opened within the window. */
  readonly younger: number;
}

export type RunTotals = Readonly<Record<ShownWindow, RunTotal>>;

/** A position with its runs. */
export interface PaidPosition {
  readonly position: Position;
  readonly runs: Runs;
}

/**
 * Sums runs, without those that are unknown.
 * @param isUnchecked whether a leg of a position may be closed; default: none
 */
export function runTotals(
  all: readonly PaidPosition[],
  inputs: RunInputs,
  isUnchecked: (positionId: string) => boolean = () => false,
): RunTotals {
  const sureness = createSureness(all, inputs);
  return recordOf(SHOWN_WINDOWS, (window) => {
    const counted = all.filter(({ runs }) => runs[window].settled.value !== null);
    const sum = (name: "settled" | "perDay") =>
      sumOfRuns(all, ({ runs }) => runs[window][name], isUnchecked);
    return {
      settled: sum("settled"),
      perDay: { ...sum("perDay"), ...sureness(window) },
      younger: counted.filter(({ runs }) => runs[window].openedWithin !== undefined).length,
    };
  });
}

/** Returns how sure the sum over a window is; computed once for windows with the same known positions. */
function createSureness(all: readonly PaidPosition[], inputs: RunInputs) {
  const known = new Map<string, ReturnType<typeof surenessOfSum>>();
  return (window: ShownWindow) => {
    const some = all.filter(({ runs }) => runs[window].perDay.value !== null);
    const key = some.map(({ position }) => position.position_id).join();
    const sureness =
      known.get(key) ??
      surenessOfSum(
        some.map(({ position }) => position),
        inputs,
      );
    known.set(key, sureness);
    return sureness(RUN_HOURS[window] * HOUR_MS);
  };
}

/** Sums a run over the positions that have it, each over its own window, with the time of the oldest. */
function sumOfRuns<T extends { readonly position: Position }>(
  all: readonly T[],
  runOf: (it: T) => Measure,
  isUnchecked: (positionId: string) => boolean,
): CountedSum {
  const { stale: _, ...sum } = sumOver(all, (it) => {
    const { value, asOf } = runOf(it);
    const { position } = it;
    const doubt = { isStale: false, isUnchecked: isUnchecked(position.position_id) };
    return { value, gross: aboutGrossOf(position), at: asOf, ...doubt };
  });
  const runs = all.map(runOf);
  return { ...sum, unit: runs[0]?.unit ?? "usd_per_day", ...coverageOver(runs) };
}
