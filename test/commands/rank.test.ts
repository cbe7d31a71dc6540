import { describe, expect, it } from "vitest";
import { profileEnv } from "../settings/home.js";
import { settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { long, short } from "../support/fresh-legs.js";
import { listedService } from "../support/listed-service.js";
import { PORTFOLIO, position } from "../support/records.js";

/** Markets of one asset whose rates of 8 hours are these; 0.0001 is 10.95 % a year. */
const marketsOf = (asset: string, rates: readonly string[], from = 1) =>
  rates.map((rate, at) => ({ id: from + at, asset, events: settled(rate) }));

/** Six pairs, long and short as the higher rate is on the short side: 2 over 3 pays most. */
const BTC = marketsOf("BTC", ["0.0001", "0.0003", "-0.0002", "0.00015"]);
/** 21 pairs; each further market has a larger rate. */
const MANY = marketsOf(
  "SOL",
  [1, 4, 9, 16, 25, 36, 49].map((it) => `0.0000${String(it).padStart(2, "0")}`),
);
const ETH = marketsOf("ETH", ["0.0001", "0.0002"], 8);

interface Figure {
  readonly value: number | null;
  readonly estimate?: boolean;
}

interface Rank {
  readonly inputs: object;
  readonly rows: readonly {
    readonly long: string;
    readonly short: string;
    readonly rate_7d: Figure;
    readonly rate_30d: Figure;
    readonly rate_next_7d: Figure;
    readonly rate_next_7d_low: Figure;
    readonly next_7d_chance: Figure;
    readonly fees: Figure;
    readonly back_by: string | null;
    readonly held: string | null;
    readonly held_size: Figure;
  }[];
  readonly totals: object;
}

/** A position of 1 BTC a side, at 60,000, on two markets. */
const held = (n: number, longId: number, shortId: number) => {
  const of = (id: number) => ({ market_id: id, exchange: `x${id}`, symbol: `S${id}` });
  const own = { quantity: 1, mark_price: 60000, open_price: 60000 };
  const legs = [long({ ...of(longId), ...own }), short({ ...of(shortId), ...own })];
  return position(n, { asset: "BTC", legs });
};

type Run = Awaited<ReturnType<typeof listedService>>["run"];

async function ranked(run: Run, ...argv: string[]): Promise<Rank> {
  const { stdout, stderr } = await run(["funding", "rank", ...argv, "-o", "json"]);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The lines of a screen, with single spaces. */
const linesOf = (stdout: string) => stdout.replaceAll(/ +/g, " ").split("\n");

const pairsIn = ({ rows }: Rank) => rows.map((it) => `${it.long} ${it.short}`);

describe("funding rank", () => {
  it("has each pair once, long and short so that it pays, what the next 7 days pay most first", async () => {
    const { run } = await listedService({ markets: [...ETH, ...BTC] });
    const answer = await ranked(run);
    expect(pairsIn(answer)).toEqual([
      ...["x3:S3 x2:S2", "x3:S3 x4:S4", "x3:S3 x1:S1"],
      ...["x1:S1 x2:S2", "x4:S4 x2:S2", "x8:S8 x9:S9", "x1:S1 x4:S4"],
    ]);
    // 0.0005 every 8 hours is 0.0005 × 3 × 365 = 54.75 % a year, and nothing says that it changes
    const [first] = answer.rows;
    expect(first).toMatchObject({
      ...{ asset: "BTC", held: null, held_size: { value: null, unit: "usd" } },
      rate_7d: { value: 54.75, unit: "percent_per_year", counted: 21, of: 21 },
      rate_30d: { value: 54.75, counted: 90, of: 90 },
      rate_next_7d: { value: expect.closeTo(54.75, 9), base: "notional" },
    });
    expect(answer.inputs).toMatchObject({ assets: [] });
    expect(answer.totals).toEqual({
      ...{ pairs: 7, record: { held: 7, of: 7, weeks: 1 }, best_10: null, left_out: [] },
    });
    expect((await contradictions("rank"))(answer)).toEqual([]);
  });

  it("puts last what nothing can be said of, since its last day is not there", async () => {
    const late = { id: 5, asset: "BTC", events: settled("0.001").slice(3) };
    const { run } = await listedService({ markets: [late, ...BTC] });
    const { rows } = await ranked(run);
    expect(rows.map(({ rate_next_7d: { value } }) => value === null)).toEqual([
      ...Array.from({ length: 6 }, () => false),
      ...Array.from({ length: 4 }, () => true),
    ]);
    expect(rows.at(-1)).toMatchObject({
      rate_next_7d: { unknown: "events_missing" },
      ...{ next_7d_chance: { value: null }, back_by: null },
    });
    expect((await run(["funding", "rank"])).stdout).toContain("– 4 events missing");
  });

  it("shows the first 15 and those that are held, with the record, and says how many more", async () => {
    const { run } = await listedService({ markets: MANY, positions: [held(1, 2, 1)] });
    const { stdout, code } = await run(["funding", "rank"]);
    const [head, , heads, first, ...rest] = linesOf(stdout);
    expect(code).toBe(0);
    // the ten largest differences of 1, 4, 9 … 49 have a mean of 32.9, and 0.0000329 × 1095 is 3.6 %
    expect(head).toMatch(
      /^21 pairs by the next 7 days · last week the ranges held for 21, the 10 best made \+3\.6 %\/yr \d\d:\d\dZ$/,
    );
    expect(heads).toBe("%/yr asset 7d 30d next 7d ± back by held");
    expect(first).toMatch(/^x1\/x7 SOL \+5\.3 \+5\.3 \+5\.3 0 /);
    expect(rest).toHaveLength(14 + 1 + 3); // the others, the held one, the foot and its blank lines
    expect(rest[14]).toMatch(
      /^x1\/x2 SOL \+0\.33 \+0\.33 \+0\.33 0 not in 30d BTC\.\S+ 60k reversed$/,
    );
    expect(rest[16]).toBe("5 bp a fill are assumed: --fee · 5 more: --all");
    const all = linesOf((await run(["funding", "rank", "--all"])).stdout);
    expect(all).toHaveLength(21 + 6);
    expect((await ranked(run)).rows).toHaveLength(21);
  });

  it("says when four fills are earned, by the fee that is typed, by the profile's, or by 5 bp", async () => {
    const { run } = await listedService({ markets: BTC });
    const [first] = (await ranked(run, "--fee", "10bps")).rows;
    // the pair pays 0.15 % a day, so that 0.4 % are earned after three
    expect(first?.fees).toEqual({ value: 0.4, unit: "percent", base: "notional" });
    expect(first).toMatchObject({ back_by: "2026-06-04T08:00:00Z", next_7d_chance: { value: 1 } });
    const env = {
      ...{ CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      ...profileEnv({ fees: "x3=1bps,x2=0.02%" }),
    };
    const own = JSON.parse((await run(["funding", "rank", "-o", "json"], { env })).stdout) as Rank;
    expect(own.inputs).toMatchObject({ fee: "x3=1bps,x2=0.02%", fee_assumed: true });
    expect(own.rows[0]?.fees.value).toBe(0.06); // two fills each
    expect(own.rows[1]?.fees.value).toBe(0.12); // 1 bp on x3, and 5 bp assumed on x4
    expect((await ranked(run)).inputs).toMatchObject({ fee: "5bps", fee_assumed: true });
    const typed = (await run(["funding", "rank", "--fee", "10bps"])).stdout;
    expect(linesOf(typed)[3]).toBe("x3/x2 BTC +55 +55 +55 0 4 Jun");
    expect(typed).not.toContain("assumed");
  });

  it("has no range of fewer than 5 pairs, so that what it says is an estimate", async () => {
    const { run } = await listedService({ markets: ETH });
    const { rows, totals } = await ranked(run);
    expect(rows).toMatchObject([
      {
        rate_next_7d: { value: expect.closeTo(10.95, 9), estimate: true },
        rate_next_7d_low: { value: null, unknown: "few_pairs" },
        ...{ next_7d_chance: { value: null }, back_by: null },
      },
    ]);
    expect(totals).not.toHaveProperty("record");
    const [head, , , row, , foot] = linesOf((await run(["funding", "rank"])).stdout);
    expect(head).toMatch(/^1 pair by the next 7 days \d/);
    expect(row).toMatch(/^x8\/x9 ETH \+11 \+11 ~\+11 – –/);
    expect(foot).toMatch(/^~ 1 few pairs · /);
  });

  it("names the largest open position that holds a pair, either way round", async () => {
    const big = held(2, 2, 3);
    const legs = (big.legs as readonly object[]).map((it) => ({ ...it, quantity: 2 }));
    const { run } = await listedService({
      markets: BTC,
      positions: [held(1, 3, 2), { ...big, legs }, held(3, 3, 1)],
    });
    const { rows } = await ranked(run);
    const names = rows.map(({ held: name, held_size: { value } }) => [name, value]);
    expect(names).toEqual([
      [expect.stringMatching(/^BTC\./), -120000],
      [null, null],
      [expect.stringMatching(/^BTC\./), 60000],
      ...[1, 2, 3].map(() => [null, null]),
    ]);
  });

  it("warns where positions cannot be asked for, and asks for none without a portfolio or a key", async () => {
    const { run, requests } = await listedService({ markets: BTC, positions: 403 });
    const asked = () => requests.filter((it) => it.includes("/positions")).length;
    for (const env of [{ CARRY_API_KEY: "k" }, { CARRY_PORTFOLIO: PORTFOLIO }, {}]) {
      const { stderr, code } = await run(["funding", "rank", "-q"], {
        env: env as Record<string, string>,
      });
      expect([code, stderr, asked()]).toEqual([0, "", 0]);
    }
    const refused = await run(["funding", "rank"]);
    expect([refused.code, linesOf(refused.stdout).length > 6]).toEqual([0, true]);
    expect(refused.stderr).toContain("what you hold is not looked at: ");
  });

  it("has the same rows in csv, one a pair", async () => {
    const { run } = await listedService({ markets: ETH });
    const { stdout } = await run(["funding", "rank", "-o", "csv", "--fee", "1bps"]);
    const [heads = "", row = "", ...rest] = stdout.split("\r\n");
    const cells = Object.fromEntries(heads.split(",").map((key, at) => [key, row.split(",")[at]]));
    expect(rest).toEqual([""]);
    expect(cells).toEqual({
      ...{ long: "x8:S8", short: "x9:S9", asset: "ETH", rate_7d: "10.95", rate_30d: "10.95" },
      ...{ rate_next_7d: "10.95", rate_next_7d_low: "", rate_next_7d_high: "" },
      ...{ next_7d_chance: "", fees: "0.04", back_by: "", held: "", held_size: "" },
    });
  });
});

describe("funding rank --grid", () => {
  const listing = JSON.stringify(
    ["binance", "okx", "binance", "bybit"].map((exchange, at) => ({
      ...{ market_id: at + 1, asset: "BTC", exchange, symbol: `BTC${at + 1}` },
    })),
  );

  it("has assets down and exchanges across, what is held, and the best pair of each", async () => {
    const positions = [held(1, 3, 2), held(2, 2, 4)];
    const { run } = await listedService({ markets: BTC, listing, positions });
    const { stdout } = await run(["funding", "rank", "--grid"]);
    expect(linesOf(stdout).slice(1)).toEqual([
      "",
      "%/yr, 7d binance bybit okx best pair next 7d",
      "BTC +11 S +16 LS +33 binance:BTC3/okx +55",
      " L -22",
      "",
    ]);
  });

  it("has a market a row in data", async () => {
    const { run } = await listedService({ markets: BTC, listing, positions: [held(1, 3, 2)] });
    const { stdout } = await run(["funding", "rank", "--grid", "-o", "json"]);
    const answer = JSON.parse(stdout);
    expect(answer.rows.map((it: { held: unknown }) => it.held)).toEqual([
      null,
      "short",
      "long",
      null,
    ]);
    expect(answer.rows[1]).toMatchObject({
      ...{ asset: "BTC", market: "okx:BTC2", exchange: "okx", rate_7d: { value: 32.85, of: 21 } },
    });
    expect((await contradictions("rank"))(answer)).toEqual([]);
  });
});

describe("what funding rank does not take", () => {
  it.each([
    [["--by", "market"], "--by"],
    [["--order", "mean"], "--order"],
    [["--min-days", "20"], "--min-days"],
    [["--max-gaps", "0"], "--max-gaps"],
    [["--top", "3"], "--top"],
    [["--fee", "5"], "--fee"],
    [["--grid", "--all"], "--grid"],
    [["--columns", "nothing"], "nothing"],
  ])("%j exits 2, sends nothing and says what to type", async (argv, named) => {
    const { url, requests } = await listedService({ markets: BTC });
    const { code, stdout, stderr } = await carry(["funding", "rank", ...argv, "--base-url", url]);
    expect([code, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(named);
  });
});
