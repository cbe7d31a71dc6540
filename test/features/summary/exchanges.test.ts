import { describe, expect, it } from "vitest";
import { carryWith, inFull } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { long, short } from "../../support/fresh-legs.js";
import { performance, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env } = sandboxForFile({ positions: 60, seed: 2 });

interface Figure {
  readonly value: number | null;
  readonly counted: number;
  readonly of: number;
}

type Row = Readonly<Record<string, Figure>> & {
  readonly group: string;
  readonly positions: number;
  readonly legs: number;
  readonly held_legs: number;
  readonly legs_unchecked: number;
};

/** A position as listed and in full; each leg of the detail is changed by its place. */
function both(n: number, listed: object, ofLegs: readonly object[] = []) {
  const item = position(n, { legs: [long(), short()], performance: performance(), ...listed });
  const whole = inFull(item) as { legs: object[] };
  const legs = whole.legs.map((leg, at) => ({ ...leg, ...ofLegs[at] }));
  return { item, detail: { ...whole, legs } };
}

const funded = (calculated: number, override: number | null = null) => ({
  funding: { calculated, override },
});

const OPEN = both(1, { performance: performance({ funding_pnl: 20, net_pnl: 0 }) }, [
  { ...funded(-500, -490), open_fee_paid: 3 },
  { ...funded(60), open_fee_paid: 4 },
]);
const CLOSED = both(
  2,
  {
    status: "closed",
    closed_at: "2026-05-01T00:00:00Z",
    legs: [long({ quantity: 0, mark_price: null }), short({ quantity: 0, exchange: "okx" })],
    performance: performance({ funding_pnl: 9, fees: { paid: 7, estimated_exit: 0 } }),
  },
  [
    { ...funded(5), close_price: 1, close_fee_paid: 2, open_fee_paid: 1 },
    { ...funded(4), close_price: 1, close_fee_paid: 3, open_fee_paid: 1 },
  ],
);
const UNMARKED = both(3, { asset: "ETH", legs: [long(), short({ mark_price: null })] });

const ALL = [OPEN, CLOSED, UNMARKED];

async function summary(words: readonly string[], of = ALL, fails: readonly string[] = []) {
  const details = of.map(({ item, detail }) => [item.position_id, detail] as const);
  const positions = of.map(({ item }) => item);
  const all = {
    ...Object.fromEntries(details),
    ...Object.fromEntries(fails.map((id) => [id, 500])),
  };
  const ofAll = words.includes("--status") ? [] : ["--status", "all"];
  const argv = ["positions", "summary", "--by", "exchange", ...ofAll, ...words];
  return carryWith({ positions, details: all as Record<string, object> }, argv);
}

async function rowsOf(of = ALL, fails: readonly string[] = []): Promise<readonly Row[]> {
  const { stdout } = await summary(["-o", "json"], of, fails);
  return (JSON.parse(stdout) as { rows: readonly Row[] }).rows;
}

const rowOf = (rows: readonly Row[], name: string) => rows.find(({ group }) => group === name);

describe("positions summary --by exchange", () => {
  it("counts held legs by their own exchange, and funding and fees of all legs", async () => {
    const rows = await rowsOf();
    const [binance, bybit, okx] = ["binance", "bybit", "okx"].map((name) => rowOf(rows, name));
    // 0.5 × 61,000 a leg; two held legs on each of binance and bybit, of which one has no mark.
    expect(binance).toMatchObject({
      ...{ positions: 3, legs: 3, held_legs: 2 },
      long_notional: { value: 61000, counted: 2, of: 2 },
      short_notional: { value: 0, of: 0 },
      net_notional: { value: 30500, counted: 1, of: 2 }, // the other leg of one has no mark
      margin: { value: 20333.3333333334, counted: 2, of: 2 },
      funding: { value: -490 + 5 + 50, counted: 3, of: 3 },
      fees_paid: { value: 3 + 3 + 5, counted: 3, of: 3 },
    });
    expect(bybit).toMatchObject({
      net_notional: { value: -30500, counted: 1, of: 2 },
      margin: { counted: 1, of: 2 },
      spread_pnl_unrealized: { value: -500, counted: 1, of: 2 },
    });
    expect(okx).toMatchObject({
      ...{ positions: 1, legs: 1, held_legs: 0 },
      gross_notional: { value: 0, counted: 0, of: 0 },
      gross_share: { value: 0 },
      funding: { value: 4 },
      fees_paid: { value: 4 },
    });
    expect(rows.map(({ group }) => group)).toEqual(["binance", "bybit", "okx"]);
  });

  it("has the price PnL of positions of which every held leg has a mark, and names the others", async () => {
    const rows = await rowsOf();
    // Long 0.5 × +1,000 of the first position; the third one lacks a mark on its other leg.
    expect(rowOf(rows, "binance")?.spread_pnl_unrealized).toMatchObject({
      value: 500,
      counted: 1,
      of: 2,
    });
    const { stdout } = await summary([]);
    expect(stdout).toContain("not in price PnL: ETH: that of a held leg is unknown");
    expect(stdout).toContain("realized price PnL is not sent by leg");
  });

  it("tells how the legs differ from the performances, and which are overridden", async () => {
    const { stdout, stderr } = await summary([], [OPEN, CLOSED]);
    expect(stdout).toContain("funding: legs -421.00, performances +29.00, difference -450.00");
    expect(stdout).toContain("fees paid: legs 14.00, performances 17.25, difference -3.25");
    expect(stdout).toContain("funding overridden: long binance of BTC");
    expect(stderr).toContain("note: fetching 2 positions in full, for their legs");
    const { stdout: json } = await summary(["-o", "json"], [OPEN, CLOSED]);
    expect(JSON.parse(json).totals).toMatchObject({
      ...{ positions: 2, legs: 4, held_legs: 2, gross_notional: { value: 61000 } },
      funding: { legs: { value: -421 }, performances: { value: 29 }, difference: { value: -450 } },
      fees_paid: { difference: { value: -3.25 } },
    });
    const raw = await summary(["-o", "csv"], [OPEN, CLOSED]);
    expect(raw.stdout).not.toContain("difference");
    expect(raw.stderr).toContain("difference -450.00");
  });

  it("asks for each position once, four at a time, and with --status only for those", async () => {
    const { requests } = await summary(["-o", "json"]);
    const asked = requests.filter((request) => /\/v1\/positions\//.test(request));
    expect(asked).toHaveLength(3);
    expect(new Set(asked.map((request) => request.split(" ")[1])).size).toBe(3);
    const { requests: some } = await summary(["--status", "open", "-o", "json"], [OPEN]);
    expect(some.some((request) => request.includes("statuses=open"))).toBe(true);
  });

  it("counts out the legs of a position that cannot be fetched, and warns of them", async () => {
    const { code, stdout, stderr } = await summary(["-o", "json"], ALL, [uuidOf(1)]);
    const { rows } = JSON.parse(stdout) as { rows: readonly Row[] };
    expect(code).toBe(0);
    expect(stderr).toContain("legs of 1 of 3 positions could not be fetched");
    expect(rowOf(rows, "binance")).toMatchObject({
      funding: { value: 55, counted: 2, of: 3 },
      long_notional: { value: 61000, counted: 2, of: 2 },
    });
  });

  it("marks what rests on an open price, on legs that could not be checked, and on an undated mark", async () => {
    const okx = { exchange: "okx", leverage: null, mark_price: 66_000 };
    const undated = { mark_price: 60_000, mark_price_updated_at: null };
    const all = [
      both(1, { legs: [long({ mark_price: 60_000 }), short(undated)] }),
      both(2, { legs: [long(okx), short({ mark_price: null, leverage: 5 })] }),
    ];
    const rows = await rowsOf(all, [uuidOf(2)]);
    expect(rows.map(({ group }) => group)).toEqual(["bybit", "okx", "binance"]);
    const [bybit, held] = rows;
    expect(bybit?.gross_share).toMatchObject({ about: true });
    expect(bybit?.gross_share?.value).toBeCloseTo((60_000 / 123_000) * 100, 1);
    expect(bybit?.short_notional).toMatchObject({ age_unknown: true, counted: 1, of: 2 });
    expect(held).toMatchObject({
      long_notional: { value: 33_000 },
      net_notional: { value: null, counted: 0, of: 1 },
      margin: { value: null, counted: 0, of: 1 },
      spread_pnl_unrealized: { value: null, counted: 0, of: 1 },
    });
    const { stdout } = await summary([], all, [uuidOf(2)]);
    for (const said of [
      "~ about: at the open price where a mark is missing",
      "? mark price of unknown age",
      "not in price PnL: BTC.00000000-0000-4000-8000-000000000002: that of a held leg is unknown",
    ]) {
      expect(stdout).toContain(said);
    }
  });

  it("does not count a leg that the full position shows as closed", async () => {
    const half = both(4, {}, [{}, { close_price: 60500, close_fee_paid: 1 }]);
    const rows = await rowsOf([half]);
    expect(rowOf(rows, "bybit")).toMatchObject({ held_legs: 0, gross_notional: { value: 0 } });
    expect(rowOf(rows, "binance")?.net_notional?.value).toBe(30500);
  });

  it("refuses a column of another grouping before anything is sent", async () => {
    const { code, requests } = await summary(["--columns", "group,win_rate"]);
    expect([code, requests]).toEqual([2, []]);
  });

  it("has nothing to show without positions", async () => {
    const { code, stdout, stderr } = await summary([], []);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("No positions.");
  });

  it("is as its schema describes", async () => {
    const words = ["positions", "summary", "--by", "exchange", "--status", "all", "-o", "json"];
    const { stdout } = await carry(words, { env: env() });
    expect((await contradictions("summary"))(JSON.parse(stdout))).toEqual([]);
  });
});
