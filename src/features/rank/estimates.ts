import { Big } from "big.js";
import { readable } from "../../analytics/position/larger-side.js";
import { ratioOf } from "../../base/whole.js";
import type { Ranked } from "./ranked.js";
import { type SureMean, shrunkOf } from "./shrunk.js";

const [YEAR_DAYS, MONTH_DAYS] = [365, 30];

/** Returns the mean of 30 days of a pair with its standard error; undefined if one is unknown. */
export function sureMeanOf({ windows: { "30d": month } }: Ranked): SureMean | undefined {
  if (month.value === null || month.se === undefined) return undefined;
  return { mean: month.value.toNumber(), se: month.se };
}

const FILLS = 4;

/** Adds to a pair what follows from the other pairs and from a fee. @param tauSquared undefined if unknown */
export function withEstimates(
  ranked: Ranked,
  tauSquared: number | undefined,
  fee: Big | undefined,
): Ranked {
  const { "30d": month } = ranked.windows;
  const mean = sureMeanOf(ranked);
  const shrunk = mean && tauSquared !== undefined ? shrunkOf(mean, tauSquared) : Number.NaN;
  const fills = fee?.times(FILLS * 100 * YEAR_DAYS);
  const net = month.value && fills ? month.value.minus(ratioOf(fills, new Big(MONTH_DAYS))) : null;
  const pays = month.value !== null && readable(month.value).gt(0) ? month.value : undefined;
  return {
    ...ranked,
    shrunk: { ...ranked.shrunk, value: Number.isFinite(shrunk) ? new Big(shrunk) : null },
    net: { ...ranked.net, value: net },
    earnedIn: { ...ranked.earnedIn, value: pays && fills ? ratioOf(fills, pays) : null },
  };
}
