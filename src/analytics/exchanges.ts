import { Big } from "big.js";
import { type Figure, percentOf } from "../base/decimal.js";
import { heldLegs } from "./held.js";
import { aboutNotionalOf, pricePnlOf, signOf } from "./leg.js";
import type { LegRisk } from "./leg-risk.js";
import type { Measure } from "./measure.js";
import { type CountedSum, createShare, createSum } from "./sum.js";

/** What is held on an exchange, by its legs. docs/analytics.md, "By exchange". */
export interface ExchangeRisk {
  readonly exchange: string;
  readonly legs: number;
  /** Notionals, USD; `counted` of `of` are legs. */
  readonly long: CountedSum;
  readonly short: CountedSum;
  readonly net: CountedSum;
  readonly gross: CountedSum;
  /** Share of the gross notional of all exchanges, percent; the open price for a missing mark. */
  readonly share: Measure;
  /** Notional ÷ leverage, USD. */
  readonly margin: CountedSum;
  /** Unrealized price PnL of the positions of which every held leg has a mark price, USD. */
  readonly pricePnl: CountedSum;
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
    .map((exchange) =>
      riskOn(
        exchange,
        risks.filter(({ leg }) => leg.exchange === exchange),
        whole,
      ),
    )
    .sort((a, b) => compareLargest(a.share.value, b.share.value));
}

/** Sums legs of all exchanges. */
export function everyExchange(risks: readonly LegRisk[]): Omit<ExchangeRisk, "exchange" | "share"> {
  return riskOn("", risks, grossOf(risks));
}

function riskOn(exchange: string, risks: readonly LegRisk[], whole: Gross): ExchangeRisk {
  const onSide = (side: "long" | "short") =>
    sumOver(
      risks.filter(({ leg }) => leg.side === side),
      ({ notional }) => notional.value,
    );
  const own = grossOf(risks);
  return {
    exchange,
    legs: risks.length,
    long: onSide("long"),
    short: onSide("short"),
    net: sumOver(risks, ({ notional, leg }) => notional.value?.times(signOf(leg)) ?? null),
    gross: sumOver(risks, ({ notional }) => notional.value),
    share: {
      value: percentOf(own.value, whole.value),
      unit: "percent",
      about: own.about || whole.about ? true : undefined,
    },
    margin: sumOver(risks, ({ margin }) => margin.value),
    pricePnl: sumOver(risks, pricePnl),
  };
}

/** Returns the price PnL of a leg; null if a held leg of its position has no mark price. */
function pricePnl({ position, leg, notional }: LegRisk): Figure {
  const isMarked = heldLegs(position).every(({ mark_price }) => mark_price !== null);
  return isMarked && notional.value !== null ? pricePnlOf(leg) : null;
}

type Gross = ReturnType<ReturnType<typeof createShare>["result"]>;

function grossOf(risks: readonly LegRisk[]): Gross {
  const share = createShare();
  for (const risk of risks) share.add(shareOf(risk));
  return share.result();
}

function shareOf({ position, leg }: LegRisk): Gross {
  return { value: aboutNotionalOf(leg, position.status), about: leg.mark_price === null };
}

/** Sums a figure over legs; 0 without a leg. */
function sumOver(risks: readonly LegRisk[], figureOf: (risk: LegRisk) => Figure): CountedSum {
  if (risks.length === 0) {
    return { value: new Big(0), unit: "usd", counted: 0, of: 0, stale: false };
  }
  const sum = createSum();
  for (const risk of risks) {
    const { asOf, stale = false } = risk.notional;
    sum.add(figureOf(risk), { gross: shareOf(risk), isStale: stale, at: asOf ?? null });
  }
  return sum.result(risks.length, grossOf(risks));
}

/** Compares shares, which are all known or all unknown. */
function compareLargest(a: Figure, b: Figure): number {
  return a === null || b === null ? 0 : b.cmp(a);
}
