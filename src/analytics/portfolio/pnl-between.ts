import { Big } from "big.js";
import { type Figure, PERCENT, percentOf, sumOf } from "../../base/decimal.js";
import { recordOf } from "../../base/map-values.js";
import type { Measure } from "../measure.js";
import { sizeOf } from "../position/larger-side.js";
import { addParts, NO_PARTS, PART_NAMES, residualOf } from "./parts.js";
import type { Aside, AsideCode, Settlement, Step } from "./tracker.js";

/** Figures of the PnL between two moments, by their JSON names. */
export const PNL_FIGURES = [
  ...PART_NAMES,
  "delta",
  "basis",
  "residual",
  "return_on_notional",
] as const;
export type PnlFigure = (typeof PNL_FIGURES)[number];
export type PnlFigures = Readonly<Record<PnlFigure, Measure>>;

/** Reasons for which a position without a step is in no sum. */
const IN_NO_SUM: ReadonlySet<AsideCode> = new Set(["net_unknown", "first_seen", "first_known"]);

/** Keeps an aside unless its position has one of that code; a later unknown stretch replaces it. */
export function keepFirst(asides: Map<string, Aside>, aside: Aside): void {
  const key = `${aside.code} ${aside.track.last.positionId}`;
  if (aside.code === "net_unknown" || !asides.has(key)) asides.set(key, aside);
}

/** Returns the kept asides without unknown stretches that are over. */
export function lasting(asides: ReadonlyMap<string, Aside>): Aside[] {
  return [...asides.values()].filter(
    ({ code, track }) => code !== "net_unknown" || track.last.parts === null,
  );
}

/** Returns the figures of a settlement. docs/reference/figures/pnl.md, "Between two moments". */
export function figuresOf({ steps, asides, to }: Settlement): PnlFigures {
  const inSum = new Set(steps.map(({ track }) => track));
  const apart = asides.filter(({ code, track }) => IN_NO_SUM.has(code) && !inSum.has(track));
  const missing = new Set(apart.map(({ track }) => track)).size;
  const of = steps.length + missing;
  const isNone = steps.length === 0 && missing > 0;
  const known = (value: Figure): Measure => ({
    value: isNone ? null : value,
    unit: "usd",
    ...{ asOf: to, counted: steps.length, of },
  });
  const sum = steps.reduce((before, { parts }) => addParts(before, parts), NO_PARTS);
  const delta = sumOf(steps.map((step) => step.delta()));
  const lack = delta === null ? ({ unknown: "mark_missing" } as const) : {};
  return {
    ...recordOf(PART_NAMES, (name) => known(sum[name])),
    residual: known(residualOf(sum)),
    delta: { ...known(delta), ...lack },
    basis: {
      ...known(delta && sum.spread_realized.plus(sum.spread_unrealized).minus(delta)),
      ...lack,
    },
    return_on_notional: { ...returnOf(steps), unit: "percent", asOf: to, of },
  };
}

/** Returns the PnL of the positions that held something at the beginning, percent of that. */
function returnOf(steps: readonly Step[]): Pick<Measure, "value" | "counted"> {
  let [pnl, notional, counted] = [new Big(0), new Big(0), 0];
  for (const { parts, start } of steps) {
    const size = sizeOf(start);
    if (size === null || size.eq(0)) continue; // held nothing, or opened and closed meanwhile
    pnl = pnl.plus(parts.net_pnl);
    notional = notional.plus(size);
    counted++;
  }
  return { value: percentOf(pnl, notional), counted };
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
