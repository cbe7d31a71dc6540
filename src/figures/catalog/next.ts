import type { Big } from "big.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Position } from "../../client/resources/position.js";
import type { MarketEvent } from "../credible/settled-event.js";
import { marketOf } from "../engine/market/periods.js";
import { type Fig, type FigureSpec, fig, once } from "../figure.js";
import { lacking, merge, type Q, SURE } from "../measure.js";
import type { Days } from "../next/fit.js";
import { joinedRecord, pairsOfMarkets, poolOf, WEEK_DAYS } from "../next/pool.js";
import { pairSeries, positionSeries, type Series } from "../next/series.js";
import {
  type NextFigures,
  type NextWeek,
  nextFigures,
  nextOfSum,
  type Sized,
} from "../next/week.js";
import { type BookPool, type Group, holdingAny, type Inputs, PositionOf } from "../subjects.js";
import type { Unknown } from "../unknown.js";
import { notional } from "./leg.js";
import { size } from "./position.js";

/** Settled funding of a position by day in percent of its size, or why that is unknown. */
export const seriesOf = once((p: PositionOf): Series | Unknown => {
  const [held, worth] = [holdingAny(p), size(p)];
  const usd = worth.value?.toNumber() ?? 0;
  if (held.value === null || usd <= 0) return held.unknown ?? worth.unknown ?? "legs_missing";
  return positionSeries(p.record, p.inputs, usd);
});

/** A position as a part of a sum; without days where these are unknown. */
export const sizedOf = once((p: PositionOf): Sized => {
  const series = seriesOf(p);
  const usd = size(p).value?.toNumber() ?? 0;
  return { days: typeof series === "string" ? [] : series.days, size: usd };
});

/** What a position is likely to be paid in the next days. */
export const nextOfPosition = once(
  (p: PositionOf): NextWeek => nextOfSum([sizedOf(p)], p.inputs.pool().pool),
);

/** What positions together are likely to be paid; closed ones are no part of it. */
const nextOfGroup = once(({ members, inputs }: Group): NextWeek => {
  const held = members.filter((p) => holdingAny(p).unknown !== "closed");
  return nextOfSum(held.map(sizedOf), inputs.pool().pool);
});

const figuresOfPosition = once((p: PositionOf): NextFigures => {
  const series = seriesOf(p);
  if (typeof series === "string") return unknownBy(series);
  return nextFigures(nextOfPosition(p), { ...size(p).evidence, asOf: series.end });
});

/** Returns figures that are unknown by one cause. */
export function unknownBy(why: Unknown, evidence = SURE): NextFigures {
  const q = lacking<Big>(why, evidence);
  return { sum: q, low: q, high: q, chance: () => q };
}

const figuresOfGroup = once((g: Group): NextFigures => {
  const next = nextOfGroup(g);
  const { counted, of } = next;
  const all = g.members.map((p) => figuresOfPosition(p).sum);
  if (counted === 0) {
    const why = all.find(({ unknown }) => unknown !== "closed" || of === 0)?.unknown;
    return unknownBy(why ?? "legs_missing", { ...SURE, counted, of });
  }
  const known = all.filter(({ value }) => value !== null).map((it) => it.evidence);
  return nextFigures(next, { ...known.reduce(merge, SURE), counted, of });
});

const SAID = {
  unit: "usd",
  signed: true,
  needs: ["funding", "pool"],
  formula:
    "h·k·m + (x − k·m)·φ(1 − φ^h) ÷ (1 − φ), h = 7: the mean m of 30 days, shrunk by k, to which the last day x returns; k and φ as in the pairs of all held markets",
  unknownWhen: "the last day or more than a third of 30 days is not covered by settled events",
  leftOut: "changes of size, price PnL, fees",
} as const satisfies Partial<FigureSpec>;

const RANGE =
  "next_7d ± q × its error; q: what four of five pairs of the held markets needed last week";

/** Declares what is likely to be paid in the next 7 days. */
function declared<S extends object>(of: (it: S) => NextFigures, whose: string) {
  const own = (
    id: string,
    said: Partial<FigureSpec> & { readonly help: string },
    q: (it: NextFigures) => Q,
  ): Fig<S> => fig(id, { ...SAID, ...said }, (it) => q(of(it)));
  const unknownWhen = `${SAID.unknownWhen}, or fewer than 5 pairs can be scored`;
  return {
    next7d: own(
      "next_7d",
      { head: "next 7d", help: `Funding that ${whose} likely to be paid in the next 7 days.` },
      ({ sum }) => sum,
    ),
    low: own(
      "next_7d_low",
      {
        help: "Lower end of the range of next_7d, which holds four times of five.",
        formula: RANGE,
        unknownWhen,
      },
      ({ low }) => low,
    ),
    high: own(
      "next_7d_high",
      { help: "Upper end of the range of next_7d.", formula: RANGE, unknownWhen },
      ({ high }) => high,
    ),
    chance: own(
      "next_7d_chance",
      {
        unit: "chance",
        signed: false,
        head: "chance",
        help: "Chance that the next 7 days pay anything at all, 0 to 1.",
        formula: "Φ(next_7d ÷ (its error × q ÷ 1.2816))",
        unknownWhen,
      },
      ({ chance }) => chance(0),
    ),
  };
}

export const ofPosition = declared(figuresOfPosition, "the position is");
export const ofGroup = declared(figuresOfGroup, "the positions are");

/** Returns the markets that positions hold, each with what its legs are worth; null where that is unknown. */
function heldMarkets(all: readonly PositionOf[]) {
  const worth = new Map<number, number | null>();
  for (const leg of all.flatMap((p) => p.legs)) {
    const { market_id: id } = leg.record;
    if (id === null) continue;
    const before = worth.has(id) ? (worth.get(id) ?? null) : 0;
    const own = notional(leg).value?.toNumber() ?? null;
    worth.set(id, before === null || own === null ? null : before + own);
  }
  return [...worth].map(([id, usd]) => ({ id, notional: usd }));
}

/** Returns the ids of the markets that make the pool of open positions. */
export function pooledMarkets(inputs: Inputs, open: readonly Position[]): number[] {
  const pairs = pairsOfMarkets(heldMarkets(open.map((it) => new PositionOf(inputs, it))));
  return [...new Set(pairs.flatMap(({ long, short }) => [long, short]))];
}

/** What markets settled before the days that the service keeps. */
export interface PastWeeks {
  /** Number of weeks before the last that it may cover. */
  readonly most: number;
  /** Returns what a market settled in the 30 days until a time; undefined unless all of them are there. */
  readonly historyOf: (marketId: number, until: number) => readonly MarketEvent[] | undefined;
}

const WEEK_MS = WEEK_DAYS * DAY_MS;

/**
 * Returns the pool of the markets that open positions hold, and how the ranges of last week did; with an archive
 * those of the weeks before, too, each made of what was settled until then, at today's sizes.
 */
export function poolOfBook(
  inputs: Inputs,
  open: readonly Position[],
  past?: PastWeeks | undefined,
): BookPool {
  const { pool, record } = lastWeekOf(inputs, open);
  const earlier = Array.from({ length: past?.most ?? 0 }, (_, at) => {
    const now = inputs.now - (at + 1) * WEEK_MS;
    const found = new Map<number, readonly MarketEvent[] | undefined>();
    const historyOf = (id: number) => {
      if (!found.has(id)) found.set(id, past?.historyOf(id, now)); // one list, so that its days are summed once
      return found.get(id);
    };
    return lastWeekOf({ ...inputs, now, historyOf }, open).record;
  });
  return { pool, record: joinedRecord([record, ...earlier]) };
}

function lastWeekOf(inputs: Inputs, open: readonly Position[]): BookPool {
  const all = open.map((it) => new PositionOf(inputs, it));
  const market = (id: number) => marketOf(inputs.historyOf(id));
  const pairs = pairsOfMarkets(heldMarkets(all)).flatMap(({ long, short }): Days[] => {
    const [one, other] = [market(long), market(short)];
    if (one === undefined || other === undefined) return [];
    return [pairSeries(one, other, inputs.now).days];
  });
  const pool = poolOf(pairs);
  const series = all
    .map(seriesOf)
    .flatMap((it): Days[] => (typeof it === "string" ? [] : [it.days]));
  return { pool, record: pool.record(series) };
}
