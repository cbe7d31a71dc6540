import { describe, expect, it } from "vitest";
import { pairBasisOf } from "../../src/analytics/market/pair-basis.js";
import { eventOf, onceEach } from "../../src/book/settled-event.js";
import type { FundingEvent } from "../../src/client/resources/funding.js";
import type { RawEvent } from "../analytics/funding/run-oracle.js";
import { NOW } from "../support/now.js";
import { marksOf } from "./daily-sd.js";
import { expectNear } from "./near.js";
import { randomPair } from "./random-pair.js";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** The basis of every common minute, also one a minute apart, by the definition alone. */
function recomputed([long, short]: readonly (readonly RawEvent[])[], times: number) {
  const [longs, shorts] = [marksOf(long ?? []), marksOf(short ?? [])];
  const series = [...longs].flatMap(([at, mark]) => {
    const other = [at, at - MINUTE, at + MINUTE].find((it) => shorts.has(it));
    if (other === undefined || Math.max(at, other) > NOW || at <= NOW - 30 * DAY) return [];
    const price = shorts.get(other) ?? null;
    if (mark === null || price === null) return [];
    return [{ at: Math.max(at, other), b: (price / times / mark - 1) * 100 }];
  });
  series.sort((a, b) => a.at - b.at);
  const n = series.length;
  if (n < 20) return undefined;
  const mean = series.reduce((sum, { b }) => sum + b, 0) / n;
  const since = (days: number) =>
    series.flatMap(({ at, b }) => {
      const before = series.find((it) => Math.abs(it.at - at + days * DAY) <= MINUTE);
      return before === undefined ? [] : [b - before.b];
    });
  const daily = since(1);
  const middle = daily.reduce((sum, it) => sum + it, 0) / daily.length;
  const squares = daily.reduce((sum, it) => sum + (it - middle) ** 2, 0);
  const gaps = series.slice(1).map(({ at }, i) => at - (series[i]?.at ?? 0));
  const spacing = [...gaps].sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const pairs = series.slice(1).map((it, i) => [it, series[i] ?? it] as const);
  const near = pairs.filter(([a, b]) => Math.abs(a.at - b.at - spacing) <= MINUTE);
  const shared = near.reduce((sum, [a, b]) => sum + (a.b - mean) * (b.b - mean), 0);
  const phi = shared / series.reduce((sum, { b }) => sum + (b - mean) ** 2, 0);
  const weeks = since(7);
  const now = series[n - 1]?.b ?? 0;
  return {
    ...{ n, now, mean },
    percentile: (series.filter(({ b }) => b <= now + 1e-9).length / n) * 100,
    dailySd: daily.length < 2 ? null : Math.sqrt(squares / (daily.length - 1)),
    halfLife: phi > 0 && phi < 0.999 ? (spacing / DAY) * (Math.log(0.5) / Math.log(phi)) : null,
    worstWeek: weeks.length === 0 ? null : weeks.reduce((a, b) => Math.max(a, b)),
  };
}

describe("the basis of 200 random pairs, recomputed from the raw events", () => {
  it("has the same now, mean, percentile, deviation, half-life and worst week", () => {
    let known = 0;
    for (let n = 0; n < 200; n++) {
      const { events, times } = randomPair(n, NOW);
      const legs = events.map((own, at) => ({
        side: at === 0 ? ("long" as const) : ("short" as const),
        ...{ quantity: 1, amount: at === 0 ? 1 : times },
        events: onceEach(own.map((it) => eventOf(it as unknown as FundingEvent))),
      }));
      const found = pairBasisOf(legs, NOW);
      const expected = recomputed(events, times);
      if (expected === undefined) {
        expect([n, found.now.value]).toEqual([n, null]);
        continue;
      }
      known++;
      expect([n, found.instants]).toEqual([n, expected.n]);
      for (const name of [
        "now",
        "mean",
        "percentile",
        "dailySd",
        "halfLife",
        "worstWeek",
      ] as const) {
        const { value } = found[name];
        expectNear(value === null ? null : Number(value), expected[name], `${n} ${name}`);
      }
    }
    expect(known).toBeGreaterThan(50);
  });
});
