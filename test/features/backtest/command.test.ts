import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RawEvent } from "../../analytics/funding/run-oracle.js";
import { tempDirectory } from "../../archive/temp-archive.js";
import { type Answers, carryWith, settled } from "../../support/answers.js";
import { DAY, HOUR } from "../../support/fresh-legs.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { writeArchive } from "../../support/written-archive.js";

type Histories = NonNullable<Answers["histories"]>;

const PAIR: Histories = { 1: settled("0.0001"), 2: settled("0.0002", 4) };

const backtest = (line: string, histories: Histories = PAIR) =>
  carryWith({ positions: [], histories }, ["funding", "backtest", ...line.split(" ")]);

describe("funding backtest", () => {
  it("shows every figure, and what is not in it", async () => {
    const { stdout, stderr, code } = await backtest("1 2 --fee 5bps --start 2d --hold 1d");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "Result",
        "net               -5.00",
        "net APR           ~-10.95% (of the notional)",
        "break-even after  2.22 days (at the funding of this time)",
        "funding           +15.00 (15 events)",
        "- long leg        -5.00 (5 events)",
        "- short leg       +20.00 (10 events)",
        "basis             0.00",
        "fees              20.00 (0.05% a fill)",
        "slippage          0.00 (0% a fill)",
        "funding APR       ~+32.85% (of the notional)",
        "max drawdown      0.00 (of the cumulative funding)",
        "days above zero   1 of 1 (whole UTC days)",
        "",
        "Hedge",
        "long      market 1",
        "short     market 2",
        "entry     2026-05-30 16:00Z (long 60,000.00, short 60,000.00)",
        "exit      2026-06-01 08:00Z (long 60,000.00, short 60,000.00)",
        "days      1.67",
        "quantity  0.16666667 (on each side, at most 10,000.00 USD at entry)",
        "",
        "Held 1d",
        "          least  1st quartile  median  3rd quartile    most",
        "───────  ──────  ────────────  ──────  ────────────  ──────",
        "funding   +9.00         +9.00   +9.00         +9.00   +9.00",
        "net      -11.00        -11.00  -11.00        -11.00  -11.00",
        "",
        "2 windows, one for each UTC day: 1 independent.",
        "",
        "Not in it: fills, liquidation, margin moves, delisted markets. Past funding, not a forecast.",
        "",
      ].join("\n"),
    );
  });

  it("echoes every input in json, also those by default", async () => {
    const line =
      "1 2 --fee 5bps --fee-short 0.02% --slippage 1bps --leverage 5,3 --start 2d -o json";
    const { stdout } = await backtest(`${line} --gaps allow --multiplier-long 1.0 --hold 12h`);
    const { inputs, rows, totals } = JSON.parse(stdout) as Record<string, Record<string, unknown>>;
    const unnamed = { exchange: null, symbol: null, multiplier: 1 };
    const bps = (value: number) => ({ value, unit: "bps" });
    expect(inputs).toEqual({
      long: { ...unnamed, market_id: 1, fee: bps(5), leverage: 5 },
      short: { ...unnamed, market_id: 2, fee: bps(2), leverage: 3 },
      ...{ notional: { value: 10_000, unit: "usd" }, slippage: bps(1) },
      ...{ start: "2026-05-30T12:00:00Z", end: "2026-06-01T12:00:00.001Z" },
      ...{ hold: { value: 12, unit: "hours" }, gaps: "allow", archive: false },
    });
    expect(rows).toHaveLength(10);
    expect(totals?.net).toMatchObject({ unit: "usd", counted: 15, of: 15, covered_hours: 40 });
  });

  it("lists its settlements as csv", async () => {
    const { stdout } = await backtest("1 2 --fee 5bps --start 2d -o csv");
    const [head, first, second] = stdout.split("\r\n");
    expect(head).toBe("time,long.funding,short.funding,funding,cumulative,basis,net");
    expect(first).toBe("2026-05-30T20:00:00Z,,2,2,2,,");
    expect(second).toBe("2026-05-31T00:00:00Z,-1,2,1,3,0,-17");
  });

  it("reports the stretch that it takes where events are missing", async () => {
    const long = settled("0.0001").filter((_, n) => n !== 6);
    const { stdout, stderr, code } = await backtest("1 2 --fee 5bps", { ...PAIR, 1: long });
    expect(code).toBe(0);
    expect(stderr).toContain("1 of market 1, 0 of market 2; the longest of 2 stretches is taken");
    expect(stdout).toContain("exit            2026-05-30 00:00Z");
    expect(stdout).toMatch(/^missing events +1 long, 0 short \(the longest of 2 whole stretches/m);
    const allowed = await backtest("1 2 --fee 5bps --gaps allow", { ...PAIR, 1: long });
    expect(allowed.stdout).toMatch(/^funding +\+\d+\.00 \(266 of 267 events\)$/m);
    expect(allowed.stdout).toMatch(/^net +\+\d+\.00 \(funding of 266 of 267 events\)$/m);
    expect(allowed.stdout).toMatch(
      /^max drawdown +\S+ \(of the cumulative funding, 266 of 267 events\)$/m,
    );
    expect(allowed.stderr).toContain("1 of market 1, 0 of market 2; they are in no sum");
    const refused = await backtest("1 2 --fee 5bps --gaps refuse", { ...PAIR, 1: long });
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain("1 of market 1, 0 of market 2");
  });

  it("draws cumulative funding, basis and net", async () => {
    const { stdout } = await backtest("1 2 --fee 5bps --chart");
    expect(stdout).toMatch(/^cumulative funding, percent of the notional$/m);
    expect(stdout).toMatch(/^basis, percent of the notional$/m);
    expect(stdout).toMatch(/^net if left then, percent of the notional$/m);
    expect(stdout).toMatch(/^funding \+/m);
    expect((await backtest("1 2 --fee 5bps --chart -o json")).code).toBe(2);
  });

  it("says below a chart what is not in it, which events are, and what each window brought", async () => {
    const holey = settled("0.0001").filter((_, n) => n !== 6);
    const line = "1 2 --fee 5bps --gaps allow --hold 7d --chart";
    for (const more of ["", " -o svg"]) {
      const { stdout } = await backtest(`${line}${more}`, { ...PAIR, 1: holey });
      const text = stdout.replace(/\s+/g, " ");
      expect(text).toMatch(/funding \+\d+\.00 \(266 of 267 events\)/);
      expect(text).toMatch(/net \+\d+\.00 \(funding of 266 of 267 events\)/);
      expect(text).toContain("missing events 1 long, 0 short (in no sum;");
      expect(text).toContain("not in it: fills, liquidation, margin moves, delisted markets.");
      expect(text).toMatch(
        /held 7d: \d+ windows of 24, the others have missing events, one for each/,
      );
      expect(text).toMatch(/net: least \+\d+\.\d\d 1st quartile .* 3rd quartile .* most \+\d/);
      expect(text).toContain("funding unknown");
      expect(text).not.toContain("no rate");
    }
    const short = await backtest("1 2 --fee 5bps --hold 90d --chart", PAIR);
    expect(short.stdout).toMatch(/^held 90d: net – \(no window of 90d in [\d.]+ days\)$/m);
    const plain = (await backtest("1 2 --fee 5bps --chart", PAIR)).stdout;
    expect(plain).toContain("not in it: fills");
    expect(plain).not.toMatch(/events\)|held/);
  });

  it("counts conflicting events as missing, and says so once for both ways to treat them", async () => {
    const twice = [...settled("0.0001"), ...settled("0.0009").slice(6, 7)];
    for (const [gaps, taken] of [
      [" --gaps allow", "they are in no sum"],
      ["", "the longest of 2 stretches is taken"],
    ]) {
      const { stderr } = await backtest(`1 2 --fee 5bps${gaps}`, { ...PAIR, 1: twice });
      expect(stderr).toMatch(/market 1: conflicting values of 1 event, .*; counted as missing$/m);
      expect(stderr).toContain(
        `events are missing, conflict, or have no rate or mark price: 1 of market 1, 0 of market 2; ${taken}`,
      );
      expect(stderr).not.toContain("unknown");
    }
  });
});

describe("bad input of funding backtest", () => {
  it.each([
    ["1 2", "no fee is given"],
    ["1 2 --fee-long 5bps", "no fee of the short side is given"],
    ["1 2 --fee 5", '--fee: "5" is not a share of the notional with its unit'],
    ["1 2 --fee 5bps --slippage 2", '--slippage: "2" is not a share'],
    ["1 2 --fee 5bps --leverage 0", '--leverage: "0" is not'],
    ["1 2 --fee 5bps --leverage 5,", '--leverage: "5," is not'],
    ["1 2 --fee 5bps --notional 0", '--notional: "0" is not a number above zero'],
    ["1 2 --fee 5bps --multiplier-short -1", "--multiplier-short"],
    ["1 2 --fee 5bps --gaps fill", "one of refuse, allow"],
    ["1 2 --fee 5bps --hold 7", '--hold: "7" is not a stretch of time'],
    ["1 1 --fee 5bps", "both markets are 1"],
  ])("%s is refused before anything is sent", async (line, message) => {
    const { code, stdout, stderr, requests } = await backtest(line);
    expect([code, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(message);
  });

  it("refuses markets without events, with one event, and without a common time", async () => {
    const refusal = async (histories: Histories, line = "1 2 --fee 5bps") => {
      const { code, stdout, stderr } = await backtest(line, histories);
      expect([code, stdout]).toEqual([2, ""]);
      return stderr;
    };
    expect(await refusal({ ...PAIR, 2: [] })).toContain("market 2 has no settled funding");
    const [only = {}] = settled("0.0001");
    expect(await refusal({ ...PAIR, 2: [only] })).toContain("market 2 has one settled event");
    const odd = settled("0.0001").map((it) => ({
      ...it,
      funding_time: new Date(Date.parse((it as { funding_time: string }).funding_time) + HOUR),
    }));
    const unmarked = odd.map((it) => ({ ...it, mark_price: null }));
    expect(await refusal({ ...PAIR, 2: unmarked })).toContain(
      "no time in this range has a mark price of both",
    );
    const page = await backtest("1 2 --fee 5bps", { ...PAIR, 2: odd });
    expect([page.code, page.stdout]).toEqual([
      0,
      expect.stringMatching(/^entry .* of 7h before\)$/m),
    ]);
    const json = JSON.parse((await backtest("1 2 --fee 5bps -o json", { ...PAIR, 2: odd })).stdout);
    expect(json.totals.exit).toMatchObject({
      long: { mark_age_seconds: 0 },
      short: { mark_age_seconds: 25_200 },
    });
    expect(await refusal(PAIR, "1 2 --fee 5bps --start 9h")).toContain(
      "only one time in this range has a mark price of both",
    );
    const thousand = settled("0.0001").map((it) => ({ ...it, mark_price: "60000000" }));
    const stderr = await refusal({ ...PAIR, 2: thousand });
    expect(stderr).toContain("market 2 costs 1,000 times market 1");
    expect(stderr).toContain("--multiplier-short");
    expect(
      (await backtest("1 2 --fee 5bps --multiplier-short 1000", { ...PAIR, 2: thousand })).code,
    ).toBe(0);
  });

  it("names a market that does not exist", async () => {
    const { code, stdout, stderr } = await backtest("1 2 --fee 5bps", { ...PAIR, 2: 404 });
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toContain("market 2");
  });

  it("has no windows, with the reason, where --hold is longer than the data", async () => {
    const { code, stdout } = await backtest("1 2 --fee 5bps --hold 90d");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Held 90d\nnet {2}– \(no window of 90d in 29\.\d+ days\)$/m);
    const json = JSON.parse((await backtest("1 2 --fee 5bps --hold 90d -o json")).stdout);
    expect(json.totals.hold).toMatchObject({ of: 0, counted: 0, funding: null, net: null });
  });
});

describe("the fees of funding backtest in a profile", () => {
  const markets = [1, 2, 3].map((id) => ({ id, asset: "BTC", events: settled("0.0001") }));
  const withFees = async (fees: string) => {
    const { run } = await listedService({ markets });
    const more = { env: { CARRY_API_KEY: "k", CARRY_CONFIG_DIR: tempDirectory() } };
    await run(["profile", "set", "fees", fees], more);
    return async (...argv: string[]) => {
      const line = ["funding", "backtest", ...argv, "-o", "json", "--query", FEES];
      return run(line, more);
    };
  };
  const FEES = "[inputs.long.fee.value, inputs.short.fee.value]";

  it("are those of the exchange of each side, unless some are typed", async () => {
    const run = await withFees("X1=2bps,default=0.05%");
    expect((await run("x1:S1", "x2:S2")).stdout).toBe("[2,5]\n");
    expect((await run("x1:S1", "x2:S2", "--fee-short", "1bps")).stdout).toBe("[2,1]\n");
    expect((await run("x1:S1", "x2:S2", "--fee", "0bps")).stdout).toBe("[0,0]\n");
  });

  it("are refused where they have none for a side, or its exchange is unknown", async () => {
    const run = await withFees("x1=2bps");
    const { code, stdout, stderr } = await run("x1:S1", "x2:S2");
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/no fee of the short side is given".*profile set fees/);
    const unlisted = await (await withFees("x1=2bps,default=5bps"))("1", "2");
    expect([unlisted.code, unlisted.stderr]).toEqual([2, expect.stringContaining("no fee is")]);
    expect((await (await withFees("default=5bps"))("1", "2")).stdout).toBe("[5,5]\n");
  });
});

describe("funding backtest past what the service keeps", () => {
  it("counts events of a time that was never recorded as a whole, and says so", async () => {
    const service = await listedService({ markets: [] });
    const directory = join(tempDirectory(), "archive");
    const market = { events: settled("0.0001", 8, 60) as RawEvent[], until: NOW };
    const markets = [
      { ...market, id: 7, from: NOW - 31 * DAY },
      { ...market, id: 8, from: NOW - 61 * DAY },
    ];
    await writeArchive(directory, service.url, markets);
    const line = ["funding", "backtest", "7", "8", "--fee", "5bps", "--start", "50d"];
    const { stdout, stderr } = await service.run(line, { env: { CARRY_ARCHIVE: directory } });
    expect(stdout).toMatch(/^days +49\.67$/m);
    expect(stderr).toContain(
      "market 7: 2026-04-09 12:00Z to 2026-05-01 12:00Z was never recorded as a whole; 66 events of it are known, and others may be missing",
    );
    expect(stderr).not.toContain("market 8");
    expect(service.requests).toEqual([]);
  });
});
