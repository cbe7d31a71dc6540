import { Big } from "big.js";
import { descending, type Figure, percentOf } from "../../base/decimal.js";
import type { Measure } from "../measure.js";
import { heldLegs } from "../position/held-legs.js";
import { aboutNotionalOf, pricePnlOf, signOf } from "../position/leg.js";
import type { LegRisk } from "../position/leg-risk.js";
import { type Addend, type CountedSum, createShare, type Gross, sumOver } from "../sum.js";

/** What legs hold together. docs/reference/figures/summary.md, "By exchange". */
export interface HeldSums {
  readonly legs: number;
  /** Notionals, USD; `counted` of `of` are legs. */
  readonly long: CountedSum;
  readonly short: CountedSum;
  readonly net: CountedSum;
  readonly gross: CountedSum;
  /** Notional ÷ leverage, USD. */
  readonly margin: CountedSum;
  /** Unrealized price PnL of the positions of which every held leg has a mark price, USD. */
  readonly pricePnl: CountedSum;
}

/** What is held on an exchange, by its legs. */
export interface ExchangeRisk extends HeldSums {
  readonly exchange: string;
  /** Share of the gross notional of all exchanges, percent; the open price for a missing mark. */
  readonly share: Measure;
}

/**
 * Sums legs by exchange, largest gross notional first.
 * @param others further exchanges, on which nothing may be held
 */
export function exchangesOf(
  risks: readonly LegRisk[],
  others: readonly string[] = [],
): ExchangeRisk[] {
  const names = [...new Set([...risks.map(({ leg }) => leg.exchange), ...others])].sort();
  const whole = grossOf(risks);
  return names
    .map((exchange) => {
      const there = risks.filter(({ leg }) => leg.exchange === exchange);
      return { exchange, ...heldSums(there), share: shareOf(grossOf(there), whole) };
    })
    .sort((a, b) => descending(a.share.value, b.share.value));
}

/** Sums legs, whatever their exchange. */
export function heldSums(risks: readonly LegRisk[]): HeldSums {
  const sum = (figureOf: (risk: LegRisk) => Figure, some = risks) =>
    sumOver(some, (risk) => addendOf(risk, figureOf(risk)), new Big(0));
  const onSide = (side: "long" | "short") =>
    sum(
      ({ notional }) => notional.value,
      risks.filter(({ leg }) => leg.side === side),
    );
  return {
    legs: risks.length,
    long: onSide("long"),
    short: onSide("short"),
    net: sum(({ notional, leg }) => notional.value?.times(signOf(leg)) ?? null),
    gross: sum(({ notional }) => notional.value),
    margin: sum(({ margin }) => margin.value),
    pricePnl: sum(pricePnl),
  };
}

function addendOf(risk: LegRisk, value: Figure): Addend {
  const { asOf, stale = false } = risk.notional;
  const { isUnchecked } = risk;
  return { value, gross: aboutNotional(risk), isStale: stale, at: asOf ?? null, isUnchecked };
}

/** Returns the price PnL of a leg; null if a held leg of its position has no mark price. */
function pricePnl({ position, leg, notional }: LegRisk): Figure {
  const isMarked = heldLegs(position).every(({ mark_price }) => mark_price !== null);
  return isMarked && notional.value !== null ? pricePnlOf(leg) : null;
}

function grossOf(risks: readonly LegRisk[]): Gross {
  const share = createShare();
  for (const risk of risks) share.add(aboutNotional(risk));
  return share.result();
}

function aboutNotional({ position, leg }: LegRisk): Gross {
  return { value: aboutNotionalOf(leg, position.status), about: leg.mark_price === null };
}

function shareOf(own: Gross, whole: Gross): Measure {
  return {
    value: percentOf(own.value, whole.value),
    unit: "percent",
    base: "notional",
    about: own.about || whole.about ? true : undefined,
  };
}
