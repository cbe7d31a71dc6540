import { DAY_MS } from "../../base/time/periods.js";
import type { Position } from "../../client/resources/position.js";
import { notional } from "../catalog/leg.js";
import { seriesOf } from "../catalog/next.js";
import type { MarketEvent } from "../credible/settled-event.js";
import { marketOf } from "../engine/market/periods.js";
import { type BookPool, type Inputs, PositionOf } from "../subjects.js";
import type { Days } from "./fit.js";
import { joinedRecord, pairsOfMarkets, poolOf, WEEK_DAYS } from "./pool.js";
import { pairSeries } from "./series.js";

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
