import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { type Answers, carryWith, inFull, serviceOf, settled } from "../support/answers.js";
import { carry } from "../support/carry.js";
import { ago, DAY, hedged, long, short } from "../support/fresh-legs.js";
import { performance, uuidOf } from "../support/records.js";

/** At 60,000 and 0.5 BTC an event costs the long leg 3 USD and pays the short one 9: +18 a day. */
const HISTORIES = { 1: settled("0.0001"), 2: settled("0.0003") };

const ID = uuidOf(1);
const LONG = long({ leverage: 10, open_price: 60_000, mark_price: 61_000 });
const SHORT = short({ leverage: 2, open_price: 60_100, mark_price: 61_061 });

/** Opened two days ago: 6 events on each side, 500 - 480.5 of price, 10 of fees. */
const SOUND = hedged(1, {
  opened_at: ago(2 * DAY),
  legs: [LONG, SHORT],
  performance: performance({
    ...{ funding_pnl: 36, fees: { paid: 10, estimated_exit: 5.25 }, net_pnl: 40.25 },
    spread_pnl: { realized: 0, unrealized: 19.5 },
  }),
});

/** Returns a position in full, of which the legs got this funding. */
function full(listed: object, funding: readonly number[] = [-18, 54], more: object = {}) {
  const whole = inFull(listed as Record<string, unknown>, more) as { legs: object[] };
  const legs = whole.legs.map((it, n) => ({
    ...it,
    funding: { calculated: funding[n], override: null },
  }));
  return { ...whole, legs };
}

const of = (listed: object, detail: object = full(listed)): Answers => ({
  ...{ positions: [listed], details: { [ID]: detail }, histories: HISTORIES },
});
const get = (service: Answers, ...argv: string[]) => carryWith(service, ["get", ...argv]);

/** Returns the page of one position as lines. */
async function page(listed: object, detail?: object, ...argv: string[]): Promise<string[]> {
  return (await get(of(listed, detail), ID, ...argv)).stdout.trimEnd().split("\n");
}

const HEAD = "       market           lev       open       mark  price  funding  away  next";

describe("the page of a position", () => {
  it("says what it is paid, has made, how it is hedged, what leaving costs, and how its legs stand", async () => {
    const note = "perp hedge 🦊";
    expect(await page(SOUND, full(SOUND, [-18, 54], { note }))).toEqual([
      "BTC.0000   long binance, short bybit   0.5 BTC, 30.5k a side   open 2 days",
      // 18 × 365 ÷ 30,530.5
      `now       +18/d  +22 %/yr (7d)   24h +18   30d ${"▄".repeat(30)}`,
      "next 7d   ~+126 (no range: few pairs)",
      "so far    +40   funding +36   price +20   fees -10   exit -5.3",
      // 61,061 ÷ 61,000 - 1, of 30,500 USD
      "hedge     balanced   basis +0.10 %, usual 0.00 ± 0.00 (+31 if it returns)",
      "leave     5.3 of fees, now or later",
      "",
      HEAD,
      // (61,000 - 54,000) ÷ 61,000; 0.0001 × 30,500
      "long   binance BTCUSDT  10x  60,000.00  61,000.00   +500      -18   11%  16:00Z  -3.1",
      // (90,150 - 61,061) ÷ 61,061; 0.0003 × 30,530.5
      "short  bybit BTCUSDT     2x  60,100.00  61,061.00   -481      +54   48%  16:00Z  +9.2",
      "",
      "check     service and carry agree (5 of 5)",
      `note      ${note}`,
      `id        ${ID}`,
      "",
      "~ 1 few pairs",
    ]);
  });

  it("says of an unhedged one what is naked and since when it costs, a year from 30 days on", async () => {
    const found = await page(hedged(1, { legs: [LONG] }));
    expect(found.slice(0, 6)).toEqual([
      "● BTC.0000   long binance, no short leg   0.5 BTC, 30.5k   open 182 days",
      `now       -9/d  -11 %/yr (7d)   24h -9   30d ${"▄".repeat(30)}   costs over 23 days`,
      "next 7d   – few pairs",
      "so far    +82  +13 %/yr   funding +101   price -3.5   fees -10   exit -5.3",
      "hedge     no short leg, +30,500 unhedged",
      "leave     5.3 of fees, now or later",
    ]);
  });

  it("shows what is unknown as –, what is estimated with ~, and says why in one line", async () => {
    const unmarked = { ...SHORT, mark_price: null, mark_price_updated_at: null, market_id: null };
    const { performance: _, ...listed } = hedged(1, { legs: [LONG, unmarked] });
    expect(await page(listed, full(listed))).toEqual([
      "○ BTC.0000   long binance, short bybit   0.5 BTC, ~30.5k a side   open 182 days",
      "why       no mark   no market id   no performance",
      "now       – no market id",
      "next 7d   – no market id",
      "so far    – no performance",
      "hedge     balanced   basis – no market id",
      "leave     – no performance",
      "",
      HEAD,
      "long   binance BTCUSDT  10x  60,000.00  61,000.00   +500      -18   11%  16:00Z  -3.1",
      "short  bybit BTCUSDT     2x  60,100.00          –      –      +54     –  –          –",
      "",
      `id        ${ID}`,
      "",
      "~ 1 open price · – 1 no market id, 1 no performance",
    ]);
  });

  it("says of a closed one when it was closed, and of each leg what it has made", async () => {
    const closed = hedged(1, {
      ...{ status: "closed", opened_at: "2026-05-01T00:00:00Z", closed_at: "2026-05-08T00:00:00Z" },
      legs: [{ ...LONG, mark_price: null }],
      performance: performance({
        ...{ funding_pnl: -18, fees: { paid: 11, estimated_exit: 0 }, net_pnl: 171 },
        spread_pnl: { realized: 200, unrealized: 0 },
      }),
    });
    const whole = full(closed, [-18]);
    const legs = whole.legs.map((it) => ({ ...it, close_price: 60_400, close_fee_paid: 6 }));
    expect(await page(closed, { ...whole, legs })).toEqual([
      "BTC.0000   long binance, no short leg   closed 8 May after 7 days",
      "so far    +171   funding -18   price +200   fees -11",
      "",
      "closed    long binance BTCUSDT   60,000.00 to 60,400.00   price +200   funding -18   fees -11",
      `id        ${ID}`,
    ]);
  });

  it("has every reason and everything that is known of the legs with --all", async () => {
    const listed = hedged(1, { legs: [{ ...LONG, quantity: 0.6 }, SHORT] });
    const text = (await page(listed, undefined, "--all")).join("\n");
    expect(text).toMatch(/^why {7}! 17 % apart: The sides differ by more than `imbalance`/m);
    expect(text).toMatch(/^leg id +00000000-\S+64 +00000000-\S+65$/m);
    expect(text).toMatch(/^open fee +5\.00 +5\.00$/m);
    expect(text).toMatch(/^quantity +0\.6 +0\.5$/m);
  });

  it("fits 80 columns and 23 lines, and ends with what can be typed next", async () => {
    const note = "a note that is much longer than a line of a terminal has room for, ".repeat(9);
    const listed = hedged(1, { legs: [{ ...LONG, quantity: 0.6 }, SHORT] });
    const { url } = await serviceOf(of(listed, full(listed, [1, 2], { note })));
    for (const terminal of [60, 80, 120]) {
      const { stdout } = await carry(["get", ID, "--no-color", "--base-url", url], {
        env: { CARRY_API_KEY: "k", LANG: "C.UTF-8" },
        terminal,
      });
      const lines = stdout.trimEnd().split("\n");
      if (terminal >= 80) expect(lines.length).toBeLessThanOrEqual(23);
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(terminal);
      expect(stdout).toMatch(/^more {6}--days {2}--check {2}--all/m);
      expect(stdout).toMatch(/ {3}carry rotate BTC\.0000 --base-url/);
      expect(stdout).toMatch(/^note .*…$/m);
    }
  });

  it("is never wider than its terminal, whatever the service sends", async () => {
    const name = fc.oneof(
      fc.constantFrom("日本取引所", "👩‍👩‍👧", "\u001b[31m", ""),
      fc.string({ unit: "grapheme", maxLength: 40 }),
    );
    const price = fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const leg = fc.record({ exchange: name, symbol: name, mark_price: price, open_price: price });
    await fc.assert(
      fc.asyncProperty(
        leg,
        name,
        fc.integer({ min: 20, max: 220 }),
        async (sent, note, terminal) => {
          const listed = hedged(1, { asset: note, legs: [LONG, { ...SHORT, ...sent }] });
          const service = of(listed, full(listed, [1, 2], { note }));
          const { stdout } = await carryWith(service, ["get", ID, "--no-color", "--all"], {
            terminal,
          });
          for (const line of stdout.split("\n")) {
            expect(stringWidth(line)).toBeLessThanOrEqual(terminal);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("is printed without a performance that cannot be had, and with what a market lacks", async () => {
    const { stdout, stderr, code } = await get(
      { ...of(SOUND), histories: { 1: HISTORIES[1], 2: 500 } },
      ID,
      "--no-performance",
    );
    expect(stdout).toContain("\nso far    – no performance\n");
    expect(stdout).toContain("\nnow       – no funding\n");
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: .*funding/)]);
  });
});

describe("the data of positions", () => {
  const TWO: Answers = {
    positions: [SOUND, hedged(2, { asset: "ETH" })],
    details: { [ID]: full(SOUND, [-18, 54], { odd: { digits: 1 } }) },
    histories: HISTORIES,
  };

  it("are what the service sent: one object of one name, an array of several in their order", async () => {
    const one = await get(TWO, ID, "-o", "json");
    expect(one.stdout).toBe(`${JSON.stringify(TWO.details?.[ID])}\n`);
    expect(one.requests.some((it) => it.includes("/portfolios/"))).toBe(false);
    const two = await get(TWO, uuidOf(2), ID, "btc", "-o", "json", "--performance");
    const found = JSON.parse(two.stdout) as { position_id: string; performance: object }[];
    expect(found.map((it) => it.position_id)).toEqual([uuidOf(2), ID]);
    expect(found[1]?.performance).toEqual(SOUND.performance);
  });

  it("have a row for each leg in csv, with the performance where it is asked for", async () => {
    const [head = "", ...rows] = (await get(TWO, ID, "-o", "csv")).stdout.trimEnd().split("\r\n");
    expect(head).toMatch(/^position_id,portfolio_id,asset,status,note,.*,legs\.funding$/);
    expect(rows.map((row) => row.split(",").slice(-3))).toEqual([
      ["-18", "", "-18"],
      ["54", "", "54"],
    ]);
    const asked = await get(TWO, ID, "-o", "csv", "--performance");
    expect(asked.stdout.split("\r\n")[0]).toMatch(/performance\.calculated_at$/);
  });

  it("are figures where --columns or --sort names one: rows in a table, one object in json", async () => {
    const json = await get(TWO, ID, uuidOf(2), "-o", "json", "--columns", "name,run_7d");
    const { inputs, rows, totals } = JSON.parse(json.stdout);
    expect(inputs.service_time).toBe("2026-06-01T12:00:00Z");
    expect(rows).toMatchObject([
      { position_id: ID, name: "BTC.0000", run_7d: { value: 18, unit: "usd_per_day" } },
      { position_id: uuidOf(2), name: "ETH.0000" },
    ]);
    expect(totals.run_7d).toMatchObject({ value: 36, counted: 2, of: 2 });
    const table = await get(TWO, ID, uuidOf(2), "--columns", "asset,net", "--sort", "net");
    expect(table.stdout).toBe("asset  net ↑\nBTC      +40\nETH      +82\n");
  });

  it("report each name that fails, and fields that cannot be read, and exit with the gravest code", async () => {
    const broken = { ...TWO, details: { [ID]: full(SOUND, [-18, 54], { note: 7 }) } };
    const { code, stdout, stderr } = await get(broken, ID, uuidOf(9), "-o", "ndjson");
    expect([code, stdout.trimEnd().split("\n").length]).toEqual([8, 1]);
    expect(stderr).toContain(uuidOf(9));
    expect(stderr).toContain("note: expected a string, got 7");
  });
});

describe("get --days", () => {
  it("is what each UTC day brought: what settles at midnight belongs to the day before", async () => {
    const days = await get(of(SOUND), ID, "--days", "-o", "json");
    const { rows, totals } = JSON.parse(days.stdout);
    const figures = rows.map((it: Record<string, unknown>) => [
      ...[it.time, it.long, it.short, it.funding, it.cumulative, it.counted],
    ]);
    expect(figures).toEqual([
      ["2026-05-30", -6, 18, 12, 12, 4],
      ["2026-05-31", -9, 27, 18, 30, 6],
      ["2026-06-01", -3, 9, 6, 36, 2],
    ]);
    expect(totals.funding).toMatchObject({ value: 36, counted: 12, of: 12 });
    const { stdout } = await get(of(SOUND), ID, "--days");
    expect(stdout).toMatch(/^BTC\.0000 · settled funding \+36\.00 · 12 of 12 events/);
    expect(stdout).toMatch(/^BTC\.0000 +2026-05-31 +-9\.00 +\+27\.00 +\+18\.00 +\+30\.00 /m);
  });

  it("is unknown with a leg whose market is unknown, and of one position", async () => {
    const listed = hedged(1, { legs: [LONG, { ...SHORT, market_id: null }] });
    const { stdout } = await get(of(listed), ID, "--days");
    expect(stdout).toContain("settled funding –");
    expect(stdout).toContain("unknown: short bybit BTCUSDT: market id unknown");
    const two = await get(of(SOUND), ID, uuidOf(2), "--days");
    expect([two.code, two.stderr, two.requests]).toEqual([
      ...[2, expect.stringContaining("2 positions are named"), []],
    ]);
  });
});

describe("get --check", () => {
  const check = async (detail: object, histories: Answers["histories"] = HISTORIES) => {
    const found = await get({ ...of(SOUND, detail), histories }, ID, "--check", "-o", "json");
    const { rows, totals } = JSON.parse(found.stdout);
    return {
      ...{ code: found.code, totals },
      rows: rows.map((it: Record<string, unknown>) => [it.what, it.own, it.verdict, it.cause]),
    };
  };

  it("finds equal what the service's figures and the events come to, and exits with 0", async () => {
    const { code, rows } = await check(full(SOUND));
    expect([code, rows]).toEqual([
      0,
      [
        ["leg_funding", -18, "equal", undefined],
        ["leg_funding", 54, "equal", undefined],
        ["funding_pnl", 36, "equal", undefined],
        ["fees_paid", 10, "equal", undefined],
        ["net_pnl", 40.25, "equal", undefined],
      ],
    ]);
  });

  it("exits with 10 for a difference that nothing explains, and the page says so", async () => {
    const { code, rows } = await check(full(SOUND, [-18.02, 54]));
    expect([code, rows[0]]).toEqual([10, ["leg_funding", -18, "unexplained", undefined]]);
    const shown = await page(SOUND, full(SOUND, [-18.02, 54]));
    expect(shown).toContain("check     2 of 5 differ, unexplained: --check");
  });

  it("explains a difference by events that nobody has where these can make it", async () => {
    const recent = settled("0.0001").slice(0, 4);
    const { code, rows, totals } = await check(full(SOUND), { 1: recent, 2: HISTORIES[2] });
    expect([code, rows[0]]).toEqual([0, ["leg_funding", -12, "explained", "events_missing"]]);
    expect(totals).toMatchObject({ equal: 4, explained: 1, unexplained: 0 });
  });
});

it("get takes one of --days, --check and --all, and says what replaces what it had", async () => {
  for (const [words, text] of [
    [["get", ID, "--days", "--all"], "--days and --all exclude each other"],
    [["positions", "funding", ID], "hint: type `carry get <name> --days`"],
    [["positions", "reconcile", ID], "hint: type `carry get <name> --check`"],
  ] as const) {
    expect(await carry(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(text) });
  }
});
