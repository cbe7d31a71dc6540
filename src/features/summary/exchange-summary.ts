import { Big } from "big.js";
import type { Measure } from "../../analytics/measure.js";
import {
  type ExchangeRisk,
  exchangesOf,
  type HeldSums,
  heldSums,
} from "../../analytics/portfolio/exchanges.js";
import { mayHideAClosedLeg } from "../../analytics/position/doubt.js";
import { heldLegs } from "../../analytics/position/held-legs.js";
import { effectiveFunding, feesPaidOf } from "../../analytics/position/leg.js";
import { legRisksOf } from "../../analytics/position/leg-risk.js";
import type { Freshness } from "../../analytics/position/mark.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import type { LegDetail, Performance, Position } from "../../client/resources/position.js";

/** What the legs on an exchange hold, earned and cost. docs/reference/figures/summary.md, "By exchange". */
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
}

/** A sum of legs beside that of the performances of the same positions, USD. */
export interface Against {
  readonly legs: Measure;
  readonly performances: Measure;
  /** Legs minus performances. */
  readonly difference: Measure;
}

/** Legs by exchange, with what they come to. */
export interface ExchangesSummary {
  /** The largest gross notional first. */
  readonly rows: readonly ExchangeSummary[];
  readonly positions: number;
  /** Over the held legs of all exchanges. */
  readonly held: HeldSums;
  readonly funding: Against;
  readonly fees: Against;
  /** Legs whose funding is overridden, each with its position. */
  readonly overridden: readonly { readonly position: Position; readonly leg: LegDetail }[];
  /** Positions in no price PnL, since a held leg has no mark price. */
  readonly unmarked: readonly Position[];
}

/** A listed position, with its legs in full where they were fetched. */
export interface DetailedPosition {
  readonly position: Position;
  readonly legs: readonly LegDetail[] | undefined;
}

const NO_LIMIT = { unit: "percent", amount: new Big(0) } as const;

/** Sums positions by the exchange of each leg. */
export function summariseExchanges(
  all: readonly DetailedPosition[],
  clock: Freshness,
): ExchangesSummary {
  const whole = all.map(withLegs);
  const risks = all.flatMap((it) => legRisksOf(withLegs(it), clock, NO_LIMIT, isUnchecked(it)));
  const names = whole.flatMap(({ legs }) => legs.map(({ exchange }) => exchange));
  const detailed = all.flatMap(({ position, legs }) => (legs ? [{ position, legs }] : []));
  return {
    rows: exchangesOf(risks, names).map((risk) => ({
      ...risk,
      ...legsOn(risk.exchange, all, clock.now),
    })),
    positions: all.length,
    held: heldSums(risks),
    funding: against(detailed, all.length, fundingOfLeg, ({ funding_pnl }) => funding_pnl),
    fees: against(detailed, all.length, feesPaidOf, ({ fees }) => fees.paid),
    overridden: detailed.flatMap(({ position, legs }) =>
      legs.filter(({ funding }) => funding.override !== null).map((leg) => ({ position, leg })),
    ),
    unmarked: whole.filter((position) =>
      heldLegs(position).some(({ mark_price }) => mark_price === null),
    ),
  };
}

function isUnchecked({ position, legs }: DetailedPosition): boolean {
  return legs === undefined && mayHideAClosedLeg(position);
}

function withLegs({ position, legs }: DetailedPosition): Position {
  return legs === undefined ? position : { ...position, legs: [...legs] };
}

function fundingOfLeg(leg: LegDetail): Figure {
  return decimal(effectiveFunding(leg));
}

function legsOn(exchange: string, all: readonly DetailedPosition[], asOf: number) {
  const there = all.filter(({ position }) =>
    position.legs.some((leg) => leg.exchange === exchange),
  );
  const known = there.flatMap(({ legs = [] }) => legs.filter((leg) => leg.exchange === exchange));
  const listed = there.flatMap(({ position }) =>
    position.legs.filter((leg) => leg.exchange === exchange),
  );
  const measure = (amountOf: (leg: LegDetail) => Figure): Measure => {
    const amounts = known.flatMap((leg) => amountOf(leg) ?? []);
    return {
      value: amounts.length === 0 ? null : sumOf(amounts),
      ...{ unit: "usd", asOf, counted: amounts.length, of: listed.length },
    };
  };
  return {
    positions: there.length,
    allLegs: listed.length,
    unchecked: there.filter(isUnchecked).length,
    funding: measure(fundingOfLeg),
    fees: measure(feesPaidOf),
  };
}

/** Compares the legs with the performances of the positions that have both. */
function against(
  detailed: readonly { readonly position: Position; readonly legs: readonly LegDetail[] }[],
  of: number,
  amountOf: (leg: LegDetail) => Figure,
  sent: (performance: Performance) => number,
): Against {
  let [legs, performances] = [new Big(0), new Big(0)];
  let counted = 0;
  for (const { position, legs: own } of detailed) {
    const whole = position.performance && decimal(sent(position.performance));
    const parts = sumOf(own.map(amountOf));
    if (whole == null || parts === null) continue;
    counted++;
    performances = performances.plus(whole);
    legs = legs.plus(parts);
  }
  const measure = (value: Big): Measure => ({
    value: counted === 0 ? null : value,
    ...{ unit: "usd", counted, of },
  });
  return {
    legs: measure(legs),
    performances: measure(performances),
    difference: measure(legs.minus(performances)),
  };
}
