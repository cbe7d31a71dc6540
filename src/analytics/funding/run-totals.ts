import { Big } from "big.js";
import { recordOf } from "../../base/map-values.js";
import type { Measure } from "../measure.js";
import { type Runs, SHOWN_WINDOWS, type ShownWindow } from "./shown-runs.js";

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

/** Sums runs, without those that are unknown. */
export function runTotals(all: readonly Runs[]): RunTotals {
  return recordOf(SHOWN_WINDOWS, (window) => {
    const runs = all.map((it) => it[window]);
    const settled = sumOfMeasures(
      runs.map((run) => run.settled),
      "usd",
    );
    const perDay = sumOfMeasures(
      runs.map((run) => run.perDay),
      "usd_per_day",
    );
    const counted = runs.filter((run) => run.settled.value !== null);
    const younger = counted.filter((run) => run.openedWithin !== undefined).length;
    return { settled, perDay, younger };
  });
}

/** Sums measures, with the coverage of the least covered and the time of the oldest. */
function sumOfMeasures(parts: readonly Measure[], unit: Measure["unit"]): Measure {
  const known = parts.filter(({ value }) => value !== null);
  const least = (values: readonly (number | undefined)[]) => {
    const known = values.filter((it) => it !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  };
  return {
    value:
      known.length === 0
        ? null
        : known.reduce((sum, { value }) => (value === null ? sum : sum.plus(value)), new Big(0)),
    unit,
    asOf: least(known.map(({ asOf }) => asOf)),
    counted: known.length,
    of: parts.length,
    coveredHours: least(known.map(({ coveredHours }) => coveredHours)),
    wantedHours: least(known.map(({ wantedHours }) => wantedHours)),
  };
}
