import { Big } from "big.js";
import { type Figure, PERCENT, percentOf } from "../base/decimal.js";
import type { Measure } from "./measure.js";
import { addParts, NO_PARTS, PART_NAMES, type PartName, residualOf } from "./parts.js";
import { sizeOf } from "./size.js";
import type { AsideCode, Settlement, Step } from "./tracker.js";

/** Figures of the PnL between two moments, by their JSON names. */
export const PNL_FIGURES = [...PART_NAMES, "residual", "return_on_notional"] as const;
export type PnlFigure = (typeof PNL_FIGURES)[number];
export type PnlFigures = Readonly<Record<PnlFigure, Measure>>;

/** Sums what positions changed by. */
export interface PnlSum {
  add(step: Pick<Step, "parts" | "start">): void;
  /**
   * Returns the figures. docs/analytics.md, "Between two moments".
   * @param asOf milliseconds since the epoch
   * @param missing number of positions that are in no sum
   */
  figures(asOf: number, missing: number): PnlFigures;
}

/** Creates a sum. */
export function createPnlSum(): PnlSum {
  let sum = NO_PARTS;
  let counted = 0;
  let sized = { pnl: new Big(0), notional: new Big(0), counted: 0 };
  return {
    add({ parts, start }) {
      sum = addParts(sum, parts);
      counted++;
      const size = sizeOf(start);
      if (size === null || size.eq(0)) return; // held nothing, or opened and closed meanwhile
      const { pnl, notional } = sized;
      sized = {
        pnl: pnl.plus(parts.net_pnl),
        notional: notional.plus(size),
        counted: sized.counted + 1,
      };
    },
    figures(asOf, missing) {
      const of = counted + missing;
      const figure = (value: Figure): Measure => ({ value, unit: "usd", asOf, counted, of });
      const isNone = counted === 0 && missing > 0;
      const known = (value: Big) => figure(isNone ? null : value);
      const parts = PART_NAMES.map((name) => [name, known(sum[name])] as const);
      return {
        ...(Object.fromEntries(parts) as Record<PartName, Measure>),
        residual: known(residualOf(sum)),
        return_on_notional: {
          value: percentOf(sized.pnl, sized.notional),
          unit: "percent",
          ...{ asOf, counted: sized.counted, of },
        },
      };
    },
  };
}

/** Reasons for which a position without a step is in no sum. */
const IN_NO_SUM: ReadonlySet<AsideCode> = new Set(["net_unknown", "first_seen", "first_known"]);

/** Returns the figures of a settlement. */
export function figuresOf({ steps, asides, to }: Settlement): PnlFigures {
  const sum = createPnlSum();
  for (const step of steps) sum.add(step);
  const inSum = new Set(steps.map(({ track }) => track));
  const apart = asides.filter(({ code, track }) => IN_NO_SUM.has(code) && !inSum.has(track));
  return sum.figures(to, new Set(apart.map(({ track }) => track)).size);
}

/** Decimals of the product of returns. */
const DECIMALS = 12;

/**
 * Returns the time-weighted return of consecutive stretches of time, percent: Π(1 + r) − 1. A stretch
 * without notional and PnL changes nothing; null if the return of another one is unknown.
 */
export function timeWeighted(stretches: readonly PnlFigures[]): Figure {
  let product = new Big(1);
  for (const { return_on_notional: own, net_pnl: net } of stretches) {
    if (own.value === null && net.value?.eq(0) === true) continue;
    if (own.value === null) return null;
    product = product.times(own.value.times(PERCENT).plus(1)).round(DECIMALS, Big.roundHalfEven);
  }
  return product.minus(1).times(100);
}
