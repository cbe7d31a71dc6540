import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import { tempDirectory } from "../../archive/temp-archive.js";
import { settled } from "../../support/answers.js";
import { long, short } from "../../support/fresh-legs.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, position } from "../../support/records.js";
import { writeArchive } from "../../support/written-archive.js";

const ENV = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO };

/** Markets with the rate of 8 hours; 0.0001 is 10.95 % a year. */
const LISTED = [
  ["BTC", "binance", "BTCUSDT", "0.0001"],
  ["BTC", "okx", "BTC-USDT-SWAP", "0.0003"],
  ["BTC", "binance", "BTCUSDC", "-0.0002"],
  ["ETH", "okx", "ETH-USDT-SWAP", "0.00001"],
  ["ETH", "bybit", "ETHUSDT", "0"],
  ["SOL", "okx", "SOL-USDT-SWAP", "0.0001"],
] as const;

const MARKETS = LISTED.map(([asset, , , rate], at) => ({
  ...{ id: at + 1, asset, events: settled(rate) },
}));
const LISTING = JSON.stringify({
  data: LISTED.map(([asset, exchange, symbol], at) => ({
    ...{ market_id: at + 1, asset, exchange, symbol },
  })),
});
const held = (n: number, ...legs: object[]) => position(n, { legs });
const service = (positions: readonly object[] | number = [], markets = MARKETS) =>
  listedService({ markets, listing: LISTING, positions });

describe("funding matrix", () => {
  it("has assets down and exchanges across, and the best pair at the end of a row", async () => {
    const { run } = await service();
    const { stdout, stderr, code } = await run(["funding", "matrix"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replaceAll(/ +/g, " ").split("\n")).toEqual([
      expect.stringMatching(/^7d funding, % of notional a year: 6 markets, to \d{4}-/),
      "asset okx binance bybit long/short spread",
      "BTC +32.85% +10.95% binance:BTCUSDC/okx +54.75%",
      "BTC BTCUSDC -21.90%",
      "ETH +1.10% 0.00% bybit/okx +1.10%",
      "SOL +10.95% – –",
      "long/short: largest spread, chosen after the fact; past funding, not a forecast",
      "",
    ]);
  });

  it("marks what is held with its side, bold, also a leg without another side", async () => {
    const { run } = await service([
      held(1, long({ market_id: 1 }), short({ market_id: 2 })),
      held(2, long({ market_id: 2 })),
    ]);
    const { stdout } = await run(["funding", "matrix", "BTC"]);
    expect(stdout).toMatch(/^BTC +\+10.95%L +\+32.85%LS /m);
    expect(stdout).toMatch(/^L held: an open position is long there$/m);
    const { rows } = JSON.parse((await run(["funding", "matrix", "BTC", "-o", "json"])).stdout);
    expect(rows.map((it: { held: string | null }) => it.held)).toEqual(["long", "both", null]);
    const coloured = (await run(["funding", "matrix", "BTC"], { env: ENV, terminal: 120 })).stdout;
    expect(coloured).toContain(" \u001b[1m\u001b[92m+32.85%LS");
    expect(coloured).toContain(" \u001b[96m-21.90%");
  });

  it("has – for a market that is not covered and names it below, with the side that is held", async () => {
    const gap = MARKETS.map((it) =>
      it.id === 2 ? { ...it, events: it.events.filter((_, at) => at !== 3 && at !== 4) } : it,
    );
    const { run } = await service([held(1, long({ market_id: 2 }))], gap);
    const { stdout } = await run(["funding", "matrix", "BTC"]);
    expect(stdout).toContain("2 of 3 markets");
    expect(stdout).toMatch(/^BTC +\+10.95% +– L +binance:BTCUSDC\/binance +\+32.85%$/m);
    expect(stdout).toMatch(/^under 95 % covered: okx:BTC-USDT-SWAP$/m);
  });

  it("says in the heading that a day is annualised from under 7 days", async () => {
    const { run } = await service();
    const { stdout } = await run(["funding", "matrix", "ETH", "--window", "1d"]);
    expect(stdout).toMatch(
      /^1d funding, % of notional a year \(annualised from under 7 days\): 2 /,
    );
    expect(stdout).not.toContain("~");
  });

  it("leaves out the exchanges with the fewest rates in a narrow terminal, and says so", async () => {
    const { run } = await service();
    const { stdout } = await run(["funding", "matrix"], {
      ...{ env: { ...ENV, NO_COLOR: "1" }, terminal: 60 },
    });
    expect(stdout).toMatch(/^asset +okx +bin +long\/short +spread$/m);
    expect(stdout).toMatch(/^left out at this width: byb$/m);
    expect(stdout).toMatch(/^next: carry funding rank BTC$/m);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("has a row per market in csv and ndjson, and with --sort", async () => {
    const { run } = await service([held(1, short({ market_id: 4 }))]);
    const csv = (await run(["funding", "matrix", "ETH", "-o", "csv"])).stdout.split("\r\n");
    expect(csv[0]).toMatch(/^asset,exchange,market_id,symbol,annualised,.*held/);
    expect(csv[1]).toMatch(/^ETH,okx,4,ETH-USDT-SWAP,1\.095,.*short/);
    const lines = (await run(["funding", "matrix", "ETH", "-o", "ndjson"])).stdout
      .trim()
      .split("\n");
    expect(lines.map((it) => Object.keys(JSON.parse(it))[0])).toEqual(["asset", "asset", "inputs"]);
    const sorted = await run([
      "funding",
      "matrix",
      "--sort",
      "annualised",
      "--columns",
      "market_id",
    ]);
    expect(sorted.stdout.match(/^ +\d$/gm)?.map(Number)).toEqual([3, 5, 4, 1, 6, 2]);
  });

  it("names what could not be rated, and ends as the failure of an asset does", async () => {
    const few = MARKETS.map((it) => (it.id === 5 ? { ...it, events: it.events.slice(0, 1) } : it));
    const { run } = await service([], few);
    const { stdout, stderr, code } = await run(["funding", "matrix", "ETH", "XYZ"]);
    expect(code).toBe(4);
    expect(stderr).toContain('no market of "XYZ"');
    expect(stdout).toMatch(/^too few settlements: bybit:ETHUSDT$/m);
  });

  it("reads the archive if it has nearly all", async () => {
    const { run, requests, url } = await service([held(1, long({ market_id: 1 }))]);
    const directory = join(tempDirectory(), "archive");
    const span = { from: NOW - 34 * 86_400_000, until: NOW };
    const written = MARKETS.map((it) => ({ ...it, ...span, events: it.events as RawEvent[] }));
    await writeArchive(directory, url, written, NOW);
    const line = ["funding", "matrix", "BTC", "-o", "json"];
    const env = { ...ENV, CARRY_ARCHIVE: directory };
    const { stdout, stderr } = await run(line, { env });
    expect(JSON.parse(stderr).note.message).toBe(`read from the archive at ${directory}`);
    const { inputs, rows } = JSON.parse(stdout);
    expect(inputs).toMatchObject({ window: "7d", assets: ["BTC"], archive: directory });
    expect(rows[0]).toMatchObject({ annualised: { value: 10.95 }, held: "long" });
    expect(requests.some((it) => it.includes("/history/"))).toBe(false);
  });
});
