import { marketOf } from "../../analytics/market/run-market.js";
import type { Position } from "../../client/resources/position.js";
import { notional } from "../catalog/leg.js";
import { seriesOf } from "../catalog/next.js";
import { type BookPool, type Inputs, PositionOf } from "../subjects.js";
import type { Days } from "./fit.js";
import { pairsOfMarkets, poolOf } from "./pool.js";
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

/** Returns the pool of the markets that open positions hold, and how last week's ranges did. */
export function poolOfBook(inputs: Inputs, open: readonly Position[]): BookPool {
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
