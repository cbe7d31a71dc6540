import { describe, expect, it } from "vitest";
import { expectNear } from "../../recomputed/near.js";
import { listedService } from "../../support/listed-service.js";
import { randomOf } from "../../support/random.js";
import { uuidOf } from "../../support/records.js";
import { listedScene, type Scene, sceneOf } from "./scenes.js";

const SCENES = Array.from({ length: 90 }, (_, n) => sceneOf(randomOf(5300 + n)));

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
  const { run } = await listedService({
    markets: [...markets].map(([id, events]) => ({ id, asset: "btc", events })),
    positions: [listedScene(1, legs)],
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
    expect(new Set(lacking)).toEqual(new Set(["conflicting", "uncovered"]));
    expect(all.filter(({ otherUnit }) => otherUnit > 0).length).toBeGreaterThan(5);
    expect(offered.filter(({ keeps }) => keeps.length === 1).length).toBeGreaterThan(20);
    expect(offered.filter(({ days }) => days === null).length).toBeGreaterThan(20);
    expect(offered.filter(({ days }) => (days ?? 0) > 0).length).toBeGreaterThan(20);
    expect(offered.filter(({ worst }) => worst.known < worst.of).length).toBeGreaterThan(20);
    expect(offered.filter(({ worst }) => worst.known === worst.of).length).toBeGreaterThan(20);
    expect(offered.filter(({ long, short }) => long > short).length).toBeGreaterThan(20);
  });

  const thirds = [SCENES.slice(0, 30), SCENES.slice(30, 60), SCENES.slice(60)];
  it.each(thirds)(
    "offers the same pairs in the same order, with the same figures",
    async (...scenes) => {
      for (const [n, scene] of scenes.entries()) {
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
          expect([what, Date.parse(row.run_7d.as_of ?? "")]).toEqual([what, want?.end]);
        }
      }
    },
  );
});
