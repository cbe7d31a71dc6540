import { Big } from "big.js";
import { PERCENT } from "../../base/decimal.js";
import { ratioOf, rounded } from "../../base/whole.js";
import { dailyDeviation } from "../engine/market/basis.js";
import { fact, fig, once } from "../figure.js";
import { known, lacking, lift, type Q } from "../measure.js";
import {
  fundingOf,
  type Inputs,
  type LegOf,
  leverageOf,
  markOf,
  notionalAtMark,
  openOf,
  priceOf,
  quantityOf,
  worth,
} from "../subjects.js";

export const side = fact(
  "side",
  { type: "text", help: "Side of the leg: long or short.", head: "side" },
  ({ record }: LegOf) => record.side,
);

export const exchange = fact(
  "exchange",
  { type: "text", help: "Exchange of the leg.", head: "exchange" },
  ({ record }: LegOf) => record.exchange,
);

export const symbol = fact(
  "symbol",
  { type: "text", help: "Symbol of its market on the exchange.", head: "symbol" },
  ({ record }: LegOf) => record.symbol,
);

const marketId = fact(
  "market_id",
  { type: "integer|null", help: "Identifier of its market; null where it is unknown." },
  ({ record }: LegOf) => record.market_id,
);

export const quantity = fig(
  "quantity",
  {
    unit: "quantity",
    help: "Held quantity, in units of the asset.",
    head: "quantity",
    formula:
      "quantity × units of the asset in a contract, as two of these agree: the symbol, the open prices, the marks",
    unknownWhen: "a quantity of the position is negative or cannot be read",
    leftOut: "multiples that are no power of ten",
  },
  quantityOf,
);

export const leverage = fig(
  "leverage",
  {
    unit: "times",
    help: "Leverage of the leg.",
    head: "lev",
    formula: "as the service sends it",
    unknownWhen: "there is none, or it is outside 0.1 to 500",
  },
  leverageOf,
);

export const openPrice = fig(
  "open_price",
  {
    unit: "price",
    help: "Price at which the leg was opened, as on its exchange.",
    head: "open",
    formula: "as the service sends it",
    unknownWhen: "there is none above zero, or it cannot be true",
  },
  openOf,
);

export const markPrice = fig(
  "mark_price",
  {
    unit: "price",
    help: "Latest mark price, as on the exchange of the leg.",
    head: "mark",
    formula: "as the service sends it",
    unknownWhen: "there is none above zero, or it cannot be true",
  },
  markOf,
);

export const notional = fig(
  "notional",
  {
    unit: "usd",
    help: "Worth of what the leg holds.",
    head: "notional",
    formula: "quantity × mark price; the open price for a missing mark (~)",
    unknownWhen: "both prices are missing",
  },
  (leg: LegOf) => worth(leg, priceOf(leg)),
);

export const spreadPnl = fig(
  "spread_pnl",
  {
    unit: "usd",
    help: "Unrealized price PnL of the leg.",
    head: "price",
    signed: true,
    formula: "sign × quantity × (mark − open)",
    unknownWhen: "a price or the held quantity is missing",
    leftOut: "what earlier changes of size realized",
  },
  (leg: LegOf) =>
    lift([notionalAtMark(leg), worth(leg, openOf(leg))], (now: Big, then: Big) =>
      now.minus(then).times(leg.sign),
    ),
);

export const fundingPnl = fig(
  "funding_pnl",
  {
    unit: "usd",
    help: "Funding of the leg since opening.",
    head: "funding",
    signed: true,
    formula: "funding.override if set, else funding.calculated",
    unknownWhen: "only the list was asked for, which lacks it",
  },
  fundingOf,
);

/** Notional at the mark price, below zero for a short leg. */
export const signedNotional = (leg: LegOf): Q =>
  notionalAtMark(leg).map((it) => it.times(leg.sign));

/** Price at which the initial margin is gone: open × (1 − sign ÷ leverage); isolated, without maintenance. */
export const zeroPrice = once(
  (leg: LegOf): Q =>
    lift([openOf(leg), leverageOf(leg)], (open: Big, lev: Big) =>
      ratioOf(open.times(lev.minus(leg.sign)), lev),
    ),
);

/** A mark price by which the distance of a leg can be judged. */
const freshMark = once((leg: LegOf): Q => {
  const mark = markOf(leg);
  const isFresh = mark.evidence.doubts.length === 0;
  return mark.if(() => isFresh, "mark_stale");
});

/** Move of the price until the margin is gone, percent of the mark; also past the reach of prices. */
const move = once(
  (leg: LegOf): Q =>
    lift(
      [leverageOf(leg), freshMark(leg), openOf(leg), quantityOf(leg)],
      (lev: Big, mark: Big, open: Big, _: Big) => {
        const apart = mark.times(lev).minus(open.times(lev.minus(leg.sign)));
        return ratioOf(apart.times(leg.sign * 100), mark.times(lev));
      },
    ).if((it) => it.gt(0), "past"),
);

export const away = fig(
  "away",
  {
    unit: "percent",
    base: "mark",
    help: "Move of the price against the leg until its initial margin is gone.",
    head: "away",
    step: "0.1",
    formula: "sign × (mark − zero) ÷ mark × 100, zero = open × (1 − sign ÷ leverage)",
    unknownWhen: "a price, a leverage or a fresh mark is missing, or zero is not above 0",
    leftOut: "maintenance margin, collateral added since, margin shared between positions",
  },
  (leg: LegOf) => (zeroPrice(leg).value?.lte(0) ? lacking("not_reachable") : move(leg)),
);

export const awaySd = fig(
  "away_sd",
  {
    unit: "daily_sd",
    help: "The same in standard deviations of a day's change of the mark.",
    head: "sd",
    needs: ["funding"],
    formula: "|ln(zero ÷ mark)| ÷ sd of the mark's logarithmic changes within a day, over 30 days",
    unknownWhen: "away is unknown, or fewer than 20 changes are known",
  },
  (leg: LegOf) =>
    lift(
      [away(leg), markOf(leg), zeroPrice(leg)],
      (_: Big, mark: Big, zero: Big) => {
        const { historyOf, now } = leg.position.inputs;
        const { market_id: id } = leg.record;
        const sd = id === null ? undefined : dailyDeviation(historyOf(id), now);
        const far = Math.abs(Math.log(zero.div(mark).toNumber()));
        return sd && Number.isFinite(far) ? rounded(new Big(far / sd)) : null;
      },
      "too_few_instants",
    ),
);

export const left = fig(
  "left",
  {
    unit: "percent",
    base: "margin",
    help: "Part of the initial margin that is left.",
    head: "left",
    step: "0.1",
    formula: "(1 + sign × leverage × (mark ÷ open − 1)) × 100",
    unknownWhen: "a price, a leverage or a fresh mark is missing",
    leftOut: "funding, maintenance margin, collateral added since",
  },
  (leg: LegOf) =>
    lift(
      [move(leg), leverageOf(leg), markOf(leg), openOf(leg)],
      (_: Big, lev: Big, mark: Big, open: Big) =>
        rounded(lev.times(leg.sign).times(mark.div(open).minus(1)).plus(1).times(100)),
    ),
);

export const marginToAdd = fig(
  "margin_to_add",
  {
    unit: "usd",
    help: "Margin that the leg lacks to survive the stress, a move of 20 % against it by default.",
    head: "add",
    formula: "max(0, notional × stress − (quantity × open ÷ leverage + price PnL of the leg))",
    unknownWhen: "a price is missing; a leg without leverage needs none",
    leftOut: "maintenance margin, collateral added since",
  },
  (leg: LegOf) => {
    if (leverageOf(leg).unknown === "no_leverage") return known(ZERO);
    const all = [notionalAtMark(leg), worth(leg, openOf(leg)), leverageOf(leg)] as const;
    return lift(all, (notional: Big, opened: Big, lev: Big) => {
      const priced = notional.minus(opened).times(leg.sign);
      const lost = notional.times(moveOf(leg.position.inputs)).times(PERCENT).minus(priced);
      const lacking = ratioOf(lost.times(lev).minus(opened), lev); // rounded once
      return lacking.gt(0) ? lacking : ZERO;
    });
  },
);

const ZERO = new Big(0);
const USUAL_MOVE = new Big(20);

/** Returns the move of prices that margins have to survive, percent: 20 where the stress is none of prices. */
export function moveOf({ stress }: Inputs): Big {
  return stress.kind === "price" ? stress.percent : USUAL_MOVE;
}

/** Share of the initial margin below which a margin can be thin, percent. */
const HALF_LEFT = 50;
/** Limit in percent where the changes of a market's mark are unknown. */
const WITHOUT_SD = 10;

/** Whether the margin of a leg is nearer than the limit and more than half gone. */
export const isThin = once((leg: LegOf): Q<boolean> => {
  const { unit, amount } = leg.position.inputs.limits.margin;
  return lift([away(leg), left(leg)], (distance: Big, rest: Big) => {
    if (rest.gte(HALF_LEFT)) return false;
    if (unit === "percent") return distance.lt(amount);
    const sd = awaySd(leg).value;
    return sd === null ? distance.lt(WITHOUT_SD) : sd.lt(amount);
  });
});

/** Returns the legs of a position with the nearest first; those of unknown distance last. */
export function nearestFirst(legs: readonly LegOf[]): LegOf[] {
  const far = (leg: LegOf) => away(leg).value?.toNumber() ?? Number.POSITIVE_INFINITY;
  return legs.toSorted((a, b) => far(a) - far(b) || 0);
}

/** The figures and facts of a leg, by their names in data. */
export const LEG_CATALOG = [
  ...[side, exchange, symbol, marketId],
  ...[quantity, leverage, openPrice, markPrice, notional, away, awaySd, left, marginToAdd],
] as const;
