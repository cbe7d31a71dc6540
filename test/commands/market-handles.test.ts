import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { marketHandles, marketLabel } from "../../src/base/names/market-name.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { ago } from "../support/fresh-legs.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile({ seed: 1 });
const archive = mkdtempSync(join(tmpdir(), "carry-market-handles-"));
afterAll(() => rmSync(archive, { recursive: true, force: true }));

const run = (line: string) => carry(line.split(" "), { env: env() });
const HANDLE = /\b(?:binance|bybit|okx|hyperliquid|dydx|gate):[A-Z][A-Z0-9_-]*/g;

/** The handles on the screen of a command, and the id that its json or csv has for each. */
async function printed(line: string): Promise<string[]> {
  const { stdout, code } = await carry(line.split(" "), { env: env(), terminal: 80 });
  expect([line, code]).toEqual([line, 0]);
  return [...new Set(stdout.match(HANDLE) ?? [])];
}

async function idsByHandle(): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await run("funding markets -o json");
  const listed = JSON.parse(stdout) as { market_id: number; exchange: string; symbol: string }[];
  return new Map(listed.map((it) => [`${it.exchange}:${it.symbol}`, it.market_id]));
}

describe("the handle of a market", () => {
  it("on a screen is the market that every command finds by it", async () => {
    const ids = await idsByHandle();
    const screens = [
      "funding markets",
      "funding arbitrage",
      "funding rank HYPE --columns long,short",
      "funding compare BTC/okx BTC/gate",
      "funding history BTC/okx ETH/gate --start 1d",
    ];
    const all = new Set<string>();
    for (const line of screens) {
      const handles = await printed(line);
      expect([line, handles.length > 1]).toEqual([line, true]);
      for (const handle of handles) all.add(handle);
    }
    expect([...all].filter((handle) => !ids.has(handle))).toEqual([]);
  });

  it("is accepted by every command that takes a market", async () => {
    const ids = await idsByHandle();
    const names = [...ids.keys()];
    const csv = await run(`funding markets ${names.join(" ")} -o csv --columns market_id`);
    const wanted = names.map((it) => String(ids.get(it)));
    expect(csv.stdout.trim().split("\r\n").slice(1)).toEqual(wanted);
    const [one = "", other = ""] = ["okx:BTC-USDT-SWAP", "gate:BTC_USDT"];
    const sides = { long: ids.get(one), short: ids.get(other) };
    const compared = await run(`funding compare ${one} ${other} -o json`);
    const { inputs } = JSON.parse(compared.stdout);
    expect([inputs.long.market_id, inputs.short.market_id]).toEqual([sides.long, sides.short]);
    const history = await run(`funding history ${one} ${other} --start 1d -o json`);
    const rows = JSON.parse(history.stdout) as { market_id: number }[];
    expect(new Set(rows.map((it) => it.market_id))).toEqual(new Set([sides.long, sides.short]));
    const sync = await carry(`archive sync ${one} ${other} --dry-run -o json`.split(" "), {
      env: { ...env(), CARRY_ARCHIVE: archive },
    });
    expect(sync.stdout).toContain(`"market_id":${sides.long}`);
    expect(sync.stdout).toContain(`"market_id":${sides.short}`);
  });

  it("is never dropped or cut, and the id is in --wide", async () => {
    for (const line of ["funding markets", "funding arbitrage"]) {
      for (const terminal of [60, 120, 200]) {
        const { stdout } = await carry(line.split(" "), { env: env(), terminal });
        const rows = stdout.split("\n").filter((row) => /^[a-z]+:[A-Z]/.test(row));
        expect([line, rows.length > 5]).toEqual([line, true]);
        expect(stdout).not.toMatch(/\bmarket_id\b|\bid {2}/);
      }
      const wide = await carry([...line.split(" "), "--wide"], { env: env(), terminal: 60 });
      expect(wide.stdout).toMatch(/market_id|long id/);
    }
  });

  it("that several markets have is exit 2 with what it could mean, and none is exit 4", async () => {
    const several = await run("funding history BTC");
    expect([several.code, several.stdout]).toEqual([2, ""]);
    expect(several.stderr).toMatch(/"BTC" names 8 markets\nhint: use one of binance:BTCUSDT, /);
    for (const line of [
      "funding compare BTC BTC/gate",
      "funding markets BTC",
      `archive sync BTC --dry-run`,
    ]) {
      const { code, stderr } = await run(line);
      expect([line, code]).toEqual([line, 2]);
      expect(stderr).toContain('"BTC" names 8 markets');
    }
    const none = await run("funding compare okx:NOPE gate:BTC_USDT");
    expect([none.code, none.stdout]).toEqual([4, ""]);
    expect(none.stderr).toContain('no market is named "okx:NOPE"');
  });

  it("is found in the cached listing, whatever its age, without a request", async () => {
    const asked: string[] = [];
    const server = await faultyServer((socket, request) => {
      asked.push(/GET (\S+)/.exec(request)?.[1] ?? "");
      const listed = { market_id: 9, exchange: "okx", symbol: "BTC-SWAP", asset: "BTC" };
      socket.write(
        answer(200, JSON.stringify({ data: request.includes("history") ? [] : [listed] })),
      );
    });
    const cache = mkdtempSync(join(tmpdir(), "carry-cached-markets-"));
    let now = Date.parse("2026-06-01T12:00:00Z");
    const at = (...words: string[]) =>
      carry([...words, "--base-url", server.url], {
        env: { CARRY_CACHE_DIR: cache },
        clock: { now: () => now },
      });
    await at("funding", "markets");
    now += 86_400_000;
    asked.length = 0;
    expect((await at("funding", "history", "OKX:btc-swap", "-o", "json")).code).toBe(0);
    expect(asked.map((path) => path.split("?")[0])).toEqual(["/v1/funding/history/9"]);
    asked.length = 0;
    await at("funding", "history", "BTC/okx"); // a new market may share this name
    expect(asked.some((path) => path.includes("/funding/markets"))).toBe(true);
    rmSync(cache, { recursive: true });
  });

  it("is found in the archive where the market is no longer listed", async () => {
    const event = (hour: number) => ({
      ...{ funding_time: ago(hour * 3_600_000) },
      ...{ funding_rate: "0.0001", funding_interval: 8, mark_price: "1" },
    });
    let listed = [{ market_id: 9, exchange: "okx", symbol: "OLD-SWAP", asset: "OLD" }];
    const server = await faultyServer((socket, request) => {
      const data = request.includes("history") ? [event(1), event(9)] : listed;
      socket.write(answer(200, JSON.stringify({ data })));
    });
    const where = ["--base-url", server.url];
    const of = { env: { CARRY_ARCHIVE: join(archive, "old") } };
    const sync = await carry(["archive", "sync", "okx:OLD-SWAP", ...where], of);
    expect(sync.code).toBe(0);
    listed = [{ market_id: 1, exchange: "okx", symbol: "NEW-SWAP", asset: "NEW" }];
    const found = await carry(["funding", "history", "okx:OLD-SWAP", "-o", "json", ...where], of);
    expect(found.code).toBe(0);
    expect(found.stdout).toContain('"market_id":9');
  });

  it("is the asset with the exchange without a symbol, and the id where that is of several", () => {
    const known = { asset: "BTC", exchange: "okx", symbol: "BTC-SWAP" };
    const bare = { ...known, symbol: undefined };
    const handlesOf = (...all: Parameters<typeof marketHandles>[0] & object) =>
      all.map(marketHandles(all));
    expect(handlesOf({ id: 1, ...known }, { id: 2, ...bare, exchange: "gate" })).toEqual([
      "okx:BTC-SWAP",
      "BTC/gate",
    ]);
    expect(handlesOf({ id: 1, ...known }, { id: 2, ...known })).toEqual(["1", "2"]);
    expect(handlesOf({ id: 1, ...bare }, { id: 2, ...bare })).toEqual(["1", "2"]);
    expect(handlesOf({ id: 3, ...known, symbol: "BTC SWAP" })).toEqual(["BTC/okx"]);
    expect(marketLabel({ id: 3, ...bare })).toBe("market 3");
  });
});
