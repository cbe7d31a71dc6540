import { describe, expect, it } from "vitest";
import { carryWith } from "../support/answers.js";
import { contradictions } from "../support/closed-schema.js";
import { ago, long, MINUTE, short } from "../support/fresh-legs.js";
import { performance, position, uuidOf } from "../support/records.js";

const ONE = { open_price: 3740, mark_price: 3740, symbol: "ETHUSDT" };
const pair = (n: number, longs: number, shorts: number, asset = "ETH") =>
  position(n, {
    asset,
    legs: [long({ ...ONE, quantity: longs }), short({ ...ONE, quantity: shorts })],
    performance: performance({
      spread_pnl: { realized: 0, unrealized: 0 },
      calculated_at: ago(MINUTE),
    }),
  });

/** 8 long against 5 short of one asset, 1 long of another. */
const POSITIONS = [pair(1, 10, 2), pair(2, 1, 6), pair(3, 3, 2, "BTC")];

async function run(line: string, positions: readonly object[] = POSITIONS) {
  return carryWith({ positions }, line.split(" "));
}

const SAID =
  /^ETH: 8 long unhedged in ETH\.\S+1 against 5 short in ETH\.\S+2: net 3 long = 11,220\.00 USD \(--net\)$/m;
const NETTED = /: net 3 long = 11,220\.00 USD \(netted\)$/m;

interface Group {
  readonly group: string;
  readonly unhedged_notional: { readonly value: number };
}

describe("a position that is long against another one that is short of the same asset", () => {
  for (const line of ["status", "positions summary", "positions risk"]) {
    const command = line;

    it(`is said, and netted with --net alone: ${command}`, async () => {
      const apart = await run(line);
      expect(apart.stdout).toMatch(SAID);
      expect(apart.stdout).toContain("unhedged 52,360.00");
      const together = await run(`${line} --net`);
      expect(together.stdout).toMatch(NETTED);
      expect(together.stdout).toContain("unhedged 14,960.00");
      const none = await run(`${line} --net`, [pair(1, 10, 2)]);
      expect(none.stdout).toContain("--net: no asset is unhedged long in one position and short");
      expect((await run(line, [pair(1, 10, 2)])).stdout).not.toContain("--net");
    });

    it(`changes what is unhedged and nothing else in json: ${command}`, async () => {
      const [apart, together] = await Promise.all(
        [line, `${line} --net`].map(async (it) => JSON.parse((await run(`${it} --json`)).stdout)),
      );
      const check = await contradictions(command.split(" ").at(-1) ?? "");
      expect([check(apart), check(together)]).toEqual([[], []]);
      expect([apart.inputs.net, together.inputs.net]).toEqual([false, true]);
      expect(apart.totals.unhedged_notional).toMatchObject({ value: 52360, counted: 3, of: 3 });
      expect(together.totals.unhedged_notional).toMatchObject({ value: 14960, counted: 3, of: 3 });
      expect(together.totals.unhedged_by_asset).toMatchObject([
        {
          ...{ asset: "ETH", long_positions: [uuidOf(1)], short_positions: [uuidOf(2)] },
          ...{ long_quantity: 8, short_quantity: 5, net_quantity: 3 },
          unhedged: { value: 11220, unit: "usd", counted: 2, of: 2, stale: false },
        },
        { asset: "BTC", net_quantity: 1, unhedged: { value: 3740 } },
      ]);
      const without = (all: typeof apart) => ({
        ...{ ...all, inputs: { ...all.inputs, net: undefined } },
        totals: { ...all.totals, unhedged_notional: undefined },
        portfolios: undefined,
        rows: all.rows?.map((row: object) => ({ ...row, unhedged_notional: undefined })),
      });
      expect(without(together)).toEqual(without(apart));
      for (const { portfolios, totals } of [together, apart]) {
        expect(portfolios).toMatchObject([
          { totals: { unhedged_notional: totals.unhedged_notional } },
        ]);
      }
    });
  }

  it("is netted in the groups of a summary, which shows the column then", async () => {
    const rows = async (words: string) => {
      const { stdout } = await run(`positions summary --json${words}`);
      const answer = JSON.parse(stdout) as { readonly rows: readonly Group[] };
      return answer.rows.map((row) => [row.group, row.unhedged_notional.value]);
    };
    const btc = ["BTC", 3740];
    expect(await rows("")).toEqual([["ETH", 48620], btc]);
    expect(await rows(" --net")).toEqual([["ETH", 11220], btc]);
    expect((await run("positions summary --net --columns group,unhedged")).stdout).toMatch(
      /^ETH +11,220\.00$/m,
    );
    const { stdout } = await run("positions summary --net --by pair");
    expect(stdout).toMatch(/^long\/short .* unhedged/m);
  });

  it("has its net in the metrics with --net, beside the sum without netting", async () => {
    const { stdout } = await run("metrics --net");
    expect(stdout).toContain('carry_unhedged_usd{asset="ETH",net="true"} 11220\n');
    expect(stdout).toContain('carry_unhedged_usd{asset="BTC",net="true"} 3740\n');
    expect(stdout).toContain("carry_unhedged_notional_usd 52360\n");
    expect((await run("metrics")).stdout).not.toContain("carry_unhedged_usd");
    const unnamed = [
      { ...pair(2, 1, 6), asset: null },
      { ...pair(3, 1, 6), asset: "" },
    ];
    const some = await run("metrics --net", [pair(1, 10, 2), ...unnamed]);
    expect(some.stdout.match(/^carry_unhedged_usd.*$/gm)).toEqual([
      'carry_unhedged_usd{asset="ETH",net="true"} 29920',
    ]);
  });

  it("is a note beside rows of a status, and has a line for each asset", async () => {
    const { stderr } = await run("status --csv");
    expect(stderr).toMatch(/note: ETH: 8 long unhedged in .*\(--net\)$/m);
    const { stdout } = await run("positions risk", [pair(4, 2, 3, "BTC"), ...POSITIONS]);
    expect(stdout.match(/long unhedged in/g)).toHaveLength(2);
  });

  it("is one line of a screen for all assets, which has the netted sum at any width", async () => {
    const positions = [pair(4, 2, 3, "BTC"), ...POSITIONS];
    const argv = ["status", "--net", "--no-color"];
    const { stdout } = await carryWith({ positions }, argv, { terminal: 80, rows: 12 });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("11,220.00 USD (netted) and 1 more");
    expect(stdout).toContain("unhedged 11,220.00");
  });

  it("cannot be netted by exchange", async () => {
    const { code, stderr } = await run("positions summary --by exchange --net");
    expect(code).toBe(2);
    expect(stderr).toContain("--net cannot be combined with --by exchange");
  });
});
