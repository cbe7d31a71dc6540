import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Big } from "big.js";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAnswerCache } from "../../src/base/storage/cache.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { profileEnv } from "../settings/home.js";
import { carry, type Surroundings } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { sandboxForFile } from "../support/sandbox.js";

const { env } = sandboxForFile();
const compare = (argv: readonly string[], surroundings: Surroundings = {}) =>
  carry(["funding", "compare", ...argv], {
    ...surroundings,
    env: { ...env(), ...surroundings.env },
  });

interface Row {
  readonly time: string;
  readonly spread: number | null;
  readonly cumulative: number | null;
  readonly complete: boolean;
}

const rows = (stdout: string) => (JSON.parse(stdout) as { readonly rows: Row[] }).rows;

/** A service with two markets that settle every 8 hours, unless specified. */
async function scripted(markets: Readonly<Record<number, readonly (string | null)[]>>) {
  const server = await faultyServer((socket, request) => {
    const id = Number(/history\/(\d+)/.exec(request)?.[1]);
    const data = (markets[id] ?? []).flatMap((rate, index) =>
      rate === "missing"
        ? []
        : {
            funding_time: new Date(NOW - (4 + 8 * index) * 3_600_000).toISOString(),
            funding_rate: rate,
            funding_interval: 8,
            mark_price: "1",
          },
    );
    socket.write(answer(200, JSON.stringify({ data })));
  });
  return (...argv: string[]) =>
    carry(["funding", "compare", "1", "2", "--start", "2d", "--base-url", server.url, ...argv]);
}

describe("funding compare", () => {
  it("compares the last seven days when no range is given", async () => {
    const { stdout, stderr, code } = await compare(["1", "2", "-o", "json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const [first] = rows(stdout);
    expect(rows(stdout)).toHaveLength(21);
    expect(first?.time).toBe("2026-05-25T16:00:00Z");
  });

  it("adds up what the two histories say, to the last digit", async () => {
    const range = ["--start", "2026-05-20T00:01", "--end", "2026-05-30T00:01"];
    const { stdout } = await compare(["1", "4", ...range, "-o", "json"]);
    const sum = async (id: string) => {
      const history = await carry(["funding", "history", id, ...range, "--json"], { env: env() });
      const points = JSON.parse(history.stdout) as { funding_rate: string }[];
      return points.reduce((total, point) => total.plus(point.funding_rate), new Big(0));
    };
    const difference = (await sum("4")).minus(await sum("1"));
    expect(stdout).toContain(`"cumulative":${difference.toFixed()},"complete":true}],"totals"`);
    expect(rows(stdout)[0]).toMatchObject({
      ...{ long: { events: 1 }, short: { events: 8 }, complete: true },
    });
  });

  it("turns its sign around with the sides", async () => {
    const [one, other] = await Promise.all([
      compare(["1", "4", "--start", "3d", "--json"]),
      compare(["4", "1", "--start", "3d", "--json"]),
    ]);
    const spreads = rows(one.stdout).map(({ spread }) => -(spread ?? 0));
    expect(rows(other.stdout).map(({ spread }) => spread)).toEqual(spreads);
  });

  it("says above its periods what they paid, what comes, what holding them made, and the basis", async () => {
    const run = await scripted({
      1: ["0.0001", "0.0001", "0.0001"],
      2: ["0.0002", "0.0004", "-0.0001"],
    });
    const { stdout, stderr, code } = await run();
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "long market 1, short market 2",
        "spread    +0.0200 %  ~+7.3 %/yr   above zero in 2 of 3 periods of 8h",
        "next 7d   – few pairs",
        "held      -16.00 on 10,000   funding +4.00   price 0.00   fees -20.00 (5 bp, assumed)",
        "basis     – few marks",
        "",
        "period end         long rate  short rate    spread  cumulative",
        "2026-05-31 16:00Z   +0.0100%    -0.0100%  -0.0200%    -0.0200%",
        "2026-06-01 00:00Z   +0.0100%    +0.0400%  +0.0300%    +0.0100%",
        "2026-06-01 08:00Z   +0.0100%    +0.0200%  +0.0100%    +0.0200%",
        "",
      ].join("\n"),
    );
  });

  it("has the range of the next 7 days from what open positions hold, with its record", async () => {
    const { stdout } = await compare(["1", "4", "--json"]);
    const { totals } = JSON.parse(stdout);
    expect(totals.rate_next_7d).toMatchObject({ unit: "percent_per_year" });
    expect(totals.rate_next_7d.low).toBeLessThan(totals.rate_next_7d.value);
    expect(totals.next_7d_chance.value).toBeGreaterThan(0);
    expect(totals.record.of).toBeGreaterThan(4);
    expect(totals.record.held).toBeLessThanOrEqual(totals.record.of);
    expect(Object.keys(totals)).toEqual(expect.arrayContaining(["fees", "back_by"]));
  });

  it("asks for positions only where it has room for the range, and goes on without them", async () => {
    const refused = { env: { CARRY_API_KEY: "a-key-that-is-refused" } };
    const json = await compare(["1", "4", "--json"], refused);
    expect([json.code, JSON.parse(json.stdout).totals.record]).toEqual([0, undefined]);
    expect(json.stderr).toContain("what you hold is not looked at: ");
    const csv = await compare(["1", "4", "--csv"], refused);
    expect([csv.code, csv.stderr]).toEqual([0, ""]);
  });

  it("has no range without positions, which it says, and nothing to come where the range has ended", async () => {
    const alone = { CARRY_PORTFOLIO: "" };
    const { stdout } = await compare(["1", "4"], { env: alone });
    expect(stdout).toMatch(/^next 7d {3}~[+-][\d.]+ %\/yr \(no range: few pairs\)$/m);
    const past = await compare(["1", "4", "--end", "2026-05-30"]);
    expect(past.stdout).not.toContain("next 7d");
  });

  it("leaves a gap out of the sums, and says how many periods are incomplete", async () => {
    const run = await scripted({
      1: ["0.0001", "0.0001", "0.0001", "0.0001"],
      2: ["0.0002", null, "missing", "0.0002"],
    });
    const { stdout } = await run();
    expect(stdout).toMatch(/^2026-05-31 16:00Z +\+0\.0100% +– +– +–$/m);
    expect(stdout).toMatch(/^2026-06-01 00:00Z +\+0\.0100% +– +– +–$/m);
    expect(stdout).toMatch(/^spread +\+0\.0200 % .*2 of 2 periods of 8h {3}2 incomplete/m);
    const json = rows((await run("-o", "json")).stdout);
    expect(json.map(({ complete }) => complete)).toEqual([true, false, false, true]);
    expect(json[1]).toMatchObject({ short: { rate: null }, spread: null, cumulative: null });
  });

  it("counts a duplicate event once, and leaves out contradictory ones", async () => {
    const at = (hours: number, rate = "0.0001") => ({
      funding_time: new Date(NOW - hours * 3_600_000).toISOString(),
      funding_rate: rate,
      funding_interval: 8,
      mark_price: "1",
    });
    const long = [at(4), at(12), at(20), at(28)];
    const short = [at(4, "0.0003"), at(4, "0.0003"), at(12), at(12, "0.0002"), at(20), at(28)];
    const server = await faultyServer((socket, request) => {
      const data = request.includes("history/1") ? long : short;
      socket.write(answer(200, JSON.stringify({ data })));
    });
    const argv = ["1", "2", "--start", "2d", "--base-url", server.url];
    const { stdout, stderr } = await carry(["funding", "compare", ...argv]);
    expect(stdout).toMatch(
      /^spread +\+0\.0200 % {2}~\+7\.3 %\/yr .* of 3 periods of 8h {3}1 incomplete/m,
    );
    expect(stderr).toBe(
      [
        "warning: market 2: conflicting values of 1 event, the first at 2026-06-01 00:00Z; figures that include them are unknown",
        "note: market 2: 1 repeated event, each counted once",
        "",
      ].join("\n"),
    );
  });

  it("notes a changed interval instead of dropping the period", async () => {
    const at = (time: string, hours: number) => ({
      funding_time: `2026-05-${time}:00Z`,
      funding_rate: "0.0001",
      funding_interval: hours,
      mark_price: "1",
    });
    const slow = ["29T08:00", "29T16:00", "30T00:00", "30T08:00", "30T16:00", "31T00:00"];
    // From 05:00 on the second market settles every hour: between two settlements of 8 hours.
    const fast = Array.from({ length: 12 }, (_, index) =>
      at(`31T${String(index + 5).padStart(2, "0")}:00`, 1),
    );
    const long = [...slow, "31T08:00", "31T16:00"].map((time) => at(time, 8));
    const short = [...slow.map((time) => at(time, 8)), ...fast];
    const server = await faultyServer((socket, request) => {
      const data = request.includes("history/1") ? long : short;
      socket.write(answer(200, JSON.stringify({ data })));
    });
    const range = ["--start", "2026-05-29T16:00", "--end", "2026-05-31T16:00"];
    const argv = ["1", "2", ...range, "--base-url", server.url];
    const { stdout, stderr } = await carry(["funding", "compare", ...argv]);
    expect(stderr).toBe("note: market 2: interval changed from 8h to 1h at 2026-05-31 05:00Z\n");
    expect(stdout).toMatch(/^2026-05-31 08:00Z +\+0\.0100% +\+0\.0400% +\+0\.0300% /m);
    expect(stdout).toMatch(/ of 6 periods of 8h\n/);
    expect(stdout).not.toContain("incomplete");
  });

  it("sums days with --resolution 1d", async () => {
    const { stdout } = await compare(["1", "4", "--resolution", "1d", "--start", "5d", "--json"]);
    expect(rows(stdout).map(({ time }) => time)).toEqual(
      [28, 29, 30, 31].map((day) => `2026-05-${day}`),
    );
    expect(rows(stdout)[0]).toMatchObject({ long: { events: 3 }, short: { events: 24 } });
  });

  it("calls a day by its date, as the daily aggregates do, in whatever zone", async () => {
    const { stdout } = await compare(["1", "4", "--resolution", "1d"], {
      env: { ...profileEnv({ time: "local" }), TZ: "America/New_York" },
    });
    expect(stdout).toMatch(/^day \(UTC\) +long rate/m);
    expect(stdout).toMatch(/^2026-05-25 +[+-]/m);
  });

  it("has one whole day where the range is that day", async () => {
    const day = ["--start", "2026-05-20", "--end", "2026-05-21", "--resolution", "1d"];
    const { stdout, stderr } = await compare(["1", "4", ...day, "--json"]);
    expect(stderr).toBe("");
    expect(rows(stdout)).toMatchObject([
      { time: "2026-05-20", long: { events: 3 }, short: { events: 24 }, complete: true },
    ]);
  });

  it.each([[], ["--resolution", "1d"]])(
    "has whole periods alone by default %j",
    async (...argv) => {
      const { stdout, stderr } = await compare(["1", "4", ...argv, "--json"]);
      expect(stderr).toBe("");
      expect(rows(stdout).map(({ complete }) => complete)).not.toContain(false);
      expect(rows(stdout)).toHaveLength(argv.length === 0 ? 21 : 7);
    },
  );

  it("does not count what the service no longer has as missing", async () => {
    for (const argv of [
      ["--start", "30d"],
      ["--start", "60d"],
      ["--end", "2026-05-08"],
    ]) {
      const { stdout } = await compare(["1", "4", ...argv]);
      expect(stdout).toContain("long market 1");
      expect(stdout).not.toContain("incomplete");
    }
  });

  it("does not set a rate of 8 hours against one of an hour in a short range", async () => {
    const { stdout, stderr, code } = await compare(["1", "4", "--start", "4h"]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe(
      [
        "note: market 1 has no settled funding in this range",
        "note: 4 events are left out: their period is only partly in the range",
        "note: No whole period of 8h lies in this range.",
        "",
      ].join("\n"),
    );
  });

  it("notes events of periods that are only partly in the range", async () => {
    const { stderr } = await compare(["1", "4", "--start", "5d", "--resolution", "1d", "--csv"]);
    expect(stderr).toMatch(
      /^note: \d+ events are left out: their period is only partly in the range\n$/,
    );
  });

  it("notes a range that goes back further than the service keeps", async () => {
    const { stderr } = await compare(["1", "2", "--start", "40d", "--csv"]);
    expect(stderr).toBe("note: the service keeps settled events for 30 days\n");
  });

  it("notes it once where the clock of this computer is wrong", async () => {
    const date = { date: new Date(NOW + 3_600_000).toUTCString() };
    const server = await faultyServer((socket) => socket.write(answer(200, '{"data":[]}', date)));
    const argv = ["funding", "compare", "1", "2", "--start", "40d", "--base-url", server.url];
    const { stderr } = await carry(argv);
    expect(server.requests.length).toBeGreaterThan(2);
    expect(stderr.match(/the service keeps settled events for 30 days/g)).toHaveLength(1);
  });

  it("says so where a market has no events, or both too few", async () => {
    const one = await (await scripted({ 1: ["0.01", "0.01"] }))();
    expect(one.stderr).toBe("note: market 2 has no settled funding in this range\n");
    expect(one.stdout).toMatch(/^spread +– events missing$/m);
    const few = await (await scripted({ 1: ["0.01"], 2: ["0.01"] }))();
    expect([few.code, few.stdout]).toEqual([0, ""]);
    expect(few.stderr).toBe(
      [
        "note: market 1 has too few events to determine how often it settles",
        "note: market 2 has too few events to determine how often it settles",
        "note: Too little settled funding in this range for a common clock.",
        "",
      ].join("\n"),
    );
  });

  it("prints the rows as csv, and says in json what they come to", async () => {
    const argv = ["1", "4", "--start", "2d"];
    const csv = (await compare([...argv, "--csv"])).stdout.split("\r\n");
    expect(csv[0]).toBe(
      "time,long.rate,long.events,short.rate,short.events,spread,cumulative,complete",
    );
    const json = JSON.parse((await compare([...argv, "--json"])).stdout);
    expect(csv.length - 2).toBe(json.rows.length);
    expect(json.totals).toMatchObject({
      ...{ periods: 5, period_hours: 8, size: { value: 10_000 } },
      spread: { unit: "percent", base: "notional", counted: 5, of: 5 },
      rate: { unit: "percent_per_year", estimate: true },
      positive: { unit: "percent" },
      basis: { unit: "percent", as_of: "2026-06-01T08:00:00Z" },
    });
    expect(json.totals.spread.value).toBeCloseTo(json.rows[4].cumulative * 100, 12);
  });

  it("echoes the markets, the range and the resolution in json", async () => {
    const fees = { fee: { value: 5, unit: "bps" }, fee_assumed: true };
    const unnamed = { exchange: null, symbol: null, ...fees };
    const { stdout } = await compare(["1", "4", "--end", "2026-05-31", "--json"]);
    expect(JSON.parse(stdout).inputs).toEqual({
      ...{ long: { ...unnamed, market_id: 1 }, short: { ...unnamed, market_id: 4 } },
      ...{ start: "2026-05-24T00:00:00Z", end: "2026-05-31T00:00:00Z" },
      ...{ archive: false, resolution: "event" },
    });
  });

  it("is one object also where there is no period", async () => {
    const { stdout, code } = await compare(["1", "4", "--start", "4h", "--json"]);
    expect(code).toBe(0);
    const { rows: periods, totals } = JSON.parse(stdout);
    expect([periods, totals.periods, totals.spread.value]).toEqual([[], 0, null]);
  });

  it("ends with the failure of a market, and compares nothing", async () => {
    const { code, stdout, stderr } = await compare(["1", "999999"]);
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toMatch(/^error: market 999999: /);
  });

  it("--chart draws both rates and what the spread adds up to", async () => {
    const { stdout, code } = await compare(["1", "4", "--chart"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^funding rate, sums of 8h\n● long market 1 {3}○ short market 4 {3}/);
    expect(stdout).toContain("\ncumulative spread: short less long\n");
    expect(stdout).toMatch(/^spread .*%\/yr/m);
  });

  it("shows its times in the local zone with the setting time local, and leaves json as it is", async () => {
    const around = { env: { ...profileEnv({ time: "local" }), TZ: "Asia/Kolkata" } };
    const { stdout } = await compare(["1", "2"], around);
    expect(stdout).toContain("2026-05-25 21:30+05:30");
    const json = await compare(["1", "2", "--json"], around);
    expect(rows(json.stdout)[0]?.time).toBe("2026-05-25T16:00:00Z");
  });
});

describe("markets that the cached listing knows", () => {
  const cacheOf = async (...listed: readonly object[]) => {
    const directory = mkdtempSync(join(tmpdir(), "carry-cache-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const url = new URL(`${env().CARRY_BASE_URL}/api/v1/public/funding/markets`);
    createAnswerCache(directory).write(url, {
      body: JSON.stringify({ data: listed }),
      storedAt: 0,
    });
    return { env: { CARRY_CACHE_DIR: directory } };
  };
  const btc = { market_id: 1, exchange: "binance", symbol: "BTCUSDT", asset: "BTC" };

  it("are named by their handles", async () => {
    const cache = await cacheOf(btc, { ...btc, market_id: 4, exchange: "hyperliquid" });
    const { stdout, stderr } = await compare(["1", "4"], cache);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^long binance:BTCUSDT, short hyperliquid:BTCUSDT$/m);
    const { inputs } = JSON.parse((await compare(["1", "4", "--json"], cache)).stdout);
    expect(inputs.long).toMatchObject({ exchange: "binance", market_id: 1, symbol: "BTCUSDT" });
  });

  it("are warned of when they are of two assets", async () => {
    const cache = await cacheOf(btc, { market_id: 4, asset: "DOGE" });
    const { stderr, code } = await compare(["1", "4", "--csv"], cache);
    expect([code, stderr]).toEqual([
      0,
      "warning: binance:BTCUSDT is of BTC and market 4 is of DOGE, as listed: a position in both is not a hedge\n",
    ]);
  });

  it("are of one asset in whatever case of letters", async () => {
    const cache = await cacheOf(btc, { market_id: 4, asset: "btc" });
    expect((await compare(["1", "4", "--csv"], cache)).stderr).toBe("");
  });

  it("are shown by their id only if the listing does not contain them, or is damaged", async () => {
    const cache = await cacheOf(btc, { id: 4, symbol: 7 });
    expect((await compare(["1", "4"], cache)).stdout).toMatch(
      /^long binance:BTCUSDT, short market 4$/m,
    );
    const names = readdirSync(cache.env.CARRY_CACHE_DIR);
    const [name = ""] = names.filter((it) => it !== "clocks");
    writeFileSync(join(cache.env.CARRY_CACHE_DIR, name), "{");
    const damaged = await compare(["1", "4"], cache);
    expect([damaged.code, damaged.stderr]).toEqual([0, ""]);
    expect(damaged.stdout).toMatch(/^long market 1, short market 4$/m);
  });
});

describe("bad input to funding compare", () => {
  it.each([
    [["3", "3"], "funding compare: both markets are 3"],
    [["1"], "missing required argument"],
    [["1", "0"], 'market: "0" is not a market id'],
    [["1", "2", "3"], "too many arguments"],
    [["1", "2", "--resolution", "1h"], '--resolution: "1h" is not one of event, 1d'],
    [["1", "2", "--start", "2027-01-01"], '--start: "2027-01-01" is in the future'],
    [["1", "2", "--columns", "nope"], '--columns: there is no column "nope"'],
    [["1", "2", "--chart", "--json"], "cannot be printed as json"],
  ])("%j exits 2 and sends nothing", async (argv, named) => {
    const server = await faultyServer((socket) => socket.destroy());
    const { code, stdout, stderr } = await compare(["--base-url", server.url, ...argv]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(named.replaceAll('"', stderr.startsWith("{") ? '\\"' : '"'));
    expect(server.requests).toEqual([]);
  });
});

describe("what holding the hedge would have made", () => {
  it("is the same in json as in its line", async () => {
    const { stdout } = await compare(["1", "4", "-o", "json"]);
    const { funding_pnl, spread_pnl, fees_paid, net_pnl } = JSON.parse(stdout).totals;
    const net = funding_pnl.value + spread_pnl.value - fees_paid.value;
    expect(net_pnl.value).toBeCloseTo(net, 8);
    expect((await compare(["1", "4"])).stdout).toContain(`held      +${net.toFixed(2)} on 10,000 `);
  });

  it("has the fee that is typed, else the profile's for the exchange, else 5 bp, and says so", async () => {
    const more = { env: { CARRY_CONFIG_DIR: tempDirectory() } };
    await carry(["profile", "set", "fees", "okx=2bps"], more);
    const said = async (...argv: string[]) => {
      const { stdout } = await compare(["binance:BTCUSDT", "okx:BTC-USDT-SWAP", ...argv], more);
      return /fees -?[\d.]+ \((.*)\)$/m.exec(stdout)?.[1];
    };
    expect(await said()).toBe("long 5 bp, assumed; short 2 bp");
    expect(await said("--fee", "0.03%")).toBe("3 bp");
  });

  it("is unknown, with the reason, where the range has no two common times", async () => {
    const run = await scripted({ 1: ["0.0001", "0.0001"], 2: ["0.0002", "missing", "0.0001"] });
    const { stdout } = await run();
    expect(stdout).toMatch(/^held +10,000: +– few marks$/m);
  });
});
