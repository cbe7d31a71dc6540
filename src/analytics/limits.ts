import type { Big } from "big.js";
import type { Figure } from "../base/decimal.js";
import type { ReasonCode } from "../base/reason-codes.js";

/** How much is too much: USD, or percent of N, the notional of the larger side. */
export interface Limit {
  readonly unit: "usd" | "percent";
  readonly amount: Big;
}

/** From where on something needs attention. docs/analytics.md, "What needs attention". */
export interface Limits {
  /** Percent of the larger side. */
  readonly imbalance: Big;
  readonly loss: Limit;
  /** A day. */
  readonly paying: Limit;
  /** Percent that the price may move until the initial margin is gone. */
  readonly margin: Big;
  /** Milliseconds beyond which a mark price, or the performance, is out of date. */
  readonly staleMs: number;
  /** Milliseconds beyond which that of the performance is a reason. */
  readonly stalePerformanceMs: number;
  readonly ignore: readonly {
    readonly code: ReasonCode;
    /** The beginning of a position id; of all where undefined. */
    readonly prefix: string | undefined;
  }[];
}

/** A limit in USD; null where it is a part of a notional that is not known. */
export function limitInUsd({ unit, amount }: Limit, notional: Figure): Figure {
  return unit === "usd" ? amount : (notional?.times(amount).div(100) ?? null);
}
