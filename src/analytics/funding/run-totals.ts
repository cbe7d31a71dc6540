import { Big } from "big.js";
import { recordOf } from "../../base/map-values.js";
import { HOUR_MS } from "../../base/time/periods.js";
import type { Position } from "../../client/resources/position.js";
import { coverageOver } from "../coverage.js";
import type { Measure } from "../measure.js";
import { RUN_HOURS } from "./run.js";
import type { RunInputs } from "./run-legs.js";
import { type Runs, SHOWN_WINDOWS, type ShownWindow } from "./shown-runs.js";
import { surenessOfSum } from "./sum-uncertainty.js";

/** Funding of several positions over a window. */
export interface RunTotal {
  /** USD settled since the opening of each. */
  readonly settled: Measure;
  /** USD per day at the current size. */
  readonly perDay: Measure;
  /** Number of counted positions opened within the window. */
  readonly younger: number;
}

export type RunTotals = Readonly<Record<ShownWindow, RunTotal>>;

/** A position with its runs. */
export interface PaidPosition {
  readonly position: Position;
  readonly runs: Runs;
}

/** Sums runs, without those that are unknown. src/features/status/explain.md, "Now". */
export function runTotals(all: readonly PaidPosition[], inputs: RunInputs): RunTotals {
  const sureness = createSureness(all, inputs);
  return recordOf(SHOWN_WINDOWS, (window) => {
    const runs = all.map((it) => it.runs[window]);
    const perDay = sumOfMeasures(
      runs.map((run) => run.perDay),
      "usd_per_day",
    );
    const counted = runs.filter((run) => run.settled.value !== null);
    return {
      settled: sumOfMeasures(
        runs.map((run) => run.settled),
        "usd",
      ),
      perDay: { ...perDay, ...sureness(window) },
      younger: counted.filter((run) => run.openedWithin !== undefined).length,
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

/** Sums measures, with the time of the oldest. */
function sumOfMeasures(parts: readonly Measure[], unit: Measure["unit"]): Measure {
  const known = parts.filter(({ value }) => value !== null);
  const times = known.flatMap(({ asOf }) => asOf ?? []);
  return {
    value:
      known.length === 0
        ? null
        : known.reduce((sum, { value }) => (value === null ? sum : sum.plus(value)), new Big(0)),
    unit,
    asOf: times.length === 0 ? undefined : Math.min(...times),
    counted: known.length,
    of: parts.length,
    ...coverageOver(parts),
  };
}
