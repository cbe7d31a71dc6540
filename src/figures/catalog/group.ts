import type { Big } from "big.js";
import { descending, type Figure } from "../../base/decimal.js";
import { DAY_MS } from "../../base/time/periods.js";
import { ratioOf } from "../../base/whole.js";
import { createAprMean, PERCENT_DAYS } from "../engine/funding/apr.js";
import { daysOfBook } from "../engine/funding/run.js";
import { type Fact, type Fig, type FigureSpec, fact, fig, once } from "../figure.js";
import { known, lift, merge, plus, type Q, SURE, sum, type Terms } from "../measure.js";
import { Group, type LegOf, type PositionOf, performanceOf } from "../subjects.js";
import { run7d, run24h, run30d, runsOf } from "./funding.js";
import { spreadPnl as legPnl, marginToAdd, notional, signedNotional } from "./leg.js";
import * as position from "./position.js";
import { next24h } from "./upcoming.js";

/** Declares the sum of a figure of positions. */
function total(
  of: Fig<PositionOf>,
  more: Partial<FigureSpec> & { readonly id?: string; readonly terms?: Terms } = {},
  term: (p: PositionOf) => Q = of,
): Fig<Group> {
  const { id = of.id, terms = "any", ...spec } = more;
  const { leftOut } = of.spec;
  const said: FigureSpec = {
    ...of.spec,
    formula: `Σ ${of.id} of the positions`,
    unknownWhen: "no position has it",
    leftOut: `${leftOut === undefined ? "" : `${leftOut}; `}positions that lack it`,
    ...spec,
  };
  return fig(id, said, ({ members }) => sum(members, term, terms));
}

export const positions = fact(
  "positions",
  { type: "count", help: "Number of positions.", head: "positions" },
  ({ members }: Group) => members.length,
);

export const size = total(position.size, { terms: "never_negative" });
export const unhedgedNotional = total(
  position.unhedged,
  {
    id: "unhedged_notional",
    terms: "never_negative",
    help: "Sum of what is not hedged, without signs.",
    formula: "Σ |unhedged|",
    signed: false,
  },
  (p) => position.unhedged(p).map((it) => it.abs()),
);

/* Notionals are of legs, so that exchanges add up to the book; a leg counts where its position does. */

export const grossNotional: Fig<Group> = fig(
  "gross_notional",
  { ...position.grossNotional.spec, formula: "Σ notional of the legs" },
  (g) => ofLegs(g, position.grossNotional, notional, "never_negative"),
);

export const netNotional: Fig<Group> = fig(
  "net_notional",
  {
    ...position.netNotional.spec,
    formula: "Σ sign × notional of the legs of positions that have one",
  },
  (g) => ofLegs(g, position.netNotional, signedNotional),
);

export const marginToAddOf: Fig<Group> = fig(
  "margin_to_add",
  {
    ...marginToAdd.spec,
    counts: "legs",
    help: "Margin that legs lack to survive the stress.",
    formula: "Σ margin_to_add of the legs",
  },
  (g) =>
    sum(
      g.members.flatMap((p) => p.legs.filter(g.hasLeg)),
      marginToAdd,
      "never_negative",
    ),
);

/** Sums a figure of the legs of a group; those of a position that lacks its own figure do not count. */
function ofLegs(g: Group, whole: Fig<PositionOf>, of: (leg: LegOf) => Q, terms: Terms = "any"): Q {
  return sum(
    g.members,
    (p) => {
      const legs = p.legs.filter(g.hasLeg);
      return lift([whole(p), plus(legs.map(of))], (_, all: Big) => all);
    },
    terms,
  );
}

/* Parts of the net PnL are summed over the same positions, so that they add up to it. */

const OF_PARTS = { leftOut: "positions of which a part of the net PnL is unknown" };

const [netPnl, fundingPnl, spreadPnl, feesPaid, exitFees] = position.PARTS.map((part) =>
  total(part, OF_PARTS, (p) => lift([position.hasParts(p), part(p)], (_, it: Big) => it)),
) as unknown as readonly [Fig<Group>, Fig<Group>, Fig<Group>, Fig<Group>, Fig<Group>];

export { exitFees, feesPaid, fundingPnl, netPnl, spreadPnl };

/** Price PnL of the legs on an exchange, of positions in which every held leg has one. */
export const legsPricePnl: Fig<Group> = fig(
  "spread_pnl",
  {
    ...position.spreadPnl.spec,
    help: "Unrealized price PnL of the legs.",
    formula: "Σ sign × quantity × (mark − open) of the legs of positions in which each has one",
  },
  (g) =>
    sum(g.members, (p) =>
      lift(
        [plus(p.legs.map(legPnl)), plus(p.legs.filter(g.hasLeg).map(legPnl))],
        (_, it: Big) => it,
      ),
    ),
);

export const run24hOf = total(run24h);
export const run7dOf = total(run7d);
export const run30dOf = total(run30d);
export const next24hOf = total(next24h);

export const rate7d: Fig<Group> = fig(
  "rate_7d",
  {
    unit: "percent_per_year",
    base: "size",
    help: "Funding of the last 7 days, a year, in percent of the size; not compounded.",
    head: "%/yr",
    signed: true,
    needs: ["funding"],
    formula: "Σ run_7d × 365 ÷ Σ size × 100, over positions that have both",
    unknownWhen: "no position has both",
  },
  ({ members }) => {
    const held = members.filter((p) => run7d(p).unknown !== "closed");
    const lack = (p: PositionOf) => run7d(p).unknown ?? position.size(p).unknown;
    const both = held.filter((p) => lack(p) === undefined);
    const [none] = [...held.flatMap((p) => lack(p) ?? []), "legs_missing" as const];
    return lift(
      [sum(both, run7d), sum(both, position.size)],
      (perDay: Big, usd: Big) => (usd.eq(0) ? null : ratioOf(perDay.times(PERCENT_DAYS), usd)),
      none,
    ).with({ counted: both.length, of: held.length });
  },
);

export const apr: Fig<Group> = fig(
  "apr",
  {
    ...position.apr.spec,
    help: "Return since opening a year, of the positions together.",
    formula: "Σ net × 36500 ÷ Σ (capital × days), capital × days = net × 36500 ÷ APR",
    unknownWhen: "less than a day, or most of the capital is not implied by an APR",
  },
  ({ members }) => {
    const mean = createAprMean();
    const counted = members.filter((p) => mean.add(p.record));
    const { value, about } = mean.result();
    const evidence = counted.map((p) => performanceOf(p).evidence).reduce(merge, SURE);
    const isSent = members.some((p) => plus([position.netPnl(p), position.apr(p)]).value !== null);
    const why = isSent ? "capital_unknown" : "performance_missing";
    return known(value, { ...evidence, counted: counted.length, of: members.length }, why).with({
      doubts: about ? ["under_7_days"] : [],
    });
  },
);

/** Funding of each of the last 30 times 24 hours of positions together, USD, the oldest first. */
export const daysOf = once(({ members, inputs }: Group) => {
  const known = members.filter((p) => runsOf(p)["30d"].perDay.value !== null);
  return daysOfBook(
    known.map(({ record }) => record),
    inputs,
  );
});

/** The funding of 24 hours. */
export interface FundingDay {
  /** When they end, milliseconds since the epoch. */
  readonly to: number;
  /** USD, at today's sizes; null if unknown. */
  readonly funding: Figure;
}

/** Returns the funding of the last 30 times 24 hours with their ends, the oldest first; none where it is unknown. */
export function fundingDays(book: Group): FundingDay[] {
  const ends = book.members.flatMap((p) => run30d(p).evidence.asOf ?? []);
  const end = ends.length === 0 ? book.inputs.now : Math.max(...ends);
  const days = daysOf(book);
  return days.map((funding, at) => ({ to: end - (days.length - 1 - at) * DAY_MS, funding }));
}

/** What a group of positions can be told by. */
export const GROUPINGS = ["asset", "exchange", "pair", "portfolio"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Returns what names the groups of a book: the asset, exchange, pair or portfolio that its positions share. */
export function groupKey(by: Grouping): Fact<Group, string> {
  const what = by === "pair" ? "pair of exchanges, long/short," : by;
  const help = `The ${what} that the positions have in common.`;
  return fact(by, { type: "text", help, head: by }, ({ key }: Group) => key);
}

/** Returns the groups of a book, the largest first. */
export function groupsOf(book: Group, by: Grouping): Group[] {
  const groups = new Map<string, PositionOf[]>();
  for (const p of book.members) {
    for (const key of keysOf(p, by)) {
      const own = groups.get(key);
      if (own === undefined) groups.set(key, [p]);
      else own.push(p);
    }
  }
  const hasLeg = (key: string) =>
    by === "exchange" ? ({ record }: LegOf) => record.exchange === key : undefined;
  return [...groups]
    .map(([key, members]) => new Group(book.inputs, key, members, hasLeg(key)))
    .sort(
      (a, b) =>
        descending(grossNotional(a).value, grossNotional(b).value) || (a.key < b.key ? -1 : 1),
    );
}

function keysOf(p: PositionOf, by: Grouping): readonly string[] {
  switch (by) {
    case "asset":
      return [p.record.asset];
    case "exchange":
      return [...new Set(p.legs.map(({ record }) => record.exchange))];
    case "pair":
      return [pairOf(p)];
    case "portfolio": {
      const { portfolio, portfolio_id } = p.inputs.ownerOf(p.record.position_id);
      return [portfolio ?? portfolio_id ?? ""];
    }
  }
}

/** Returns the exchanges of the long and the short legs: `okx/binance`. */
function pairOf(p: PositionOf): string {
  const side = (names: readonly string[]) => names.toSorted().join("+") || "–";
  return `${side(position.long(p))}/${side(position.short(p))}`;
}
