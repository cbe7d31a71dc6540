import { Big } from "big.js";
import { type Figure, percentOf } from "../../base/decimal.js";
import type { Measure } from "../measure.js";
import { createShare, type Gross } from "../sum.js";

/** What is known of a position that is in no sum of the net PnL, USD. */
export interface LeftOutAmounts {
  readonly realized: Figure;
  readonly funding: Figure;
  /** Fees paid and estimated exit fees. */
  readonly fees: Figure;
  readonly gross: Gross;
}

/** What is known of all positions that are in no sum of the net PnL. */
export interface LeftOutSum {
  readonly positions: number;
  /** Sums over the positions whose amount is known, USD. */
  readonly realized: Measure;
  readonly funding: Measure;
  readonly fees: Measure;
  /** Their share of the gross notional of all, percent, at open prices where marks are missing. */
  readonly grossShare: Figure;
  readonly grossShareAbout: boolean;
}

/** Sums what is known of positions in no sum. @param whole gross notional of all positions */
export function leftOutSum(all: readonly LeftOutAmounts[], whole: Gross): LeftOutSum {
  const share = createShare();
  for (const { gross } of all) share.add(gross);
  const sum = (name: "realized" | "funding" | "fees"): Measure => {
    const known = all.flatMap((it) => it[name] ?? []);
    const value = known.length === 0 ? null : known.reduce((a, b) => a.plus(b), new Big(0));
    return { value, unit: "usd", counted: known.length, of: all.length };
  };
  return {
    positions: all.length,
    ...{ realized: sum("realized"), funding: sum("funding"), fees: sum("fees") },
    grossShare: percentOf(share.result().value, whole.value),
    grossShareAbout: whole.about,
  };
}
