import { describe, expect, it } from "vitest";
import { leg, nothing, position as positionOf, results, settling } from "../reports/inputs.js";
import type { Surroundings } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";

/** A position whose id differs from others in its first digits. */
const position = (n: number, asset: string, legs: readonly object[], more: object = {}) => {
  const position_id = `${(0xa000 + n).toString(16)}0000-0000-4000-8000-000000000000`;
  return positionOf(n, asset, legs, { position_id, ...more });
};

/** A market whose shorts are paid so many USD of 10,000 USD every 8 hours. */
const paying = (usd: number) => settling(8, { rate: () => (usd / 10_000).toString() });
const MARKETS = [
  { id: 1, events: nothing() },
  { id: 2, events: paying(1) },
  { id: 3, events: paying(-10) },
];

const gaining = position(1, "AAA", [leg("long", 1), leg("short", 2)]);
const costing = position(2, "BBB", [leg("long", 1), leg("short", 3)], {
  performance: results(-40),
});
const naked = position(3, "CCC", [leg("long", 1, { quantity: 300, leverage: 10 })]);
const unmarked = position(4, "DDD", [leg("long", 1), leg("short", 2, { mark_price: null })]);
const closed = position(
  5,
  "EEE",
  [leg("long", 1, { quantity: 0 }), leg("short", 2, { quantity: 0 })],
  {
    ...{ status: "closed", closed_at: "2026-05-20T00:00:00Z", performance: results(7) },
  },
);
const BOOK = [gaining, costing, naked, unmarked, closed];

async function list(argv: readonly string[], more: Surroundings = {}, positions = BOOK) {
  const service = await listedService({ positions, markets: MARKETS });
  return {
    ...(await service.run(["list", "--no-color", ...argv], more)),
    requests: service.requests,
  };
}
const json = async (...argv: string[]) => JSON.parse((await list([...argv, "-o", "json"])).stdout);
const SCREEN = { terminal: 80, rows: 24 };

describe("carry list", () => {
  it("shows the open positions, the largest first, with their signs, and in one line what those stand for", async () => {
    const { stdout } = await list([], SCREEN);
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^4 open {2}-24\/d {2}-15 %\/yr · net -18 · fees -4 +12:00Z$/);
    expect(lines.slice(2)).toEqual([
      expect.stringMatching(/^ {2}position +long\/short +size +7d\/d +next 7d +± +net +away +why$/),
      expect.stringMatching(/^● CCC\.a003 +okx\/– +30k +0 +~0 +– +\+8 +10% +no short leg$/),
      expect.stringMatching(/^ {2}AAA\.a001 +okx\/bin +10k +\+3 +~\+21 +– +\+8 +50%$/),
      expect.stringMatching(
        /^! BBB\.a002 +okx\/bin +10k +-30 +~-210 +– +-42 +50% +costs over 23 days$/,
      ),
      expect.stringMatching(/^○ DDD\.a004 +okx\/bin +~10k +\+3 +~\+21 +– +\+8 +~50% +no mark$/),
      "",
      "~ 4 few pairs, 1 open price, 1 parts missing · 1 closed: --status all",
      "next: carry get CCC.a003",
    ]);
  });

  it.each([
    ["pnl", /^! BBB\.a002 +okx\/bin +-42 +-40 +0 +-1 +-1 +/m],
    ["funding", /^! BBB\.a002 +okx\/bin +-30 +-30 +-30 +-110 +~-210 +– /m],
    ["risk", /^● CCC\.a003 +long okx +10x +10% +– +100% +gone down +3,000$/m],
    ["next", /^AAA\.a001 +okx\/binance +16:00Z +0 +\+1 +\+3$/m],
  ])("has the columns of view %s", async (view, row) => {
    expect((await list(["--view", view], SCREEN)).stdout).toMatch(row);
  });

  it("gives each leg its own row", async () => {
    const { stdout } = await list(["--legs", "--asset", "CCC"], SCREEN);
    expect(stdout).toMatch(/^CCC\.a003 +long +okx +X1 +10x .* 10% +– +100% +3,000$/m);
  });

  it("sums groups to what all positions come to", async () => {
    const { totals } = await json("--view", "now");
    for (const by of ["asset", "pair", "portfolio"]) {
      const { rows } = await json("--by", by);
      const sum = (name: string) =>
        rows.reduce(
          (all: number, row: Record<string, { value: number }>) => all + (row[name]?.value ?? 0),
          0,
        );
      for (const name of ["gross_notional", "net_pnl", "run_7d", "fees_estimated_exit"]) {
        expect(sum(name), `${by} ${name}`).toBeCloseTo(totals[name].value, 9);
      }
    }
    const { rows } = await json("--by", "exchange");
    expect(rows.map((row: { exchange: string }) => row.exchange)).toEqual(["okx", "binance"]);
  });

  it("asks for no history where no column needs it", async () => {
    const { stdout, requests } = await list(["--columns", "name,size", "-o", "csv"]);
    expect(stdout.split("\r\n")[1]).toBe("CCC.a003,30000");
    expect(requests.filter((it) => it.includes("history"))).toEqual([]);
  });

  it("gives data as sent unless a view, groups or a computed column are asked for", async () => {
    expect(await json()).toHaveLength(5);
    expect(Object.keys(await json("--columns", "run_7d"))).toEqual(["inputs", "rows", "totals"]);
    const { stdout } = await list(["--view", "now", "-o", "ndjson"]);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(5);
    expect(Object.keys(lines[4])).toEqual(["inputs", "totals"]);
  });

  it("says of each estimate and unknown figure why", async () => {
    const { stdout } = await list(["--why"], SCREEN);
    expect(stdout).toContain(
      "DDD.a004 size, next 7d ~ The open price stands for a missing mark price.",
    );
  });

  it("shows margins where a stress is given, and legs by their own columns", async () => {
    const stressed = await list(["--stress", "30%"], SCREEN);
    expect(stressed.stdout).toContain("±30 %");
    const { stdout } = await list(["--legs", "--columns", "name,side,away", "-o", "csv"]);
    expect(stdout).toMatch(/^name,side,away\r\nCCC\.a003,long,/);
  });

  it.each([
    ["--by asset --view pnl", "--by and --view"],
    ["--by asset --legs", "--by and --legs"],
    ["--view pnl --stress 10%", "--view pnl and --stress"],
    ["--view now --cursor c", "--view and --cursor"],
  ])("refuses %s, of which one would have no effect", async (typed, both) => {
    const { code, stderr, requests } = await list(typed.split(" "));
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain(`${both} exclude each other`);
  });

  it("shows closed positions when they are asked for", async () => {
    const { stdout } = await list(["--status", "closed"], SCREEN);
    expect(stdout).toMatch(/^1 closed/);
    expect(stdout).toMatch(/EEE\.a005 +okx\/bin +27d +0 +– .* \+5 /);
  });

  it.each([
    ["risk", "list --view risk"],
    ["next", "list --view next"],
  ])("has the short form carry %s", async (short, long) => {
    const service = await listedService({ positions: BOOK, markets: MARKETS });
    expect((await service.run([short])).stdout).toBe((await service.run(long.split(" "))).stdout);
  });

  it.each(["summary", "outlook", "risk", "upcoming"])(
    "says what replaces positions %s",
    async (word) => {
      const { code, stderr } = await (await listedService({ positions: [], markets: [] })).run([
        "positions",
        word,
      ]);
      expect(code).toBe(2);
      expect(stderr).toContain("carry list");
    },
  );
});
