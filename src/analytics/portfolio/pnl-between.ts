import { Big } from "big.js";
import { type Figure, PERCENT, sumOf } from "../../base/decimal.js";
import { recordOf } from "../../base/map-values.js";
import { ratioOf, rounded } from "../../base/whole.js";
import type { Measure } from "../measure.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { createShare } from "../sum.js";
import { type LeftOutSum, leftOutSum } from "./left-out.js";
import { addParts, NO_PARTS, PART_NAMES, type PartName, residualOf } from "./parts.js";
import type { Aside, AsideCode, Track } from "./tracked-position.js";
import type { Settlement } from "./tracker.js";

/** Figures of the PnL between two moments, by their JSON names. */
export const PNL_FIGURES = [
  ...PART_NAMES,
  "delta",
  "basis",
  "residual",
  "return_on_notional",
] as const;
export type PnlFigure = (typeof PNL_FIGURES)[number];
export type PnlFigures = Readonly<Record<PnlFigure, Measure>> & {
  /** What the positions of the return held on average, USD; null for nothing. */
  readonly notional: Figure;
};

/** Reasons for which a position without a step is in no sum. */
const IN_NO_SUM: ReadonlySet<AsideCode> = new Set(["net_unknown", "first_seen", "first_known"]);

/** Reports whether an aside means that a position without a step is in no sum. */
export function isInNoSum({ code }: Aside): boolean {
  return IN_NO_SUM.has(code);
}

/** Keeps an aside unless its position has one of that code; a later `net_unknown` replaces the earlier. */
export function keepFirst(asides: Map<string, Aside>, aside: Aside): void {
  const key = `${aside.code} ${aside.track.last.positionId}`;
  if (aside.code === "net_unknown" || !asides.has(key)) asides.set(key, aside);
}

/** Returns the kept asides without those `net_unknown` whose net PnL is known again. */
export function lasting(asides: ReadonlyMap<string, Aside>): Aside[] {
  return [...asides.values()].filter(
    ({ code, track }) => code !== "net_unknown" || track.last.parts === null,
  );
}

/** Returns the figures of a settlement. src/features/pnl/explain.md, "Between two moments". */
export function figuresOf(settlement: Settlement): PnlFigures {
  const { steps, to } = settlement;
  const missing = apartOf(settlement).size;
  const of = steps.length + missing;
  const isNone = steps.length === 0 && missing > 0;
  const known = (value: Figure): Measure => ({
    value: isNone ? null : value,
    unit: "usd",
    ...{ asOf: to, counted: steps.length, of },
  });
  const sum = steps.reduce((before, { parts }) => addParts(before, parts), NO_PARTS);
  const { value, counted, notional } = returnOf(settlement, sum.net_pnl);
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
    return_on_notional: { value, unit: "percent", base: "notional", asOf: to, counted, of },
    notional,
  };
}

/** Returns the positions of a settlement that are in no sum. */
export function apartOf({ steps, asides }: Settlement): ReadonlySet<Track> {
  const inSum = new Set(steps.map(({ track }) => track));
  const apart = asides.filter((it) => isInNoSum(it) && !inSum.has(it.track));
  return new Set(apart.map(({ track }) => track));
}

/** Returns the net PnL of the positions in the sum in percent of what they held on average. */
function returnOf({ steps, held, from, to }: Settlement, net: Big) {
  const all = steps.flatMap(({ track }) => held.get(track) ?? []);
  const area = all.reduce((sum, it) => sum.plus(it.area), new Big(0));
  const counted = steps.length - all.filter(({ isKnown }) => !isKnown).length;
  if (area.eq(0) || to <= from) return { value: null, notional: null, counted };
  const time = new Big(to - from);
  const value = ratioOf(net.times(time).times(100), area);
  return { value, notional: ratioOf(area, time), counted };
}

/** Returns the positions whose PnL counts in a settlement, but of which no snapshot has the notional. */
export function unsizedOf({ steps, held }: Settlement): Aside[] {
  return steps.flatMap(({ track }): Aside[] => {
    if (held.get(track)?.isKnown !== false) return [];
    const { isNew, first, firstAt } = track;
    return [{ code: "notional_unknown", track, since: isNew ? first.openedAt : firstAt }];
  });
}

/**
 * Returns the known changes of positions in no sum: since they were first listed, or from 0 if they were
 * opened since the moment before that. @param all every position, for the share
 */
export function leftOutBetween(apart: ReadonlySet<Track>, all: readonly Track[]): LeftOutSum {
  const change = ({ first, last, isNew }: Track, name: PartName) => {
    const [before, after] = [isNew ? new Big(0) : first.partOf(name), last.partOf(name)];
    return before === null || after === null ? null : after.minus(before);
  };
  const share = createShare();
  for (const { last, isListed } of all) if (isListed) share.add(aboutGrossOf(last));
  const amounts = [...apart].map((track) => ({
    realized: change(track, "spread_realized"),
    funding: change(track, "funding_pnl"),
    fees: sumOf([change(track, "fees_paid"), change(track, "fees_estimated_exit")]),
    gross: aboutGrossOf(track.last),
  }));
  return leftOutSum(amounts, share.result());
}

/** Decimals of the product of returns, more than are printed. */
const DECIMALS = 30;

/**
 * Returns the time-weighted return of consecutive stretches of time, percent: Π(1 + r) - 1. A stretch
 * without notional and PnL changes nothing; null if the return of another one is unknown.
 */
export function timeWeighted(stretches: readonly PnlFigures[]): Figure {
  let product = new Big(1);
  for (const { return_on_notional: own, net_pnl: net } of stretches) {
    if (own.value === null && net.value?.eq(0) === true) continue;
    if (own.value === null) return null;
    product = product.times(own.value.times(PERCENT).plus(1)).round(DECIMALS, Big.roundHalfEven);
  }
  return rounded(product.minus(1).times(100));
}
