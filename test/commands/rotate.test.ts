import { describe, expect, it } from "vitest";
import { leg, position as positionOf, settling } from "../reports/inputs.js";
import { profileEnv } from "../settings/home.js";
import type { Surroundings } from "../support/carry.js";
import { listedService, type ServedMarket } from "../support/listed-service.js";
import { PORTFOLIO } from "../support/records.js";

/** A market whose shorts are paid about so many bp of the notional every 8 hours. */
const market = (id: number, asset: string, bp: number): ServedMarket => {
  const noise = (time: number) => Math.sin(id * 7 + time / 9e6) / 10;
  const rate = (time: number) => ((bp + noise(time)) / 10_000).toFixed(9);
  return { id, asset, events: settling(8, { rate }) };
};

/** Both sides of a pair; exchanges are named as the listing names those of the markets. */
const sides = (long: number, short: number) => [
  leg("long", long, { exchange: `x${long}`, symbol: `S${long}` }),
  leg("short", short, { exchange: `x${short}`, symbol: `S${short}` }),
];

/** A position whose id differs from others in its first digits. */
const position = (n: number, asset: string, legs: readonly object[], more: object = {}) => {
  const position_id = `${(0xa000 + n).toString(16)}0000-0000-4000-8000-000000000000`;
  return positionOf(n, asset, legs, { position_id, ...more });
};

const MARKETS = [
  ...[market(1, "AAA", 0), market(2, "AAA", 1), market(5, "AAA", 20)],
  // beyond the held one by less than what moving costs
  ...[market(3, "BBB", 0), market(4, "BBB", 2), market(6, "BBB", 2.3)],
  ...[market(7, "CCC", 20), market(8, "CCC", 0)],
];
const rich = position(1, "AAA", sides(1, 2));
const second = position(2, "AAA", sides(1, 2));
const settled = position(3, "BBB", sides(3, 4));
const turned = position(4, "CCC", sides(7, 8));
const unnamed = position(5, "DDD", [leg("long", 1), leg("short", 2, { market_id: null })]);

async function rotate(
  positions: readonly object[],
  argv: readonly string[] = [],
  more: Surroundings = {},
) {
  const service = await listedService({ positions, markets: MARKETS });
  return service.run(["rotate", "--no-color", ...argv], more);
}
const json = async (positions: readonly object[], ...argv: string[]) =>
  JSON.parse((await rotate(positions, [...argv, "-o", "json"])).stdout);
const SCREEN = { terminal: 100, rows: 24 };

describe("carry rotate", () => {
  it("offers a move that is likely to earn its fees within 7 days, with the record, and none below 80 %", async () => {
    const { stdout, code } = await rotate([rich, settled], [], SCREEN);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^1 move · last week such ranges held for \d+ of 6$/);
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^position +held +to +fees +next 7d +± +by 8 Jun$/),
      expect.stringMatching(/^AAA\.a001 +x1\/x2 +x1\/x5 +10 +\+399 +[\d.]+ +>99 %$/),
      "",
      "1 more below 80 %: --all · 5 bp a fill are assumed",
      "next: carry funding compare x1:S1 x5:S5",
    ]);
  });

  it("shows the best move of every position with --all, and of those that are named", async () => {
    const all = await rotate([rich, settled, unnamed], ["--all"], SCREEN);
    expect(all.stdout).toMatch(/^BBB\.a003 +x3\/x4 +x3\/x6 +10 +\+6\.\d +[\d.]+ +<1 %$/m);
    expect(all.stdout).toMatch(/^DDD\.a005 +okx\/binance +– +– +– +– +–$/m);
    expect(all.stdout).toContain("– 1 no market id · 5 bp a fill are assumed");
    const { rows, inputs } = await json([rich, settled], "BBB");
    expect(rows.map((it: { name: string }) => it.name)).toEqual(["BBB.a003"]);
    expect(inputs.filters.names).toEqual(["BBB"]);
  });

  it("gives the new pair, its fees, range and chance, when they are earned, and what the moves bring a day", async () => {
    const { inputs, rows, totals } = await json([rich, settled, turned]);
    expect(inputs).toEqual({
      ...{ service_time: "2026-06-01T12:00:00Z", fee: "5bps", fee_assumed: true },
      filters: { names: [] },
    });
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      ...{ name: "AAA.a001", asset: "AAA", held: "x1/x2", long: "x1:S1", short: "x5:S5" },
      ...{ reverse: false, fees: { value: 10, unit: "usd" }, back_by: "2026-06-02T08:00:00Z" },
    });
    const { next_7d: next, next_7d_low: low, next_7d_high: high, next_7d_chance } = rows[1];
    expect([next.low, next.high]).toEqual([low.value, high.value]);
    expect((low.value + high.value) / 2).toBeCloseTo(next.value, 9);
    expect(next_7d_chance.value).toBeGreaterThan(0.99);
    const sum = rows[0].next_7d.value + rows[1].next_7d.value;
    expect(totals).toMatchObject({ moves: 2, record: { of: expect.any(Number) } });
    expect(totals.gain).toMatchObject({ unit: "usd_per_day", counted: 2, of: 2 });
    expect(totals.gain.value).toBeCloseTo(sum / 7, 9);
  });

  it("offers a market to one position alone", async () => {
    const { rows, totals } = await json([rich, second, settled], "--all");
    const pairs = rows.map((it: { name: string; short: string }) => [it.name, it.short]);
    expect(pairs).toContainEqual(["AAA.a001", "x5:S5"]);
    expect(pairs.find(([name]: string[]) => name === "AAA.a002")[1]).not.toBe("x5:S5");
    expect(totals.moves).toBe(1);
  });

  it("names the held pair with its sides exchanged, in which every fill is made twice", async () => {
    const { rows } = await json([rich, turned, settled]);
    expect(rows[0]).toMatchObject({ name: "CCC.a004", reverse: true, fees: { value: 20 } });
    const { stdout } = await rotate([rich, turned, settled], [], SCREEN);
    expect(stdout).toMatch(/^CCC\.a004 +x7\/x8 +x8\/x7 \(reverse\) +20 /m);
  });

  it("takes the fee of --fee, else those of the profile, and says where one is assumed", async () => {
    const typed = await json([rich, settled], "--fee", "1bps");
    expect([typed.inputs.fee, typed.inputs.fee_assumed]).toEqual(["1bps", false]);
    expect(typed.rows[0].fees.value).toBe(2);
    const key = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };
    const env = { ...key, ...profileEnv({ fees: "x2=2bps" }) };
    const { stdout } = await rotate([rich, settled], [], { ...SCREEN, env });
    expect(stdout).toMatch(/^AAA\.a001 .* 7 +\+399 /m);
    expect(stdout).toContain("5 bp a fill are assumed on x5");
  });

  it("says in a sentence that no move is likely, with the best, or why none can be judged", async () => {
    const { stdout } = await rotate([settled, position(6, "AAA", sides(1, 5))], [], SCREEN);
    expect(stdout).toMatch(
      /^No move is likely to pay its fees\. Best: BBB\.a003 to x3\/x6, <1 % by 8 Jun\.\nlast week such ranges held/,
    );
    expect(stdout).toContain("2 below 80 %: --all · 5 bp a fill are assumed");
    const alone = await rotate([rich], [], SCREEN);
    expect(alone.stdout).toMatch(
      /^No move can be judged\. Fewer than 5 pairs of markets tell how far/,
    );
  });

  it.each([
    ["--min-gain", "1"],
    ["--top", "2"],
    ["--fees", "default=5bps"],
    ["--asset", "AAA"],
    ["--exchange", "x1"],
  ])("no longer has %s", async (...argv) => {
    expect(await rotate([rich], argv)).toMatchObject({ code: 2, stdout: "" });
  });
});
