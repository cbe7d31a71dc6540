import type { Big } from "big.js";
import { type Figure, PERCENT } from "../../../base/decimal.js";
import type { Ignored } from "../../ignored.js";

/** A limit in USD, or in percent of N, the notional of the larger side. */
export interface Limit {
  readonly unit: "usd" | "percent";
  readonly amount: Big;
}

/** Price move until the initial margin is lost, percent or in standard deviations of a day's change. */
export interface MarginLimit {
  readonly unit: "percent" | "sd";
  readonly amount: Big;
}

/** Limits beyond which a position needs attention. */
export interface Limits {
  /** Difference of the sides, percent of the larger one. */
  readonly imbalance: Big;
  readonly loss: Limit;
  /** Funding paid per day. */
  readonly paying: Limit;
  readonly margin: MarginLimit;
  /** Age beyond which a mark price is stale, milliseconds. */
  readonly staleMs: number;
  /** Age beyond which a performance is a reason, milliseconds. */
  readonly stalePerformanceMs: number;
  readonly ignore: readonly Ignored[];
}

/** Returns a limit in USD; null if it is a percentage of an unknown notional. */
export function limitInUsd({ unit, amount }: Limit, notional: Figure): Figure {
  return unit === "usd" ? amount : (notional?.times(amount).times(PERCENT) ?? null);
}
