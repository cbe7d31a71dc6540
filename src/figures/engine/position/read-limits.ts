import { Big } from "big.js";
import type { Limit, Limits, MarginLimit } from "./limits.js";

/** A limit as settings give it, in plain digits. */
interface InDigits<U> {
  readonly unit: U;
  readonly amount: string;
}

/** Limits as settings give them; times in milliseconds. */
export interface ReadLimits {
  readonly imbalance: string | undefined;
  readonly loss: InDigits<Limit["unit"]> | undefined;
  readonly paying: InDigits<Limit["unit"]> | undefined;
  readonly margin: InDigits<MarginLimit["unit"]> | undefined;
  readonly stale: number | undefined;
  readonly stalePerformance: number | undefined;
  readonly ignore: Limits["ignore"] | undefined;
}

/** Returns limits with exact amounts. */
export function limitsOf(read: ReadLimits): Limits {
  return {
    imbalance: new Big(read.imbalance ?? 0),
    loss: exact(read.loss, "usd"),
    paying: exact(read.paying, "usd"),
    margin: exact(read.margin, "sd"),
    staleMs: read.stale ?? 0,
    stalePerformanceMs: read.stalePerformance ?? 0,
    ignore: read.ignore ?? [],
  };
}

/** Returns a limit with its exact amount. @param unit of a limit of 0, if none is set */
function exact<U>(read: InDigits<U> | undefined, unit: U) {
  return { unit: read?.unit ?? unit, amount: new Big(read?.amount ?? 0) };
}
