import { Big } from "big.js";
import type { Measure } from "../../analytics/measure.js";
import {
  type ExchangeRisk,
  exchangesOf,
  type HeldSums,
  hasPricePnl,
  heldSums,
} from "../../analytics/portfolio/exchanges.js";
import { totalsOf } from "../../analytics/portfolio/totals.js";
import { mayHideAClosedLeg } from "../../analytics/position/doubt.js";
import { effectiveFunding, feesPaidOf } from "../../analytics/position/leg.js";
import { legRisksOf } from "../../analytics/position/leg-risk.js";
import type { Freshness } from "../../analytics/position/mark.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import type { Leg, LegDetail, Performance, Position } from "../../client/resources/position.js";
import { type EvenMargin, evenMargin } from "./even-margin.js";

/** What the legs on an exchange hold, earned and cost. src/features/summary/explain.md, "By exchange". */
export interface ExchangeSummary extends ExchangeRisk {
  /** Number of positions with a leg there. */
  readonly positions: number;
  /** Number of legs there, closed ones too. */
  readonly allLegs: number;
  /** Number of these positions of which a leg may be closed and could not be checked. */
  readonly unchecked: number;
  /** Override, else calculated funding of all legs, USD; `counted` of `of` are legs. */
  readonly funding: Measure;
  /** Fees paid of all legs, USD; likewise. */
  readonly fees: Measure;
  /** As of {@link EvenMargin}; null if unknown. */
  readonly toMove: Figure;
}

/** A sum of legs beside that of the performances of the same positions, USD. */
export interface Against {
  readonly legs: Measure;
  readonly performances: Measure;
  /** Legs minus performances. */
  readonly difference: Measure;
}

/** Legs by exchange, with their sums. */
export interface ExchangesSummary {
  /** The largest gross notional first. */
  readonly rows: readonly ExchangeSummary[];
  readonly positions: number;
  /** Over the held legs of all exchanges; net and gross are those of the positions, which they count. */
  readonly held: HeldSums;
  readonly even: EvenMargin;
  readonly funding: Against;
  readonly fees: Against;
  /** Legs whose funding is overridden, each with its position. */
  readonly overridden: readonly { readonly position: Position; readonly leg: LegDetail }[];
  /** Positions in no price PnL, since that of a held leg is unknown. */
  readonly unpriced: readonly Position[];
}

const NO_LIMIT = { unit: "percent", amount: new Big(0) } as const;

/**
 * Sums positions by the exchange of each leg.
 * @param all positions with their performance, and with their legs in full where they were fetched
 */
export function summariseExchanges(all: readonly Position[], clock: Freshness): ExchangesSummary {
  const unchecked = new Set(all.filter(mayHideAClosedLeg).map(({ position_id: id }) => id));
  const risks = all.flatMap((it) => {
    return legRisksOf(it, clock, NO_LIMIT, unchecked.has(it.position_id));
  });
  const { figures: totals } = totalsOf(all, clock, (id) => unchecked.has(id));
  const names = all.flatMap(({ legs }) => legs.map(({ exchange }) => exchange));
  const exchanges = exchangesOf(risks, names);
  const even = evenMargin(exchanges);
  return {
    rows: exchanges.map((risk) => ({
      ...{ ...risk, ...legsOn(risk.exchange, all, clock.now) },
      toMove: even.toMove.get(risk.exchange) ?? null,
    })),
    positions: all.length,
    held: { ...heldSums(risks), net: totals.net_notional, gross: totals.gross_notional },
    even,
    funding: against(all, fundingOfLeg, ({ funding_pnl }) => funding_pnl),
    fees: against(all, feesPaidOf, ({ fees }) => fees.paid),
    overridden: all.flatMap((position) =>
      position.legs
        .filter(isInFull)
        .filter(({ funding }) => funding.override !== null)
        .map((leg) => ({ position, leg })),
    ),
    unpriced: all.filter((it) => !hasPricePnl(it)),
  };
}

function isInFull(leg: Leg | LegDetail): leg is LegDetail {
  return "funding" in leg;
}

function fundingOfLeg(leg: LegDetail): Figure {
  return decimal(effectiveFunding(leg));
}

function legsOn(exchange: string, all: readonly Position[], asOf: number) {
  const isThere = (leg: Leg) => leg.exchange === exchange;
  const there = all.filter(({ legs }) => legs.some(isThere));
  const legs = there.flatMap((position) => position.legs.filter(isThere));
  const measure = (amountOf: (leg: LegDetail) => Figure): Measure => {
    const amounts = legs.filter(isInFull).flatMap((leg) => amountOf(leg) ?? []);
    return {
      value: amounts.length === 0 ? null : sumOf(amounts),
      ...{ unit: "usd", asOf, counted: amounts.length, of: legs.length },
    };
  };
  return {
    positions: there.length,
    allLegs: legs.length,
    unchecked: there.filter(mayHideAClosedLeg).length,
    funding: measure(fundingOfLeg),
    fees: measure(feesPaidOf),
  };
}

/** Compares the legs with the performances of the positions that have both. */
function against(
  all: readonly Position[],
  amountOf: (leg: LegDetail) => Figure,
  sent: (performance: Performance) => number,
): Against {
  const both = all.flatMap(({ performance, legs }) => {
    const whole = performance && decimal(sent(performance));
    const parts = sumOf(legs.map((leg) => (isInFull(leg) ? amountOf(leg) : null)));
    return whole == null || parts === null ? [] : [{ whole, parts }];
  });
  const measure = (amounts: readonly Big[]): Measure => ({
    value: amounts.length === 0 ? null : sumOf(amounts),
    ...{ unit: "usd", counted: amounts.length, of: all.length },
  });
  return {
    legs: measure(both.map(({ parts }) => parts)),
    performances: measure(both.map(({ whole }) => whole)),
    difference: measure(both.map(({ parts, whole }) => parts.minus(whole))),
  };
}
