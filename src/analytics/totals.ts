import { Big } from "big.js";
import { decimal, type Figure, percentOf, sumOf } from "../base/decimal.js";
import { instantOf } from "../client/listing/record-time.js";
import type { Performance, Position } from "../client/resources/position.js";
import { createAprMean } from "./apr.js";
import { balanceOf, exposureOf } from "./hedge.js";
import { heldLegs } from "./held.js";
import { aboutNotionalOf } from "./leg.js";
import {
  type Freshness,
  hasMarkOfUnknownAge,
  restsOnStaleMark,
  restsOnStalePerformance,
} from "./mark.js";
import type { Measure } from "./measure.js";

/** What makes up the net PnL, and that itself: summed over the same positions. */
const PARTS = [
  "funding_pnl",
  "fees",
  "fees_paid",
  "fees_estimated_exit",
  "spread_pnl",
  "net_pnl",
] as const;
const HOLDINGS = ["gross_notional", "net_notional", "unhedged_notional"] as const;

/** All figures of a group, by the names that they have in JSON; USD, but for the last. */
export const FIGURES = [...HOLDINGS, ...PARTS, "apr"] as const;

export type FigureName = (typeof FIGURES)[number];

/** A figure of several positions. */
export interface Counted extends Measure {
  readonly counted: number;
  readonly of: number;
  /** How much of the gross notional the counted positions are, percent. */
  readonly grossShare?: Figure | undefined;
  /** A mark price is missing in that, and the open price stands for it. */
  readonly grossShareAbout?: boolean | undefined;
  /** USD that an APR rests on. */
  readonly capital?: Figure | undefined;
  /** Of how many positions that is estimated. */
  readonly estimated?: number | undefined;
}

/** A position that is in none of the sums of the net PnL, with what is known of it. */
export interface LeftOut {
  readonly positionId: string;
  readonly asset: string;
  readonly funding: Figure;
  readonly fees: Figure;
  readonly why: "mark_missing" | "net_pnl_missing" | "performance_missing";
}

/** What positions come to together. Formulas: docs/analytics.md, "Totals". */
export interface Totals {
  readonly positions: number;
  readonly open: number;
  readonly closed: number;
  /** How many of them have a stale mark price, on which all but funding and fees rest. */
  readonly stale: number;
  /** How many have a mark price whose age is not told. */
  readonly ageless: number;
  /** How many open ones have a performance that is out of date. */
  readonly stalePerformance: number;
  /** When the oldest performance of an open one was worked out, milliseconds since the epoch. */
  readonly asOf: number | undefined;
  readonly figures: Readonly<Record<FigureName, Counted>>;
  readonly notInNetPnl: readonly LeftOut[];
}

/** Adds positions up one by one. */
export interface Accumulator {
  add(position: Position): void;
  totals(): Totals;
}

/**
 * Sums positions up; a position whose figure is missing does not take part in that figure, and one
 * whose net PnL is missing in none of its parts.
 * @param clock the time of the service; read at each position
 */
export function createAccumulator(clock: Freshness): Accumulator {
  const sums = new Map(FIGURES.filter(isSum).map((name) => [name, createSum()]));
  const whole = createShare();
  const apr = createAprMean();
  const notInNetPnl: LeftOut[] = [];
  const counts = { positions: 0, open: 0, closed: 0, stale: 0, ageless: 0, stalePerformance: 0 };
  let asOf: number | undefined;
  return {
    add(position) {
      counts.positions++;
      counts[position.status]++;
      const stale = restsOnStaleMark(position, clock);
      const isOld = restsOnStalePerformance(position, clock);
      if (stale) counts.stale++;
      if (isOld) counts.stalePerformance++;
      if (hasMarkOfUnknownAge(position)) counts.ageless++;
      asOf = oldest(asOf, calculatedAt(position));
      const gross = aboutGrossOf(position);
      whole.add(gross);
      const figures = figuresOf(position);
      for (const [name, sum] of sums) {
        const isStale = (stale && isAtMark(name)) || (isOld && isOfPerformance(name));
        sum.add(figures[name], gross, isStale);
      }
      if (figures.net_pnl === null) notInNetPnl.push(leftOut(position));
      apr.add(position);
    },
    totals() {
      const of = counts.positions;
      const sumsTold = [...sums].map(([name, sum]) => [
        name,
        { ...sum.result(of, whole.result()), ...(isOfPerformance(name) && { asOf }) },
      ]);
      const { value, counted, estimated, capital, about } = apr.result();
      const told: Counted = {
        ...{ value, unit: "percent_per_year", counted, of, capital, estimated, about },
        stale: counts.stale + counts.stalePerformance > 0,
        asOf,
      };
      const figures = { ...Object.fromEntries(sumsTold), apr: told } as Totals["figures"];
      return { ...counts, asOf, figures, notInNetPnl };
    },
  };
}

/**
 * What these positions come to together.
 */
export function totalsOf(positions: Iterable<Position>, clock: Freshness): Totals {
  const accumulator = createAccumulator(clock);
  for (const position of positions) accumulator.add(position);
  return accumulator.totals();
}

type SumName = Exclude<FigureName, "apr">;

function isSum(name: FigureName): name is SumName {
  return name !== "apr";
}

function isOfPerformance(name: SumName): boolean {
  return !HOLDINGS.some((it) => it === name);
}

/** When the performance of an open position was worked out, milliseconds since the epoch. */
function calculatedAt({ status, performance }: Position): number | undefined {
  return status === "open" && performance ? instantOf(performance.calculated_at) : undefined;
}

function oldest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Funding and fees are what they are, whatever the price. */
function isAtMark(name: SumName): boolean {
  return !/^(funding|fees)/.test(name);
}

/** The figures of one position; null where the service tells none. */
function figuresOf(position: Position): Record<SumName, Figure> {
  const { performance } = position;
  const { grossNotional, netNotional } = exposureOf(position);
  return {
    gross_notional: grossNotional,
    net_notional: netNotional,
    unhedged_notional: balanceOf(position).unhedged?.abs() ?? null,
    ...partsOf(performance),
  };
}

const NO_PARTS = Object.fromEntries(PARTS.map((name) => [name, null])) as Record<
  (typeof PARTS)[number],
  Figure
>;

/** The parts of a net PnL and it, or none of them. */
function partsOf(performance: Performance | undefined): typeof NO_PARTS {
  if (performance === undefined) return NO_PARTS;
  const parts = {
    funding_pnl: decimal(performance.funding_pnl),
    fees: feesOf(performance),
    fees_paid: decimal(performance.fees.paid),
    fees_estimated_exit: decimal(performance.fees.estimated_exit),
    spread_pnl: spreadOf(performance),
    net_pnl: decimal(performance.net_pnl),
  };
  return Object.values(parts).includes(null) ? NO_PARTS : parts;
}

function isMarkMissing(position: Position): boolean {
  return heldLegs(position).some((leg) => leg.mark_price === null);
}

function leftOut(position: Position): LeftOut {
  const { position_id, asset, performance } = position;
  const why = isMarkMissing(position) ? "mark_missing" : "net_pnl_missing";
  return {
    positionId: position_id,
    asset,
    funding: decimal(performance?.funding_pnl ?? null),
    fees: performance === undefined ? null : feesOf(performance),
    why: performance === undefined ? "performance_missing" : why,
  };
}

/** Fees paid and to come, USD. */
export function feesOf({ fees }: Performance): Figure {
  return sumOf([decimal(fees.paid), decimal(fees.estimated_exit)]);
}

/** What the prices have brought, realized and not, USD. */
export function spreadOf({ spread_pnl }: Performance): Figure {
  return sumOf([decimal(spread_pnl.realized), decimal(spread_pnl.unrealized)]);
}

/** The gross notional, with the open price where a mark price is missing. */
interface Gross {
  readonly value: Figure;
  readonly about: boolean;
}

function aboutGrossOf(position: Position): Gross {
  const { status, legs } = position;
  const value = sumOf(legs.map((leg) => aboutNotionalOf(leg, status)));
  return { value, about: isMarkMissing(position) };
}

function createShare() {
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

function createSum() {
  let value = new Big(0);
  let counted = 0;
  let stale = false;
  const share = createShare();
  return {
    add(figure: Figure, gross: Gross, isStale: boolean) {
      if (figure === null) return;
      value = value.plus(figure);
      counted++;
      if (isStale) stale = true;
      share.add(gross);
    },
    result: (of: number, whole: Gross): Counted => ({
      value: counted === 0 ? null : value,
      unit: "usd",
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
