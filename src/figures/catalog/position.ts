import type { Big } from "big.js";
import { doubtedFields } from "../../base/as-sent.js";
import { decimal, type Figure, sumOf } from "../../base/decimal.js";
import type { Performance } from "../../client/resources/position.js";
import { imbalanceOf, unhedgedOf } from "../engine/position/hedge.js";
import { daysHeld } from "../engine/position/legs.js";
import { type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lacking, lift, merge, plus, type Q, SURE, sum } from "../measure.js";
import {
  holding,
  holdingAny,
  type LegOf,
  markOf,
  type PositionOf,
  performanceOf,
} from "../subjects.js";
import type { Unknown } from "../unknown.js";
import { away, awaySd, left, marginToAdd, nearestFirst, notional, signedNotional } from "./leg.js";

// Who it is

export const positionId = fact(
  "position_id",
  { type: "text", help: "Identifier of the position.", head: "id" },
  ({ record }: PositionOf) => record.position_id,
);

export const name = fact(
  "name",
  { type: "text", help: "Short name: the asset, and as much of the id as tells it apart." },
  ({ record, inputs }: PositionOf) => inputs.nameOf(record),
);

export const asset = fact(
  "asset",
  { type: "text", help: "Asset of the position.", head: "asset" },
  ({ record }: PositionOf) => record.asset,
);

export const status = fact(
  "status",
  { type: "text", help: "Status: open or closed.", head: "status" },
  ({ record }: PositionOf) => record.status,
);

export const portfolio = fact(
  "portfolio",
  { type: "text|null", help: "Name of its portfolio.", head: "portfolio" },
  ({ record, inputs }: PositionOf) => inputs.ownerOf(record.position_id).portfolio ?? null,
);

export const portfolioId = fact(
  "portfolio_id",
  { type: "text|null", help: "Identifier of its portfolio." },
  ({ record, inputs }: PositionOf) => inputs.ownerOf(record.position_id).portfolio_id,
);

export const openedAt = fact(
  "opened_at",
  { type: "time", help: "Time at which it was opened.", head: "opened" },
  ({ record }: PositionOf) => record.opened_at,
);

/** Exchanges of what is held on a side; of a position that holds nothing, of all its legs. */
const exchangesOn = (side: "long" | "short") => (p: PositionOf) => {
  const legs = p.legs.length > 0 ? p.legs.map(({ record }) => record) : p.record.legs;
  return [...new Set(legs.filter((leg) => leg.side === side).map((leg) => leg.exchange))];
};

export const long = fact(
  "long",
  { type: "texts", help: "Exchanges of its long legs.", head: "long" },
  exchangesOn("long"),
);

export const short = fact(
  "short",
  { type: "texts", help: "Exchanges of its short legs.", head: "short" },
  exchangesOn("short"),
);

export const age = fig(
  "age",
  {
    unit: "days",
    help: "Time since it was opened; of a closed one, until it was closed.",
    head: "age",
    followsClock: true,
    formula: "now − opened_at",
    unknownWhen: "opened_at cannot be read or is later than now",
  },
  ({ record, inputs }: PositionOf) => {
    const days = daysHeld(record, inputs.now);
    return known(decimal(days), SURE, "unreadable");
  },
);

// What is held

/** What is held, with the doubts of the marks of all its legs. */
export const atMarks = once((p: PositionOf) =>
  holding(p).with(p.legs.map((leg) => markOf(leg).evidence).reduce(merge, SURE)),
);

/** Returns what some legs of a position leave unhedged, USD; below zero it is short. */
export function unhedgedBy(p: PositionOf, some: readonly LegOf[]): Q {
  return atMarks(p).map(() => unhedgedOf(some), missingPrice(p));
}

export const size: Fig<PositionOf> = fig(
  "size",
  {
    unit: "usd",
    help: "N: the notional of the larger side.",
    head: "size",
    step: "0.001",
    formula: "the larger of Σ notional of the long legs and of the short ones",
    unknownWhen: "both prices of a leg are missing, or what is held cannot be counted",
  },
  (p) => {
    const side = (sign: 1 | -1) => plus(p.legs.filter((leg) => leg.sign === sign).map(notional));
    return lift([holding(p), side(1), side(-1)], (_, a: Big, b: Big) => (a.gt(b) ? a : b));
  },
);

export const grossNotional: Fig<PositionOf> = fig(
  "gross_notional",
  {
    unit: "usd",
    help: "Notional of all held legs.",
    head: "gross",
    step: "0.001",
    formula: "Σ notional",
    unknownWhen: "both prices of a leg are missing, or what is held cannot be counted",
  },
  (p) => lift([holding(p), plus(p.legs.map(notional))], (_, all: Big) => all),
);

export const netNotional: Fig<PositionOf> = fig(
  "net_notional",
  {
    unit: "usd",
    help: "Notional of the long legs minus that of the short ones, at mark prices.",
    head: "net notional",
    step: "0.001",
    signed: true,
    formula: "Σ sign × quantity × mark",
    unknownWhen: "a held leg has no mark price",
  },
  (p) => lift([holding(p), plus(p.legs.map(signedNotional))], (_, net: Big) => net),
);

export const unhedged: Fig<PositionOf> = fig(
  "unhedged",
  {
    unit: "usd",
    help: "What is not hedged: the net quantity at the mean mark of the larger side; below zero it is short.",
    head: "unhedged",
    step: "0.001",
    signed: true,
    formula: "(long − short quantity) × mean mark of the larger side",
    unknownWhen: "a quantity cannot be counted, or a mark of the larger side is missing",
  },
  (p) => unhedgedBy(p, p.legs),
);

export const imbalance: Fig<PositionOf> = fig(
  "imbalance",
  {
    unit: "percent",
    help: "Net quantity in percent of the larger side.",
    head: "imbalance",
    formula: "|long − short quantity| ÷ the larger × 100",
    unknownWhen: "a quantity cannot be counted, or nothing is held",
  },
  (p) => holdingAny(p).map(() => imbalanceOf(p.legs)),
);

/** Returns why a figure at marks is unknown: the first leg without one says it. */
export function missingPrice(p: PositionOf): Unknown {
  return p.legs.map((leg) => markOf(leg).unknown).find((it) => it !== undefined) ?? "side_missing";
}

// The nearest leg

/** The held leg whose margin is gone first; undefined where no leg has a known distance. */
export const nearest = once((p: PositionOf) => {
  const [first] = nearestFirst(p.legs);
  return first && away(first).value !== null ? first : undefined;
});

/** Returns a figure of the nearest leg. */
function ofNearest(of: typeof away): Fig<PositionOf> {
  return fig(of.id, of.spec, (p) => {
    const [leg] = nearestFirst(p.legs);
    if (leg === undefined) return lacking(holdingAny(p).unknown);
    const q = lift([away(leg), of(leg)], (_, it: Big) => it);
    const other = p.legs.find(mayBeNearer);
    if (other === undefined) return q;
    if (q.value === null) return lacking(away(other).unknown, q.evidence);
    return q.with({ bound: "at_most", doubts: ["parts_missing"] });
  });
}

/** Reports whether the distance of a leg that can be lost is unknown. */
function mayBeNearer(leg: LegOf): boolean {
  const { unknown } = away(leg);
  return unknown !== undefined && unknown !== "no_leverage" && unknown !== "not_reachable";
}

export const nearestAway = ofNearest(away);
export const nearestAwaySd = ofNearest(awaySd);
export const nearestLeft = ofNearest(left);

export const marginToAddOf: Fig<PositionOf> = fig(
  "margin_to_add",
  { ...marginToAdd.spec, counts: "legs", help: "Margin that its legs lack to survive the stress." },
  (p) => sum(p.legs, marginToAdd, "never_negative"),
);

// What the service computed

/** Returns a part of the performance. */
function part(
  id: string,
  said: Omit<FigureSpec, "unit" | "unknownWhen">,
  of: (it: Performance) => Figure,
): Fig<PositionOf> {
  const spec: FigureSpec = {
    ...said,
    unit: "usd",
    unknownWhen: "the service sends none, or it cannot be true",
  };
  return fig(id, spec, (p) => {
    const performance = performanceOf(p);
    const isDoubted = performance.value && doubtedFields(performance.value).includes(id);
    return performance.map(of, isDoubted ? "implausible" : "performance_missing");
  });
}

export const netPnl = part(
  "net_pnl",
  {
    head: "net",
    help: "Net PnL.",
    step: "0.0001",
    signed: true,
    formula: "funding + price − fees paid − exit fees",
  },
  (it) => decimal(it.net_pnl),
);

export const fundingPnl = part(
  "funding_pnl",
  {
    head: "funding",
    help: "Funding settled since opening.",
    signed: true,
    formula: "as the service sends it",
  },
  (it) => decimal(it.funding_pnl),
);

export const spreadPnl = part(
  "spread_pnl",
  {
    head: "price",
    help: "Price PnL, realized and unrealized.",
    step: "0.0001",
    signed: true,
    formula: "realized + unrealized",
  },
  ({ spread_pnl: it }) => sumOf([decimal(it.realized), decimal(it.unrealized)]),
);

export const feesPaid = part(
  "fees_paid",
  { head: "fees", help: "Fees paid so far.", formula: "as the service sends it" },
  (it) => decimal(it.fees.paid),
);

export const exitFees = part(
  "fees_estimated_exit",
  {
    head: "exit",
    help: "Fees of leaving, estimated by the service.",
    step: "0.0001",
    formula: "as the service sends it",
  },
  (it) => decimal(it.fees.estimated_exit),
);

export const apr: Fig<PositionOf> = fig(
  "apr",
  {
    unit: "percent_per_year",
    base: "the service's capital",
    help: "Return since opening a year, by the service; read it with the age.",
    head: "APR",
    signed: true,
    step: "0.5",
    formula: "as the service sends it",
    unknownWhen: "the service sends none",
  },
  (p) => performanceOf(p).map((it) => decimal(it.apr), "apr_missing"),
);

/** Parts of the net PnL, which sums take over the same positions: those of which all are known. */
export const PARTS = [netPnl, fundingPnl, spreadPnl, feesPaid, exitFees] as const;

/** Whether all parts of the net PnL are known. */
export const hasParts = once(
  (p: PositionOf): Q<true> => plus(PARTS.map((it) => it(p))).map(() => true as const),
);
