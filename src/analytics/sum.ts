import { Big } from "big.js";
import { type Figure, percentOf, sumOf } from "../base/decimal.js";
import type { Measure } from "./measure.js";

/** A sum over several positions. */
export interface CountedSum extends Measure {
  readonly counted: number;
  readonly of: number;
  /** How much of the gross notional the counted positions are, percent. */
  readonly grossShare?: Figure | undefined;
  /** A mark price is missing in that, and the open price stands for it. */
  readonly grossShareAbout?: boolean | undefined;
}

/** The gross notional, with the open price where a mark price is missing. */
export interface Gross {
  readonly value: Figure;
  readonly about: boolean;
}

/** The moment of a figure, milliseconds since the epoch: undefined where it has none, null where it is not told. */
export type Moment = number | null | undefined;

/** What a sum has to know of a position besides its figure. */
export interface Summand {
  readonly gross: Gross;
  readonly isStale: boolean;
  readonly at: Moment;
}

/** The older of two moments; one that is not told may be older than any. */
export function older(a: Moment, b: Moment): Moment {
  if (a === undefined || b === undefined) return a === undefined ? b : a;
  return a === null || b === null ? null : Math.min(a, b);
}

/** Adds gross notionals up. */
export function createShare() {
  let sum: Figure = new Big(0);
  let about = false;
  return {
    add(gross: Gross) {
      sum = sumOf([sum, gross.value]);
      if (gross.about) about = true;
    },
    result: (): Gross => ({ value: sum, about }),
  };
}

/** Adds one figure of positions up, USD; a position without it does not take part. */
export function createSum() {
  let value = new Big(0);
  let counted = 0;
  let stale = false;
  let at: Moment;
  const share = createShare();
  return {
    add(figure: Figure, summand: Summand) {
      if (figure === null) return;
      value = value.plus(figure);
      counted++;
      if (summand.isStale) stale = true;
      at = older(at, summand.at);
      share.add(summand.gross);
    },
    result: (of: number, whole: Gross): CountedSum => ({
      value: counted === 0 ? null : value,
      unit: "usd",
      asOf: at ?? undefined,
      counted,
      of,
      ...(counted < of && {
        grossShare: percentOf(share.result().value, whole.value),
        grossShareAbout: whole.about,
      }),
      stale,
    }),
  };
}
