import { expect, it } from "vitest";
import type { MarketEvent } from "../../src/figures/credible/settled-event.js";
import { marketOf } from "../../src/figures/engine/market/periods.js";
import { pairsOfMarkets, poolOf } from "../../src/figures/next/pool.js";
import { pairSeries, positionSeries } from "../../src/figures/next/series.js";
import { type NextWeek, nextOfSum } from "../../src/figures/next/week.js";
import { DAY, HOUR, hedged, long, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";

const random = randomOf(54);

/** A market that settles every 4 hours for 38 days, at a mark of 100: noise around a level that drifts. */
function market(id: number): readonly MarketEvent[] {
  return Array.from({ length: 38 * 6 }, (_, at) => {
    const parts = 10 * id + Math.round(30 * Math.sin(at / 30 + id)) + random.below(61) - 30;
    const time = NOW - 31 * DAY + (at + 1) * 4 * HOUR;
    return { time, rate: (parts / 1e6).toFixed(6), interval: 4, mark: "100" };
  });
}

const markets = Array.from({ length: 12 }, (_, at) => market(at + 1));

/** What is known at a time of 6 positions: long markets 1 to 6, short 7 to 12, 10,000 USD a side. */
function knownAt(now: number) {
  const settled = markets.map((events) => events.filter(({ time }) => time <= now));
  const historyOf = (id: number) => settled[id - 1];
  const held = markets.map((_, at) => ({ id: at + 1, notional: 10_000 }));
  const pairs = pairsOfMarkets(held).flatMap((it) => {
    const [long, short] = [marketOf(historyOf(it.long)), marketOf(historyOf(it.short))];
    return long === undefined || short === undefined ? [] : [pairSeries(long, short, now)];
  });
  const positions = Array.from({ length: 6 }, (_, at) => {
    const one = { quantity: 100, market_id: at + 1 };
    const position = hedged(at, { legs: [long(one), short({ ...one, market_id: at + 7 })] });
    const series = positionSeries(position, { now, historyOf }, 10_000);
    return { days: typeof series === "string" ? [] : series.days, size: 10_000 };
  });
  return { pool: poolOf(pairs.map(({ days }) => days)), positions };
}

const usd = (value = Number.NaN) => value.toFixed(2);
const sum = (all: readonly number[]) => all.reduce((total, it) => total + it, 0);
const line = ({ sum: next, range, chance, backBy }: NextWeek, came: number) =>
  `${usd(next)} (${usd(range?.low)} … ${usd(range?.high)}) came ${usd(came)}, ` +
  `20 USD: ${Math.round((chance(20) ?? 0) * 100)} %, earned in ${backBy(20) ?? "more than 30"} days`;

it("says what the next 7 days bring, and is right for about four of five positions", () => {
  const { pool, positions } = knownAt(NOW);
  const aWeekLater = knownAt(NOW + 7 * DAY).positions;
  const came = aWeekLater.map(({ days }) => sum(days.slice(-7).map((it) => (it ?? 0) * 100)));
  const rows = positions.map((it) => nextOfSum([it], pool));
  expect(rows.map((row, at) => line(row, came[at] ?? 0))).toEqual([
    "27.90 (24.59 … 31.20) came 25.15, 20 USD: 100 %, earned in 6 days",
    "21.77 (17.52 … 26.02) came 25.97, 20 USD: 70 %, earned in 8 days",
    "33.95 (29.03 … 38.86) came 29.67, 20 USD: 100 %, earned in 5 days",
    "22.31 (17.61 … 27.01) came 27.06, 20 USD: 74 %, earned in 8 days", // missed by 5 cents
    "19.56 (14.77 … 24.35) came 23.00, 20 USD: 45 %, earned in 9 days",
    "23.14 (19.33 … 26.95) came 20.19, 20 USD: 85 %, earned in 7 days",
  ]);
  const book = nextOfSum(positions, pool);
  expect(line(book, sum(came))).toBe(
    "148.62 (131.70 … 165.55) came 151.04, 20 USD: 100 %, earned in 2 days",
  );
  expect(usd(sum(rows.map((row) => row.sum ?? 0)))).toBe(usd(book.sum));
  expect(pool.record(positions.map(({ days }) => days))).toEqual({ held: 6, of: 6, weeks: 1 });
});
