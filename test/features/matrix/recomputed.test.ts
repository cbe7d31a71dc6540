import { describe, expect, it } from "vitest";
import { DAY, randomFaults, randomMarket } from "../../analytics/market/random-market.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { randomOf } from "../../support/random.js";
import { marketsOf, pairsOf, type RankRow, type RawMarket } from "../rank/oracle.js";

const ASSETS = ["BTC", "ETH", "SOL", undefined];
const MARKETS: RawMarket[] = Array.from({ length: 26 }, (_, at) => {
  const random = randomOf(7400 + at);
  const faults = { ...randomFaults(random), ...(at % 3 === 0 && { holes: 0, conflicts: 0 }) };
  const asset = ASSETS[at % ASSETS.length];
  return {
    id: at + 1,
    ...(asset !== undefined && { asset }),
    events: randomMarket(random, { from: NOW - 33 * DAY, until: NOW, faults }),
  };
});

interface Figure {
  readonly value: number | null;
  readonly as_of: string;
  readonly unknown?: string;
  readonly counted: number;
  readonly of: number;
}
interface Matrix {
  readonly rows: readonly { readonly market_id: number; readonly annualised: Figure }[];
  readonly best: readonly {
    readonly asset: string;
    readonly long: { readonly market_id: number };
    readonly short: { readonly market_id: number };
    readonly spread: Figure;
  }[];
}

const eight = (value: number | null) => value && Math.round(value * 1e8);
const whole = (value: bigint | null | undefined) => (value == null ? null : Number(value));

/** Returns the pair of each asset whose spread of a window is the largest, in its direction. */
function bestOf(pairs: readonly RankRow[], place: number) {
  const best = new Map<string | undefined, { long: number; short: number; size: number }>();
  for (const { long, short = 0, annualised } of pairs) {
    const value = whole(annualised[place]);
    if (value === null) continue;
    const asset = MARKETS[long - 1]?.asset;
    const size = Math.abs(value);
    if (size <= (best.get(asset)?.size ?? -1)) continue;
    best.set(asset, value < 0 ? { long: short, short: long, size } : { long, short, size });
  }
  return [...best].map(([asset, pair]) => ({ asset, ...pair })).sort((a, b) => b.size - a.size);
}

describe("the matrix of 26 random markets, recomputed from the raw JSON", () => {
  it.each([
    ["1d", 0],
    ["7d", 2],
    ["30d", 3],
  ] as const)(
    "has the settled funding of each over %s, and the best pair",
    async (window, place) => {
      const { run } = await listedService({ markets: MARKETS });
      const line = ["funding", "matrix", "--window", window, "-q", "-o", "json"];
      const { rows, best }: Matrix = JSON.parse((await run(line)).stdout);
      const expected = marketsOf(MARKETS, NOW).sort((a, b) => a.long - b.long);
      expect(rows.length).toBeGreaterThan(20);
      expect(rows.filter(({ annualised }) => annualised.value === null).length).toBeGreaterThan(1);
      expect(
        rows
          .map(({ market_id: id, annualised: it }) => ({
            ...{ id, value: eight(it.value), at: Date.parse(it.as_of) },
            why: [it.unknown, it.counted, it.of],
          }))
          .sort((a, b) => a.id - b.id),
      ).toEqual(
        expected.map(({ long: id, annualised, end: at, whys }) => ({
          ...{ id, value: whole(annualised[place]), at, why: whys[place] },
        })),
      );
      expect(
        best.map(({ asset, long, short, spread }) => ({
          ...{ asset, long: long.market_id, short: short.market_id },
          size: eight(spread.value),
        })),
      ).toEqual(bestOf(pairsOf(MARKETS, NOW), place));
      expect(best).toHaveLength(3);
    },
  );
});
