import { describe, expect, it } from "vitest";
import { settled } from "../../support/answers.js";
import { long, short } from "../../support/fresh-legs.js";
import { type ListedService, listedService } from "../../support/listed-service.js";
import { performance, position, uuidOf } from "../../support/records.js";

/** Markets of BTC: 1 and 2 are held; 3 pays most to a short, 4 least. */
const MARKETS = [
  { id: 1, asset: "BTC", events: settled("0.0001") },
  { id: 2, asset: "BTC", events: settled("0.0002") },
  { id: 3, asset: "BTC", events: settled("0.0004") },
  { id: 4, asset: "BTC", events: settled("0") },
];
const LEGS = [long({ mark_price: 60_000 }), short({ mark_price: 60_000 })];

const rotate = async (
  legs: readonly object[],
  argv: readonly string[],
  more: Partial<ListedService> & { readonly status?: "open" | "closed" } = {},
) => {
  const { markets = MARKETS, status = "open", ...service } = more;
  const closed = status === "closed" ? { status, closed_at: "2026-05-30T00:00:00Z" } : {};
  const positions = [position(1, { legs, performance: performance(), ...closed })];
  const { run, requests } = await listedService({ ...service, markets, positions });
  return { ...(await run(["positions", "rotate", ...argv])), requests };
};
const ID = uuidOf(1);
const FEE = ["--fee", "5bps"];

interface RotateJson {
  readonly held: { readonly run_7d: { readonly value: number } };
  readonly rows: readonly Record<string, { readonly market_id: number; readonly value: number }>[];
  readonly totals: { readonly not_offered: { readonly markets: readonly object[] } };
}

describe("positions rotate", () => {
  it("compares the other pairs at the quantity held, and costs only what is not held", async () => {
    const { stdout, code } = await rotate(LEGS, [ID, ...FEE, "-o", "json"]);
    expect(code).toBe(0);
    const { held, rows } = JSON.parse(stdout) as RotateJson;
    // 0.5 x 60,000 x (0.0002 - 0.0001) x 3 a day
    expect(held.run_7d.value).toBe(9);
    const shown = rows.map((row) => [
      ...[row.long?.market_id, row.short?.market_id, row.gain?.value],
      ...[row.cost?.value, row.pays_back?.value],
    ]);
    // a leg costs 2 x 0.0005 x 0.5 x 60,000 = 30
    expect(shown).toEqual([
      [4, 3, 27, 60, 2.22222222222222],
      [1, 3, 18, 30, 1.66666666666667],
      [2, 3, 9, 60, 6.66666666666667],
      [4, 2, 9, 30, 3.33333333333333],
      [4, 1, 0, 60, null],
    ]);
  });

  it("names the symbols of an exchange with several markets of the asset", async () => {
    const listed = MARKETS.map(({ id, asset }) => ({
      ...{ market_id: id, asset, symbol: `S${id}`, exchange: id > 2 ? "gate" : `x${id}` },
    }));
    const listing = JSON.stringify({ data: listed });
    const { stdout } = await rotate(LEGS, [ID, ...FEE], { listing });
    const pairs = stdout.split("\n").flatMap((line) => /^BTC +(\S+)/.exec(line)?.[1] ?? []);
    expect(pairs).toEqual([
      ...["gate:S4/S3", "x1/gate:S3", "x2/gate:S3", "gate:S4/x2", "gate:S4/x1"],
    ]);
    expect(stdout).toMatch(/^best gate:S4\/S3: /);
  });

  it("takes the open price of a leg whose mark price is zero", async () => {
    const argv = [ID, ...FEE, "-o", "json"];
    const { stdout, code } = await rotate(
      [long({ mark_price: 0, open_price: 60_000 }), ...LEGS.slice(1)],
      argv,
    );
    expect([code, JSON.parse(stdout).rows]).toEqual([
      0,
      JSON.parse((await rotate(LEGS, argv)).stdout).rows,
    ]);
  });

  it("says what is best and what is held, which side stays, and what is left out", async () => {
    const { stdout } = await rotate(LEGS, [ID, ...FEE]);
    expect(stdout).toMatch(
      /^BTC +x1\/x3 +x1:S1 +1 +x3:S3 +3 +long +\+27\.00 +\+18\.00 +0\.00 +30\.00 +1\.7 days/m,
    );
    expect(stdout).toMatch(
      /^BTC +x4\/x1 +x4:S4 +4 +x1:S1 +1 +– +\+9\.00 +0\.00 +0\.00 +60\.00 +never/m,
    );
    const [best, own] = stdout.split("\n");
    expect(best).toMatch(/^best x4\/x3: \+27\.00 a day, back in \d\.\d days$/);
    expect(own).toMatch(/^held binance\/bybit: \+9\.00 a day on 0\.5 BTC · \d+ of \d+ pairs$/);
    expect(stdout).toContain("left out: entry basis, margin, slippage, moving collateral");
  });

  it("pays back at once where nothing is charged", async () => {
    const { stdout } = await rotate(LEGS, [ID, "--fee", "0bps", "--top", "1"]);
    expect(stdout).toMatch(/\+27\.00 +0\.00 +0\.00 +at once/m);
    expect(stdout).toContain(" · 1 of 5 pairs\n");
  });

  it("offers no pair of a market without events, of one event, or of another unit", async () => {
    const markets = [
      ...MARKETS.slice(0, 2),
      { id: 3, asset: "BTC", events: [] },
      { id: 4, asset: "BTC", events: settled("0.001").slice(0, 1) },
      {
        id: 5,
        asset: "BTC",
        events: settled("0.001").map((it) => ({ ...it, mark_price: "90000" })),
      },
      { id: 6, asset: "BTC", events: settled("0.001").map((it) => ({ ...it, mark_price: null })) },
    ];
    const { stdout, code } = await rotate(LEGS, [ID, ...FEE, "-o", "json"], { markets });
    const { rows, totals } = JSON.parse(stdout) as RotateJson;
    expect([code, rows]).toEqual([0, []]);
    expect(totals.not_offered).toEqual({
      uncovered: 0,
      other_unit: 2,
      conflicting: 0,
      markets: [
        { market_id: 3, why: "too_few_events" },
        { market_id: 4, why: "too_few_events" },
        { market_id: 6, why: "no_mark" },
      ],
    });
    const page = await rotate(LEGS, [ID, ...FEE], { markets });
    expect(page.stderr).toBe(
      [
        "warning: not offered: 2 pairs, whose prices are of another unit",
        "warning: not offered: market 3: too few settled events",
        "warning: not offered: market 4: too few settled events",
        "warning: not offered: market 6: no mark price",
        "note: No other pair to compare.\n",
      ].join("\n"),
    );
  });

  it("says once why what is held is unknown, and blames no pair", async () => {
    const twice = [...settled("0.0002"), ...settled("0.0009").slice(2, 3)];
    const markets = MARKETS.map((market) =>
      market.id === 2 ? { ...market, events: twice } : market,
    );
    const page = await rotate(LEGS, [ID, ...FEE], { markets });
    expect([page.code, page.stderr]).toEqual([
      0,
      [
        "warning: no pair is compared: the funding of the held legs is unknown: short bybit (market 2): events conflict",
        "note: No other pair to compare.\n",
      ].join("\n"),
    ]);
    const json = await rotate(LEGS, [ID, ...FEE, "-o", "json"], { markets });
    expect(JSON.parse(json.stdout)).toMatchObject({
      held: {
        run_7d: { value: null },
        unknown: [{ side: "short", exchange: "bybit", market_id: 2, why: "conflicting" }],
      },
      rows: [],
      totals: { not_offered: { uncovered: 0, conflicting: 0 } },
    });
  });

  it("shows the pairs that gain as much as --min-gain", async () => {
    const { stdout } = await rotate(LEGS, [ID, ...FEE, "--min-gain", "18"]);
    expect(stdout).toContain(" · 2 of 5 pairs: gain 18 a day or more\n");
  });

  it("names the market whose events conflict, and offers the other pairs", async () => {
    const twice = [...settled("0.0004"), ...settled("0.0009").slice(2, 3)];
    const markets = MARKETS.map((market) =>
      market.id === 3 ? { ...market, events: twice } : market,
    );
    const { stdout } = await rotate(LEGS, [ID, ...FEE], { markets });
    expect(stdout).toContain(" · 2 of 5 pairs\n");
    expect(stdout).toContain("not offered: 3 pairs, whose events conflict");
    expect(stdout).toContain("not offered: market 3: events conflict");
  });

  it.each([ID.slice(0, 8), "btc", `BTC.${ID.slice(0, 4)}`])(
    "takes the position by its name: %s",
    async (name) => {
      const { code, stdout } = await rotate(LEGS, [name, ...FEE]);
      expect([code, stdout]).toEqual([0, (await rotate(LEGS, [ID, ...FEE])).stdout]);
    },
  );

  it.each(["abcdef01", "abc"])("exits 4 for a name that no position has: %s", async (name) => {
    const { code, stdout, stderr, requests } = await rotate(LEGS, [name, ...FEE]);
    expect([code, stdout, requests.length]).toEqual([4, "", 1]);
    expect(stderr).toMatch(
      /^error: position \w+: no position of the portfolio is named "\w+"\nhint: /,
    );
  });

  it("reports an asset that is not listed, and judges the held markets alone", async () => {
    const markets = MARKETS.map((market) => ({ ...market, asset: "ETH" }));
    const { code, stderr } = await rotate(LEGS, [ID, ...FEE], { markets });
    expect([code, stderr]).toEqual([4, expect.stringContaining('no market of "BTC"')]);
  });
});

describe("bad input to positions rotate", () => {
  it.each([
    [[ID, "--fee", "5"], "a share of the notional with its unit"],
    [[ID, "--fee", "-5bps"], "--fee"],
    [[ID, ...FEE, "--top", "0"], "--top"],
    [[ID, ...FEE, "--columns", "nothing"], "nothing"],
  ])("%j exits 2 and sends nothing", async (argv, named) => {
    const { code, stdout, stderr, requests } = await rotate(LEGS, argv);
    expect([code, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(named);
  });

  it.each([
    ["holds nothing short", [long()]],
    ["holds nothing long", [short()]],
    ["holds nothing short", [long(), short({ quantity: 0 })]],
    ["holds nothing,", [long({ quantity: 0 }), short({ quantity: 0 })]],
    ["a negative quantity", [long({ quantity: -1 }), short()]],
    ["without a market id: short bybit", [long(), short({ market_id: null })]],
  ])("is a position that %s: exit 2", async (named, legs) => {
    const { code, stdout, stderr } = await rotate(legs, [ID, ...FEE]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(named);
  });

  it("is a closed position: exit 2", async () => {
    const { code, stderr } = await rotate(LEGS, [ID, ...FEE], { status: "closed" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("is closed: it holds nothing")]);
  });
});
