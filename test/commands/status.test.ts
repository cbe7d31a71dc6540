import { describe, expect, it } from "vitest";
import { DAY, leg, nothing, position as positionOf, results, settling } from "../reports/inputs.js";
import type { Surroundings } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";
import { iso, NOW } from "../support/now.js";

/** A market of shorts that pay 8 hours' rates of so many hundredths of a percent of 10,000 USD. */
const paying = (hundredths: number) =>
  settling(8, { rate: () => (-hundredths / 10_000).toString() });

const MARKETS = { 1: nothing(), 2: paying(0), 3: paying(10), 4: paying(-1) };

async function status(
  positions: readonly object[],
  argv: readonly string[] = [],
  more: Surroundings = {},
) {
  const markets = Object.entries(MARKETS).map(([id, events]) => ({ id: Number(id), events }));
  const service = await listedService({ positions, markets });
  return service.run(["status", "--no-color", ...argv], more);
}

/** A position whose id differs from others in its first digits. */
const position = (n: number, asset: string, legs: readonly object[], more: object = {}) => {
  const position_id = `${(0xa000 + n).toString(16)}0000-0000-4000-8000-000000000000`;
  return positionOf(n, asset, legs, { position_id, ...more });
};

/** Sides of 10,000 USD, the short one in a market. */
const hedged = (n: number, asset: string, market: number, more: object = {}) =>
  position(n, asset, [leg("long", 1), leg("short", market)], more);

const SCREEN = { terminal: 80, rows: 24 };

describe("carry status", () => {
  it("says on the first lines what the book earns now and since opening, and what it holds", async () => {
    const { stdout, code } = await status([hedged(1, "AAA", 4)], [], SCREEN);
    const [now, next, opening, held] = stdout.split("\n");
    expect(now).toMatch(/^\+3\/d {2}\+11 %\/yr {3}24h \+3 .* 12:00Z$/);
    expect(next).toBe("next 7 days +21 (no range: few pairs)");
    expect(opening).toBe("+8 since opening  +5 %/yr   funding +10  price 0  fees -1  exit -1");
    expect(held).toMatch(/^1 open · 20k gross · 0 net · next 16:00Z \+1/);
    expect(code).toBe(0);
  });

  it("says that all is well where nothing needs attention", async () => {
    const { stdout } = await status([hedged(1, "AAA", 4)], [], SCREEN);
    expect(stdout).toContain("All well: the open position needs no attention.");
    expect((await status([])).stdout).toContain("All well: no open positions.");
  });

  it("names the market that carries most of a cost, and has its positions on the first screen of a book of 54", async () => {
    const costly = [50, 51, 52, 53, 54].map((n) =>
      position(n, "SOL", [
        leg("long", 1),
        leg("short", 3, { exchange: "okx", symbol: "SOL-SWAP" }),
      ]),
    );
    const others = Array.from({ length: 49 }, (_, at) =>
      hedged(
        at + 1,
        "ETH",
        at < 12 ? 2 : 4,
        at < 12 ? { legs: [leg("long", 1, { mark_price: null }), leg("short", 2)] } : {},
      ),
    );
    const { stdout } = await status([...others, ...costly], [], SCREEN);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(23);
    expect(stdout).toMatch(/! {2}5 cost funding +-150\/d {2}okx SOL short -150 \(5 positions, /);
    expect(stdout.match(/^! SOL\./gm)).toHaveLength(5);
    expect(stdout).toMatch(/^\d+ more: --all +carry get SOL\.\w+$/m);
  });

  it("puts what can hurt today before what costs money, and unknown ones last", async () => {
    const naked = position(1, "NKD", [leg("long", 1, { quantity: 150 })]);
    const thin = position(
      2,
      "THN",
      [leg("long", 1, { leverage: 10, open_price: 106 }), leg("short", 4, { open_price: 106 })],
      { performance: results(10) },
    );
    const unknown = hedged(3, "UNK", 4, {
      legs: [leg("long", 1), leg("short", 4, { mark_price: null })],
    });
    const { stdout } = await status([unknown, hedged(4, "CST", 3), thin, naked], ["-o", "json"]);
    const { rows, causes } = JSON.parse(stdout);
    expect(rows.map((row: { asset: string; cause: string }) => [row.asset, row.cause])).toEqual([
      ["NKD", "unhedged"],
      ["THN", "margin_thin"],
      ["CST", "costs_funding"],
      ["UNK", "mark_missing"],
    ]);
    expect(causes[0]).toMatchObject({ cause: "unhedged", severity: "critical", value: 15_000 });
  });

  it("says since when a position costs, and whether it had earned before", async () => {
    const turned = settling(8, { rate: (time) => (time > NOW - 10 * DAY ? "-0.001" : "0.0005") });
    const service = await listedService({
      positions: [hedged(1, "WON", 5), hedged(2, "NEW", 5, { performance: results(-40) })],
      markets: [
        { id: 1, events: nothing() },
        { id: 5, events: turned },
      ],
    });
    const { stdout } = await service.run(["status"]);
    // Weeks of 24-hour days end at 08:00Z: five days at -30 and two at +15 are the first below zero.
    const day = new Date(NOW - 7 * DAY).getUTCDate();
    expect(stdout).toMatch(new RegExp(`WON.*turned ${day} `));
    expect(stdout).toMatch(new RegExp(`NEW.*costs since ${day} `));
  });

  it("gives programs totals, causes and rows as one object, and csv a row a position", async () => {
    const { stdout } = await status([hedged(1, "CST", 3), hedged(2, "AAA", 4)], ["-o", "json"]);
    const { totals, rows, inputs } = JSON.parse(stdout);
    expect(totals.run_7d).toMatchObject({ value: -27, unit: "usd_per_day", counted: 2, of: 2 });
    expect(rows).toHaveLength(1);
    expect(inputs.service_time).toBe(iso(NOW));
    const csv = await status(
      [hedged(1, "CST", 3), hedged(2, "AAA", 4)],
      ["-o", "csv", "--columns", "asset,run_7d,cause"],
    );
    expect(csv.stdout).toBe("asset,run_7d,cause\r\nCST,-30,costs_funding\r\n");
  });
});
