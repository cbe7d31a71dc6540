import { describe, expect, it } from "vitest";
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import {
  DAY,
  type Faults,
  randomFaults,
  randomMarket,
} from "../../analytics/market/random-market.js";
import { expectNear } from "../../recomputed/near.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { type Random, randomOf } from "../../support/random.js";
import { performance, position, uuidOf } from "../../support/records.js";
import { type Moves, moves, type RawLeg } from "./oracle.js";

interface Scene {
  readonly legs: readonly RawLeg[];
  readonly markets: ReadonlyMap<number, readonly RawEvent[]>;
  readonly fee: number;
  readonly expected: Moves;
}

const SCENES = Array.from({ length: 90 }, (_, n) => sceneOf(randomOf(5300 + n)));

function sceneOf(random: Random): Scene {
  const base = random.pick([0.0123, 1.7, 140, 61_000]);
  const factors = Array.from({ length: 6 }, () => random.pick([1, 1, 1, 1, 1000, 1.6]));
  const isSound = random.chance(60);
  const heldFaults = random.pick([
    (faulty: Faults) => faulty,
    (_: Faults, holey: Faults) => holey,
    (_: Faults, holey: Faults) => holey,
    (_: Faults, __: Faults, none: Faults) => none,
  ]);
  const markets = new Map(
    factors.map((factor, at) => {
      const none = { holes: 0, conflicts: 0, nulls: 0, duplicates: 3, late: random.below(2) };
      const faulty = { ...randomFaults(random), conflicts: random.pick([0, 0, 0, 2]) };
      // a few single holes: covered in periods of an hour, and not in those of 8 hours
      const holey = { ...none, holes: 2 };
      const faults = isSound ? none : at >= 2 ? faulty : heldFaults(faulty, holey, none);
      const events = randomMarket(random, { from: NOW - 33 * DAY, until: NOW, faults });
      return [at + 1, events.map((event) => priced(event, base * factor, at))] as const;
    }),
  );
  const leg = (side: RawLeg["side"], id: number, quantity: number): RawLeg => ({
    ...{ side, market_id: id },
    quantity: quantity / (factors[id - 1] === 1000 ? 1000 : 1),
    mark_price: Number((base * (factors[id - 1] ?? 1)).toPrecision(9)),
  });
  const short = random.pick([
    [leg("short", 2, 5000)],
    [leg("short", 2, 4800)],
    [leg("short", 2, 3000), leg("short", 3, 2000)],
  ]);
  const legs = [leg("long", 1, 5000), ...short];
  const fee = random.pick([0, 2, 5.5]) / 10_000;
  return { legs, markets, fee, expected: moves(legs, markets, NOW, fee) };
}

/** A price that depends on the time alone, so that an event that is sent twice has it twice. */
function priced(event: RawEvent, base: number, seed: number): RawEvent {
  const hours = Math.round(Date.parse(event.funding_time) / 3_600_000);
  const drift = Math.sin(hours / 90) / 30 + Math.sin(hours * 0.7 + seed * 9) / 300;
  const mark_price = event.mark_price === null ? null : (base * (1 + drift)).toFixed(8);
  return { ...event, mark_price };
}

interface Figure {
  readonly value: number | null;
  readonly as_of?: string;
  readonly se?: number;
  readonly counted?: number;
  readonly of?: number;
  readonly bound?: string;
}
interface RotateJson {
  readonly held: { readonly run_7d: Figure; readonly unknown: readonly object[] };
  readonly rows: readonly {
    readonly long: { readonly market_id: number };
    readonly short: { readonly market_id: number };
    readonly keeps: readonly string[];
    readonly run_7d: Figure;
    readonly held_7d: Figure;
    readonly gain: Figure;
    readonly worst_week: Figure;
    readonly cost: Figure;
    readonly pays_back: Figure;
    readonly never: boolean;
  }[];
  readonly totals: {
    readonly not_offered: {
      readonly uncovered: number;
      readonly conflicting: number;
      readonly other_unit: number;
      readonly markets: readonly { readonly market_id: number; readonly why: string }[];
    };
  };
}

async function rotated({ legs, markets, fee }: Scene): Promise<RotateJson> {
  const listed = legs.map((leg) => ({
    ...{ exchange: `x${leg.market_id}`, symbol: "S", leverage: 3, open_price: leg.mark_price },
    ...{ mark_price_updated_at: new Date(NOW).toISOString() },
    ...leg,
  }));
  const { run } = await listedService({
    markets: [...markets].map(([id, events]) => ({ id, asset: "btc", events })),
    positions: [position(1, { legs: listed, performance: performance() })],
  });
  const argv = ["positions", "rotate", uuidOf(1), "--fee", `${fee * 10_000}bps`];
  const { stdout, code } = await run([...argv, "-q", "-o", "json"]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as RotateJson;
}

describe("the rotation of 90 random positions, recomputed from the raw JSON", () => {
  it("is of scenes of which several have each oddity", () => {
    const all = SCENES.map(({ expected }) => expected);
    const offered = all.flatMap((it) => it.offered);
    expect(offered.length).toBeGreaterThan(150);
    expect(all.filter(({ uncovered }) => uncovered > 0).length).toBeGreaterThan(3);
    expect(all.filter(({ conflicting }) => conflicting > 0).length).toBeGreaterThan(3);
    expect(all.filter(({ held }) => held === null).length).toBeGreaterThan(1);
    const lacking = all.flatMap((it) => it.lacking.map((text) => text.split(" ")[1]));
    expect(new Set(lacking)).toEqual(new Set(["conflicting", "uncovered", "held_uncovered"]));
    expect(all.filter(({ otherUnit }) => otherUnit > 0).length).toBeGreaterThan(5);
    expect(offered.filter(({ keeps }) => keeps.length === 1).length).toBeGreaterThan(20);
    expect(offered.filter(({ days }) => days === null).length).toBeGreaterThan(20);
    expect(offered.filter(({ days }) => (days ?? 0) > 0).length).toBeGreaterThan(20);
    expect(offered.filter(({ worst }) => worst.known < worst.of).length).toBeGreaterThan(20);
    expect(offered.filter(({ worst }) => worst.known === worst.of).length).toBeGreaterThan(20);
    expect(offered.filter(({ long, short }) => long > short).length).toBeGreaterThan(20);
  });

  it("offers the same pairs in the same order, with the same figures", async () => {
    for (const [n, scene] of SCENES.entries()) {
      const { expected } = scene;
      const { held, rows, totals } = await rotated(scene);
      const { uncovered, conflicting, other_unit, markets } = totals.not_offered;
      expect([n, uncovered, conflicting, other_unit]).toEqual([
        ...[n, expected.uncovered, expected.conflicting, expected.otherUnit],
      ]);
      expectNear(held.run_7d.value, expected.held, `${n} held`);
      expect([n, held.unknown.length > 0]).toEqual([n, expected.held === null]);
      if (expected.held !== null) {
        expect([n, ...markets.map(({ market_id: id, why }) => `${id} ${why}`)]).toEqual([
          ...[n, ...expected.lacking],
        ]);
      }
      const pairs = (list: readonly (readonly [number, number])[]) => [n, ...list];
      expect(pairs(rows.map(({ long, short }) => [long.market_id, short.market_id]))).toEqual(
        pairs(expected.offered.map(({ long, short }) => [long, short])),
      );
      for (const [at, row] of rows.entries()) {
        const want = expected.offered[at];
        const what = `${n} ${row.long.market_id} ${row.short.market_id}`;
        expectNear(row.run_7d.value, want?.run ?? null, `${what} run`);
        expect([what, row.held_7d]).toEqual([what, held.run_7d]);
        expectNear(row.gain.value, want?.gain ?? null, `${what} gain`, Math.abs(want?.run ?? 0));
        expectNear(row.gain.se ?? null, want?.se ?? null, `${what} se`, Math.abs(want?.run ?? 0));
        const { value, counted, of, bound } = row.worst_week;
        const { worst = { value: null, known: 0, of: 0 } } = want ?? {};
        expectNear(value, worst.value, `${what} worst week`, Math.abs((want?.run ?? 0) * 7));
        expect([what, counted, of]).toEqual([what, worst.known, worst.of]);
        const isBound = worst.value !== null && worst.known < worst.of;
        expect([what, bound]).toEqual([what, isBound ? "at_most" : undefined]);
        expectNear(row.cost.value, want?.cost ?? null, `${what} cost`);
        const days = want?.days ?? null;
        expect([what, row.pays_back.value === null, row.never]).toEqual([
          ...[what, days === null, days === null],
        ]);
        if (days !== null) {
          expect(
            Math.abs((row.pays_back.value ?? 0) / (days || 1) - (days === 0 ? 0 : 1)),
          ).toBeLessThan(1e-5);
        }
        expect([what, row.keeps]).toEqual([what, want?.keeps]);
        expect([what, Date.parse(row.run_7d.as_of ?? "")]).toEqual([what, expected.end]);
      }
    }
  });
});
