import { Big } from "big.js";
import { type Figure, PERCENT } from "../../../base/decimal.js";
import type { Cause } from "../../causes.js";

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

/** A cause that is left out: of all positions, or of those with this name or beginning of an id. */
export interface Ignored {
  readonly code: Cause;
  readonly position: string | undefined;
  /** Time of the service at which that ends, milliseconds since the epoch; never when omitted. */
  readonly until?: number | undefined;
}

/** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
export function inForce(all: readonly Ignored[], now: number): readonly Ignored[] {
  return all.filter(({ until = Number.POSITIVE_INFINITY }) => now < until);
}
