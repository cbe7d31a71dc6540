import { describe, expect, it } from "vitest";
import { netExposures, nettedSum } from "../../../src/analytics/portfolio/net-exposure.js";
import { netted, totalsOf } from "../../../src/analytics/portfolio/totals.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import {
  absolute,
  by,
  isAbove,
  isNear,
  minus,
  plus,
  type Rational,
  rational,
  times,
  total,
  ZERO,
} from "../../recomputed/rational.js";
import { type Random, randomOf } from "../../support/random.js";
import { uuidOf } from "../../support/records.js";
import { held, leg, MINUTE, NOW } from "../position/risk-leg.js";

let made = 0;
const of = (asset: string, ...legs: Leg[]): Position => ({
  ...held(...legs),
  ...{ asset, position_id: uuidOf(++made) },
});
/** A position that holds so much more on a side, at a mark. */
const longer = (asset: string, quantity: number, mark_price: number | null, more: object = {}) =>
  of(asset, leg("long", { quantity, mark_price, ...more }));
const shorter = (asset: string, quantity: number, mark_price: number | null, more: object = {}) =>
  of(asset, leg("short", { quantity, mark_price, ...more }));

const found = (...positions: Position[]) => netExposures(positions, { now: NOW }, () => false);
const shown = (...positions: Position[]) =>
  found(...positions).map(({ asset, long, short, netQuantity, unhedged }) => [
    ...[asset, long.quantity, short.quantity, netQuantity].map(String),
    unhedged.value?.toNumber() ?? null,
    `${unhedged.counted} of ${unhedged.of}`,
  ]);
const sums = (...positions: Position[]) => {
  const totals = totalsOf(positions, { now: NOW });
  const [apart, together] = [totals, netted(totals)].map(
    ({ figures }) => figures.unhedged_notional,
  );
  return { totals, apart, together };
};

describe("what an asset leaves unhedged", () => {
  it("is the net quantity of its positions at the mean mark of the larger side", () => {
    const positions = [longer("ETH", 2, 100), longer("ETH", 6, 104), shorter("ETH", 5, 90)];
    // 3 × (200 + 624) ÷ 8
    expect(shown(...positions)).toEqual([["ETH", "8", "5", "3", 309, "3 of 3"]]);
    expect(shown(...positions, shorter("ETH", 5, 90))).toEqual([
      ["ETH", "8", "10", "-2", -180, "4 of 4"],
    ]);
  });

  it("is nothing where longs and shorts are equal, and what it was on one side", () => {
    expect(shown(longer("ETH", 5, 100), shorter("ETH", 5, 101))).toEqual([
      ["ETH", "5", "5", "0", 0, "2 of 2"],
    ]);
    expect(shown(longer("ETH", 5, 100), longer("ETH", 3, 101))).toEqual([
      ["ETH", "8", "0", "8", 803, "2 of 2"],
    ]);
  });

  it("nets only what its positions have unhedged, of the same asset", () => {
    const hedged = of("ETH", leg("long", { quantity: 9 }), leg("short", { quantity: 9 }));
    const positions = [hedged, longer("ETH", 2, 100), shorter("BTC", 1, 500), shorter("?", 1, 7)];
    expect(
      shown(...positions, shorter("?", 2, 7), { ...longer("ETH", 9, 1), status: "closed" }),
    ).toEqual([
      ["BTC", "0", "1", "-1", -500, "1 of 1"],
      ["ETH", "2", "0", "2", 200, "1 of 1"],
      ["?", "0", "2", "-2", -14, "1 of 1"],
      ["?", "0", "1", "-1", -7, "1 of 1"],
    ]);
  });

  it("is in the smallest contract, also where the prices at the openings were far apart", () => {
    const small = longer("PEPE", 3000, 0.01, { symbol: "PEPE", open_price: 1 });
    const large = shorter("PEPE", 2, 10.1, { symbol: "1000PEPE", open_price: 10 });
    const mixed = of(
      "PEPE",
      leg("short", { quantity: 1, symbol: "1000PEPE", mark_price: 10, open_price: 10 }),
      leg("long", { quantity: 500, symbol: "PEPE", mark_price: 0.01, open_price: 0.01 }),
    );
    expect(shown(small, large, mixed)).toEqual([["PEPE", "3000", "2500", "500", 5, "3 of 3"]]);
    const doubled = [longer("X", 3, 100), shorter("X", 1, 160, { open_price: 1 })];
    expect(shown(...doubled)).toEqual([["X", "3", "1", "2", 200, "2 of 2"]]);
  });

  it("is over the positions of which it is known, and counts the others", () => {
    const unknown = shorter("ETH", 1, null);
    const negative = shorter("ETH", -1, 100);
    expect(shown(longer("ETH", 2, 100), unknown, negative)).toEqual([
      ["ETH", "2", "0", "2", 200, "1 of 3"],
    ]);
    expect(shown(unknown)).toEqual([["ETH", "0", "0", "0", null, "0 of 1"]]);
  });

  it("is as old as the oldest mark, and stale, or unchecked, with any of its positions", () => {
    const at = (ms: number) => new Date(NOW - ms).toISOString();
    const old = longer("ETH", 2, 100, { mark_price_updated_at: at(9 * MINUTE) });
    const positions = [old, shorter("ETH", 1, 100)];
    const [exposure] = netExposures(positions, { now: NOW }, (id) => id === old.position_id);
    expect(exposure?.unhedged).toMatchObject({ asOf: NOW - 9 * MINUTE, stale: true, unchecked: 1 });
  });
});

describe("a sum of what is unhedged", () => {
  it("has the positions of an asset netted, and nothing else changes", () => {
    const positions = [longer("ETH", 8, 100), shorter("ETH", 5, 100), shorter("BTC", 1, 500)];
    const { totals, apart, together } = sums(...positions);
    expect([apart?.value?.toNumber(), together?.value?.toNumber()]).toEqual([1800, 800]);
    const { figures, exposures, isNet, ...rest } = netted(totals);
    expect({ ...rest, exposures }).toEqual(
      Object.fromEntries(Object.entries(totals).filter(([name]) => name !== "figures")),
    );
    expect({ ...figures, unhedged_notional: apart }).toEqual(totals.figures);
    expect([totals.isNet, isNet]).toEqual([undefined, true]);
  });

  it("is at least the known part, unless something unknown of the asset may offset it", () => {
    const [eth, btc] = [shorter("ETH", 1, null), longer("BTC", 1, 500)];
    expect(sums(eth, btc).together).toMatchObject({ bound: "at_least", counted: 1, of: 2 });
    const { apart, together } = sums(eth, btc, longer("ETH", 1, 100));
    expect([apart?.bound, together?.bound, together?.counted]).toEqual(["at_least", undefined, 2]);
    expect(sums(eth).together).toMatchObject({ value: null, counted: 0, of: 1 });
    expect(nettedSum({ value: null, unit: "usd", counted: 0, of: 0 }, []).value).toBeNull();
  });

  it("agrees with exact fractions on random positions, and is never more than without netting", () => {
    let opposed = 0;
    for (let seed = 1; seed <= 80; seed++) {
      const positions = randomPositions(randomOf(seed));
      const own = recomputed(positions);
      const { apart, together } = sums(...positions);
      const known = (of: typeof apart) => rational(of?.value?.toFixed() ?? "0");
      const all = total([...own.values()].map(({ usd }) => absolute(usd)));
      expect(isNear(known(together), all, "0.000001"), `seed ${seed}`).toBe(true);
      expect(isAbove(known(together), plus(known(apart), rational("0.000001")))).toBe(false);
      for (const { asset, netQuantity, unhedged, long, short } of found(...positions)) {
        const it = own.get(asset);
        if (it === undefined) throw new Error(asset);
        expect(minus(rational(netQuantity.toFixed()), it.quantity).over).toBe(0n);
        const usd = rational(unhedged.value?.toFixed() ?? "0");
        expect(isNear(usd, it.usd, "0.000001"), `${asset} of seed ${seed}`).toBe(true);
        opposed += Number(long.positions.length > 0 && short.positions.length > 0);
      }
    }
    expect(opposed).toBeGreaterThan(50);
  });
});

const ASSETS = ["BTC", "ETH", "PEPE"] as const;
const MARKS = { BTC: 60_000, ETH: 2500, PEPE: 0.0000085 };

/** Positions of one or two legs, in whole contracts or in thousands, some without a mark. */
function randomPositions(random: Random): Position[] {
  return Array.from({ length: 3 + random.below(12) }, () => {
    const asset = random.pick(ASSETS);
    const base = MARKS[asset];
    const legs = (["long", "short"] as const)
      .filter(() => random.chance(80))
      .map((side) => {
        const multiple = random.chance(30) ? 1000 : 1;
        const price = Number((base * multiple * (0.97 + random.below(60) / 1000)).toPrecision(6));
        return leg(side, {
          symbol: multiple === 1 ? asset : `1000${asset}`,
          quantity: (1 + random.below(5000)) / (multiple === 1 ? 10 : 1000),
          open_price: price,
          mark_price: random.chance(6) ? null : price,
        });
      });
    return of(asset, ...legs);
  });
}

interface Own {
  readonly quantity: Rational;
  readonly usd: Rational;
}

/** Net quantity × mean mark of the larger side, by asset, over the positions of which that is known. */
function recomputed(positions: readonly Position[]): Map<string, Own> {
  const own = new Map<string, Own>();
  for (const asset of ASSETS) {
    const each = positions.filter((it) => it.asset === asset).map(unhedgedOf);
    const open = each.filter(({ quantity }) => quantity.over !== 0n);
    const known = open.flatMap(({ usd, ...it }) => (usd === undefined ? [] : [{ ...it, usd }]));
    const sides = [1n, -1n].map((sign) => {
      const side = known.filter(({ quantity }) => quantity.over * sign > 0n);
      const quantities = side.map((it) => it.quantity);
      return {
        quantity: absolute(total(quantities)),
        usd: absolute(total(side.map((it) => it.usd))),
      };
    });
    const [long, short] = sides as [Own, Own];
    const quantity = minus(long.quantity, short.quantity);
    const larger = quantity.over > 0n ? long : short;
    const usd = quantity.over === 0n ? ZERO : by(times(quantity, larger.usd), larger.quantity);
    own.set(asset, { quantity, usd });
  }
  return own;
}

/** Net quantity of a position in units of the asset, and that at the mean mark of its larger side. */
function unhedgedOf({ legs }: Position) {
  const side = (wanted: Leg["side"]) => {
    const some = legs.filter((it) => it.side === wanted);
    const quantity = total(some.map((it) => times(rational(it.quantity), rational(factorOf(it)))));
    const isMarked = some.every(({ mark_price }) => mark_price !== null);
    const usd = total(some.map((it) => times(rational(it.quantity), rational(it.mark_price ?? 0))));
    return { quantity, usd: isMarked ? usd : undefined };
  };
  const [long, short] = [side("long"), side("short")];
  const quantity = minus(long.quantity, short.quantity);
  const larger = quantity.over > 0n ? long : short;
  const usd =
    larger.usd && quantity.over !== 0n
      ? by(times(quantity, larger.usd), larger.quantity)
      : undefined;
  return { quantity, usd };
}

function factorOf({ symbol }: Leg): number {
  return symbol.startsWith("1000") ? 1000 : 1;
}
