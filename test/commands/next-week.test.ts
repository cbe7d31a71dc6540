import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { leg, position, settling } from "../reports/inputs.js";
import { listedService } from "../support/listed-service.js";
import { randomOf } from "../support/random.js";

const random = randomOf(7);

/** Six markets that settle every 8 hours at rates of 1 to 6 bp, give or take 2. */
const MARKETS = [1, 2, 3, 4, 5, 6].map((id) => {
  return {
    id,
    events: settling(8, { rate: () => ((id * 100 + random.below(401) - 200) / 1e6).toFixed(6) }),
  };
});

const BOOK = [
  position(1, "AAA", [leg("long", 1), leg("short", 5)]),
  position(2, "BBB", [leg("long", 2), leg("short", 4)]),
  position(3, "CCC", [leg("long", 6), leg("short", 3)]),
];

interface Figure {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}
interface Row {
  readonly asset: string;
  readonly next_7d: Figure;
  readonly next_7d_low: Figure;
  readonly next_7d_high: Figure;
  readonly next_7d_chance: Figure;
}
interface Answer {
  readonly rows: readonly Row[];
  readonly totals: Row & { readonly record: { readonly held: number; readonly of: number } };
}

describe("the next 7 days", () => {
  const run = async (argv: readonly string[]) =>
    (await listedService({ positions: BOOK, markets: MARKETS })).run(argv);
  const json = async (...argv: string[]): Promise<Answer> =>
    JSON.parse((await run([...argv, "-o", "json"])).stdout);
  const ofAsset = ({ rows }: Answer, asset: string) => rows.find((it) => it.asset === asset);

  it("are the same of a position in a list, in a view and whatever filter is typed", async () => {
    const all = await json("list", "--view", "now");
    const others = [
      await json("list", "--view", "funding"),
      await json("list", "--view", "now", "--asset", "BBB"),
      await json("list", "--columns", "asset,next_7d,next_7d_low,next_7d_high,next_7d_chance"),
    ];
    for (const other of others) {
      expect(ofAsset(other, "BBB")).toMatchObject({
        next_7d: ofAsset(all, "BBB")?.next_7d,
        next_7d_low: ofAsset(all, "BBB")?.next_7d_low,
        next_7d_chance: ofAsset(all, "BBB")?.next_7d_chance,
      });
    }
  });

  it("have a range about the sum and a chance to pay anything, which is small where funding costs", async () => {
    const { rows } = await json("list", "--view", "funding");
    for (const { next_7d: sum, next_7d_low: low, next_7d_high: high } of rows) {
      expect(low.value).toBeLessThan(sum.value);
      expect(high.value - sum.value).toBeCloseTo(sum.value - low.value, 9);
      expect([sum.low, sum.high]).toEqual([low.value, high.value]);
    }
    const chances = rows.map(({ next_7d_chance: it }) => it.value);
    expect(chances.map((it) => it > 0.9)).toEqual([false, true, true]);
    expect(chances[0]).toBeLessThan(0.1);
  });

  it("add up to the heading, which has their record", async () => {
    const { rows, totals } = await json("list", "--view", "now");
    const sum = rows.reduce((all, it) => all + it.next_7d.value, 0);
    expect(totals.next_7d.value).toBeCloseTo(sum, 9);
    expect(totals.record.of).toBeGreaterThanOrEqual(5);
    const { held, of } = totals.record;
    const { stdout } = await run(["status"]);
    expect(stdout).toContain(`last week such ranges held for ${held} of ${of}`);
    expect((await run(["list"])).stdout).toContain(`± held ${held} of ${of}`);
  });

  it("are rules by their names", async () => {
    const directory = mkdtempSync(join(tmpdir(), "carry-next-"));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, "rules.toml");
    writeFileSync(file, '[[rule]]\nname = "costs"\nwhen = "next_7d_chance < 0.1"\n');
    const { code, stdout } = await run(["check", "--rules", file, "-o", "csv"]);
    expect([code, stdout.match(/failed/g)?.length]).toEqual([10, 1]);
  });
});
