import { describe, expect, it } from "vitest";
import type { Position } from "../../../src/client/resources/position.js";
import { summariseExchanges } from "../../../src/features/summary/exchange-summary.js";
import {
  by,
  isNear,
  minus,
  plus,
  type Rational,
  rational,
  times,
  total,
  ZERO,
} from "../../recomputed/rational.js";
import { carryWith } from "../../support/answers.js";
import { ago, HOUR, long, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { randomOf } from "../../support/random.js";
import { performance, position } from "../../support/records.js";

const of = (...legs: readonly object[]) =>
  position(1, {
    legs,
    performance: performance({ spread_pnl: { realized: 0, unrealized: null } }),
  });
const even = (...positions: readonly object[]) =>
  summariseExchanges(positions as Position[], { now: NOW }).even;
const shown = (...positions: readonly object[]) => {
  const { toMove, moves, unknown, share } = even(...positions);
  return {
    toMove: Object.fromEntries([...toMove].map(([name, usd]) => [name, usd.toNumber()])),
    moves: moves.map(({ from, to, amount }) => `${amount.toFixed()} from ${from} to ${to}`),
    unknown,
    share: [share.value?.round(4).toNumber(), share.counted, share.of],
  };
};

/** One at 100, of which 1 ÷ leverage was posted at the open price. */
const one = { quantity: 1, open_price: 100, mark_price: 100, leverage: 5 };

describe("the same share of margin on all exchanges", () => {
  it("takes what is left of the margin to where less of it stands against the notional", () => {
    // Left: 20 + 10 of 110, 20 − 10 of 110; together 40 of 220.
    const marked = { ...one, mark_price: 110 };
    expect(shown(of(long(marked), short(marked)))).toEqual({
      toMove: { binance: -10, bybit: 10 },
      moves: ["10 from binance to bybit"],
      unknown: [],
      share: [18.1818, 2, 2],
    });
  });

  it("moves nothing where it is the same already, or where one exchange holds everything", () => {
    expect(shown(of(long(one), short(one)))).toMatchObject({ moves: [], share: [20, 2, 2] });
    const alone = shown(of(long(one), short({ ...one, exchange: "binance" })));
    expect(alone).toEqual({ toMove: {}, moves: [], unknown: [], share: [20, 1, 1] });
    expect(shown()).toEqual({ toMove: {}, moves: [], unknown: [], share: [undefined, 0, 0] });
  });

  it("leaves out an exchange with a leg of which the rest is unknown, and names it", () => {
    const okx = long({ ...one, exchange: "okx", leverage: 10 });
    const rest = [long(one), okx];
    for (const lacks of [
      { leverage: null },
      { leverage: 0 },
      { open_price: null },
      { mark_price: 130 }, // past the bankruptcy price
      { mark_price_updated_at: ago(HOUR) },
      { mark_price_updated_at: null },
    ]) {
      expect(shown(of(...rest, short({ ...one, ...lacks }))), JSON.stringify(lacks)).toEqual({
        toMove: { binance: -5, okx: 5 },
        moves: ["5 from binance to okx"],
        unknown: ["bybit"],
        share: [15, 2, 3],
      });
    }
    // A leg without a mark may be closed, so that none of the position is known for sure.
    expect(shown(of(...rest, short({ ...one, mark_price: null })))).toMatchObject({
      toMove: {},
      unknown: ["binance", "bybit", "okx"],
      share: [undefined, 0, 3],
    });
  });

  it("is not concerned with an exchange that holds nothing", () => {
    const gone = short({ ...one, exchange: "okx", quantity: 0 });
    expect(shown(of(long(one), short(one), gone))).toMatchObject({
      share: [20, 2, 2],
      unknown: [],
    });
  });

  it("agrees with exact fractions, and its amounts add up to zero, on random legs", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const positions = randomPositions(seed);
      const { rows, even: found } = summariseExchanges(positions, { now: NOW });
      const own = marginsOf(positions);
      const [margin, notional] = (["margin", "notional"] as const).map((name) =>
        total([...own.values()].map((it) => it[name])),
      ) as [Rational, Rational];
      const moved = [...found.toMove].map(([, usd]) => rational(usd.toFixed()));
      expect(total(moved).over, `seed ${seed}`).toBe(0n);
      expect(found.toMove.size).toBe(own.size);
      for (const [exchange, it] of own) {
        const exact = minus(by(times(margin, it.notional), notional), it.margin);
        const usd = rational(found.toMove.get(exchange)?.toFixed() ?? "0");
        expect(isNear(usd, exact, "0.0101"), `${exchange} of seed ${seed}`).toBe(true);
        const into = (name: "from" | "to") =>
          total(
            found.moves
              .filter((move) => move[name] === exchange)
              .map(({ amount }) => rational(amount.toFixed())),
          );
        expect(minus(minus(into("to"), into("from")), usd).over).toBe(0n);
        const row = rows.find((risk) => risk.exchange === exchange);
        const left = rational(row?.left.value?.toFixed() ?? "0");
        expect(isNear(left, it.margin, "0.000001")).toBe(true);
      }
      expect(found.moves.length).toBeLessThan(Math.max(1, own.size));
      const share = times(by(margin, notional), rational(100));
      expect(isNear(rational(found.share.value?.toFixed() ?? "0"), share, "0.000001")).toBe(true);
    }
  });
});

const EXCHANGES = ["binance", "bybit", "okx", "gate", "dydx"] as const;

function randomPositions(seed: number): Position[] {
  const random = randomOf(seed);
  return Array.from({ length: 2 + random.below(12) }, (_, n) => {
    const open = random.pick([0.000012, 0.7, 31.4, 61_234.5]);
    const legs = [long, short].map((side) =>
      side({
        exchange: random.pick(EXCHANGES),
        quantity: 1 + random.below(100_000) / 1000,
        leverage: random.pick([1, 2, 3, 7]),
        open_price: open,
        mark_price: Number((open * (0.9 + random.below(200) / 1000)).toPrecision(7)),
        close_price: null,
      }),
    );
    return position(n, { legs, performance: performance() }) as unknown as Position;
  });
}

interface Margin {
  readonly margin: Rational;
  readonly notional: Rational;
}

/** What is left of the margin of each exchange: quantity × open ÷ leverage ± quantity × (mark − open). */
function marginsOf(positions: readonly Position[]): Map<string, Margin> {
  const own = new Map<string, Margin>();
  for (const { legs } of positions) {
    for (const { exchange, side, quantity, leverage, open_price, mark_price } of legs) {
      const [q, lev, open, mark] = [quantity, leverage, open_price, mark_price].map((it) =>
        rational(it ?? Number.NaN),
      ) as [Rational, Rational, Rational, Rational];
      const gain = times(q, side === "long" ? minus(mark, open) : minus(open, mark));
      const before = own.get(exchange) ?? { margin: ZERO, notional: ZERO };
      own.set(exchange, {
        margin: plus(before.margin, plus(by(times(q, open), lev), gain)),
        notional: plus(before.notional, times(q, mark)),
      });
    }
  }
  return own;
}

describe("positions summary --by exchange", () => {
  const pair = of(long(one), short({ ...one, leverage: 2 }));
  const positions = [pair];
  const ask = (...words: readonly string[]) =>
    carryWith({ positions }, ["positions", "summary", "--by", "exchange", ...words]);

  it("says what to move so that every exchange holds the same share of margin", async () => {
    const { stdout } = await ask();
    expect(stdout).toContain(
      "to hold the same share of margin on all exchanges (35.00% of the notional): move 15.00 from bybit to binance · arithmetic, not advice",
    );
  });

  it("has the amounts in json and csv, where they are – without a leverage", async () => {
    const { stdout } = await ask("--json");
    const { rows, totals } = JSON.parse(stdout);
    expect(rows.map((row: { to_move: object }) => row.to_move)).toEqual([
      { value: 15, unit: "usd" },
      { value: -15, unit: "usd" },
    ]);
    expect(rows[1]).toMatchObject({
      margin_left: { value: 50, counted: 1, of: 1 },
      margin_share: { value: 50, unit: "percent", base: "notional" },
    });
    expect(totals).toMatchObject({
      margin_share: { value: 35, counted: 2, of: 2 },
      moves: [{ from: "bybit", to: "binance", amount: 15 }],
      not_in_moves: [],
    });
    const { stdout: csv } = await ask("--csv", "--columns", "group,margin_left,to_move");
    expect(csv.trim().split(/\r?\n/)).toEqual([
      "group,margin_left,to_move",
      "binance,20,15",
      "bybit,50,-15",
    ]);
    const unlevered = [of(long({ ...one, leverage: null }), short(one))];
    const { stdout: unknown } = await carryWith({ positions: unlevered }, [
      ...["positions", "summary", "--by", "exchange"],
    ]);
    expect(unknown).toContain("same share of margin: unknown on 1 of 2 exchanges");
  });
});
