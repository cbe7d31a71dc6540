import { Big } from "big.js";
import { decimal, descending, type Figure, percentOf, sumOf } from "../../base/decimal.js";
import { ratioOf } from "../../base/whole.js";
import type { Position } from "../../client/resources/position.js";
import type { Measure } from "../measure.js";
import { exposureOf } from "../position/hedge.js";
import { heldLegs, whyUncountable } from "../position/held-legs.js";
import { aboutNotionalOf, pricePnlOf, signOf } from "../position/leg.js";
import type { LegRisk } from "../position/leg-risk.js";
import { aboutGrossOf } from "../position/position-figures.js";
import { type Addend, type CountedSum, type Gross, sumOver } from "../sum.js";

/** What legs hold together. */
export interface HeldSums {
  readonly legs: number;
  /** Notionals, USD; `counted` of `of` are legs. */
  readonly long: CountedSum;
  readonly short: CountedSum;
  /** Over the legs of positions that have the figure, so that all exchanges add up to the positions. */
  readonly net: CountedSum;
  readonly gross: CountedSum;
  /** Notional ÷ leverage, USD. */
  readonly margin: CountedSum;
  /** Initial margin at the open price + price PnL since, USD. */
  readonly left: CountedSum;
  /** Unrealized price PnL of the positions of which every held leg has one, USD. */
  readonly pricePnl: CountedSum;
}

/** What is held on an exchange, by its legs. */
export interface ExchangeRisk extends HeldSums {
  readonly exchange: string;
  /** Share of the gross notional of all exchanges, percent, with the open price for a missing mark. */
  readonly share: Measure;
}

/** Sums legs by exchange, largest share first. @param others exchanges to list also without a leg */
export function exchangesOf(
  risks: readonly LegRisk[],
  others: readonly string[] = [],
): ExchangeRisk[] {
  const names = [...new Set([...risks.map(({ leg }) => leg.exchange), ...others])].sort();
  return names
    .map((exchange) => {
      const there = risks.filter(({ leg }) => leg.exchange === exchange);
      return { exchange, ...heldSums(there), share: shareOf(there, risks) };
    })
    .sort((a, b) => descending(a.share.value, b.share.value));
}

/** Sums legs, whatever their exchange. */
export function heldSums(risks: readonly LegRisk[]): HeldSums {
  const sum = (figureOf: (risk: LegRisk) => Figure, some = risks, isNeverNegative = false) =>
    sumOver(some, (risk) => addendOf(risk, figureOf(risk)), new Big(0), isNeverNegative);
  const onSide = (side: "long" | "short") =>
    sum(
      ({ notional }) => notional.value,
      risks.filter(({ leg }) => leg.side === side),
      true,
    );
  return {
    legs: risks.length,
    long: onSide("long"),
    short: onSide("short"),
    net: sum(netNotional),
    gross: sumOver(
      risks,
      (risk) => {
        const { value, about } = aboutNotional(risk);
        const isKnown = aboutGrossOf(risk.position).value !== null;
        return { ...addendOf(risk, isKnown ? value : null), about };
      },
      new Big(0),
      true,
    ),
    margin: sum(({ margin }) => margin.value, risks, true),
    left: sum(marginLeft, risks, true),
    pricePnl: sum(({ position, leg }) => (hasPricePnl(position) ? pricePnlOf(leg) : null)),
  };
}

function addendOf(risk: LegRisk, value: Figure): Addend {
  const { asOf, stale = false } = risk.notional;
  const { isUnchecked } = risk;
  const at = risk.leg.mark_price === null ? undefined : (asOf ?? null);
  return { value, gross: aboutNotional(risk), isStale: stale, at, isUnchecked };
}

function netNotional({ position, leg, notional }: LegRisk): Figure {
  const isKnown = exposureOf(position).netNotional !== null;
  return isKnown ? (notional.value?.times(signOf(leg)) ?? null) : null;
}

/** Reports whether the price PnL of every held leg of a position is known. */
function hasPricePnl(position: Position): boolean {
  const isCounted = whyUncountable(position) === undefined;
  return isCounted && heldLegs(position).every((leg) => pricePnlOf(leg) !== null);
}

/** Returns initial margin + price PnL of a leg, USD, 0 at its bankruptcy price; null if `left` is unknown. */
function marginLeft({ leg, left }: LegRisk): Figure {
  const [open, leverage] = [decimal(leg.open_price), decimal(leg.leverage)];
  if (left.value === null || open === null || leverage === null) return null;
  return sumOf([ratioOf(open.times(leg.quantity), leverage), pricePnlOf(leg)]);
}

function aboutNotional({ position, leg }: LegRisk): Gross {
  const isCounted = whyUncountable(position) === undefined;
  const value = isCounted ? aboutNotionalOf(leg, position.status) : null;
  return { value, about: leg.mark_price === null };
}

/** Returns the share of `own` in `all`; a bound if unknown notionals are all in or all outside, else null. */
function shareOf(own: readonly LegRisk[], all: readonly LegRisk[]): Measure {
  const [part, whole] = [knownGross(own), knownGross(all)];
  const isBound = part.unknown === 0 || part.unknown === whole.unknown;
  const about = part.about || whole.about;
  return {
    value: isBound ? percentOf(part.value, whole.value) : null,
    unit: "percent",
    base: "notional",
    ...(whole.unknown > 0 && isBound && { bound: part.unknown > 0 ? "at_least" : "at_most" }),
    about: about ? true : undefined,
  };
}

function knownGross(risks: readonly LegRisk[]) {
  const all = risks.map(aboutNotional);
  const known = all.filter(({ value }) => value !== null);
  return {
    value: sumOf(known.map(({ value }) => value)),
    about: known.some(({ about }) => about),
    unknown: all.length - known.length,
  };
}
