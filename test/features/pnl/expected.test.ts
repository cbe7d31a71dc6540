import { describe, expect, it } from "vitest";
import { point } from "../../commands/archive-service.js";
import { DAY, HOUR, past, told } from "../../commands/past-service.js";
import { carry } from "../../support/carry.js";
import { leg } from "../../support/records.js";

interface Figure {
  readonly value: number | null;
  readonly counted: number;
  readonly of: number;
}

interface Row {
  readonly group: string;
  readonly expected_funding: Figure;
  readonly funding_difference: Figure;
  readonly expected_unknown: readonly { readonly reason: string; readonly leg?: object }[];
}

/** A Monday, 00:00 UTC. */
const BEGIN = Date.parse("2026-06-01T00:00:00Z");
const DAYS = 4;

/** Every 8 hours from five days before: a long leg of 1 at 60,000 pays 6 USD each. */
const events = (more: (time: number) => object | undefined = () => ({})) =>
  Array.from({ length: 3 * (DAYS + 5) + 1 }, (_, n) => BEGIN + DAYS * DAY - n * 8 * HOUR).flatMap(
    (at) => {
      const values = more(at);
      return values === undefined ? [] : [point(at, { mark_price: "60000", ...values })];
    },
  );

const long = (quantity: number, more: object = {}) => leg({ quantity, ...more });
const short = (quantity: number, more: object = {}) =>
  leg({ quantity, side: "short", exchange: "bybit", market_id: 2, ...more });

/** A service, its recorded positions, and `carry positions pnl` after them. */
async function desk(sent: readonly object[] = events()) {
  const found = await past();
  found.service.respond = () => ({ data: sent });
  /** Records a position with these legs and this funding, so many hours after the beginning. */
  const record = async (
    ...points: readonly (readonly [hours: number, funding: number, legs: readonly object[]])[]
  ) => {
    for (const [hours, funding, legs] of points) {
      const at = BEGIN + hours * HOUR;
      const unrealized = legs.reduce(
        (sum, it) => sum + 1000 * Number((it as { quantity: number }).quantity) * signOf(it),
        0,
      );
      await found.look(at, [told(1, { funding, unrealized, at }, { legs })]);
    }
  };
  const run = (...argv: string[]) =>
    carry(["positions", "pnl", ...argv], {
      env: { ...found.env, CARRY_RETRIES: "0" },
      clock: { now: () => BEGIN + DAYS * DAY + HOUR },
    });
  const rows = async (by: string, ...argv: string[]): Promise<readonly Row[]> => {
    const { stdout, stderr, code } = await run("--by", by, ...argv, "-o", "json");
    if (code !== 0) throw new Error(stderr);
    return (JSON.parse(stdout) as { rows: readonly Row[] }).rows;
  };
  const asked = () => found.server.requests.filter((it) => it.includes("/funding/history/"));
  return { ...found, record, run, rows, asked };
}

const signOf = (it: object) => ((it as { side: string }).side === "long" ? 1 : -1);

describe("the expected funding of positions pnl", () => {
  it("counts each event at the size of the snapshots on both sides of it", async () => {
    const { record, rows } = await desk();
    // Events at 8, 16, 24, 32, 40 and 48 hours; the size changes at 25 hours, between two of them.
    await record(
      [0, 0, [long(1)]],
      [24.5, -18, [long(1)]],
      [25, -18, [long(2)]],
      [49, -54, [long(2)]],
    );
    const [row] = await rows("position");
    expect(row?.expected_funding).toMatchObject({ value: -6 * 3 - 12 * 3, counted: 1, of: 1 });
    expect(row?.funding_difference.value).toBe(0);
  });

  it("is unknown where the size changed around an event, and counted out of that day alone", async () => {
    const { record, rows, run } = await desk();
    const day1 = [0, 0, [long(1)]] as const;
    await record(day1, [24, -18, [long(1)]], [31, -18, [long(1)]], [33, -30, [long(2)]]);
    await record([48, -54, [long(2)]], [72, -90, [long(2)]]);
    const [whole] = await rows("position");
    expect(whole?.expected_unknown).toEqual([
      {
        ...{ position_id: expect.any(String), asset: "BTC", reason: "size_unknown" },
        leg: { side: "long", exchange: "binance", symbol: "BTCUSDT" },
      },
    ]);
    const days = await rows("day");
    expect(days.map(({ expected_funding: { value, counted } }) => [value, counted])).toEqual([
      [-18, 1],
      [null, 0],
      [-36, 1],
    ]);
    expect((await run()).stdout).toContain(
      "expected funding unknown, size at an event not recorded: BTC.0000 (long binance BTCUSDT)",
    );
  });

  it("runs from when the figures were calculated to when they were calculated again", async () => {
    const { look, rows } = await desk();
    const listed = (funding: number, at: number) =>
      told(1, { funding, unrealized: 1000, at }, { legs: [long(1)] });
    // Recorded an hour after a settlement that the figures do not have yet.
    await look(BEGIN + 9 * HOUR, [listed(0, BEGIN + 7 * HOUR)]);
    await look(BEGIN + 17 * HOUR, [listed(-6, BEGIN + 15 * HOUR)]);
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-6);
  });

  it("takes back what settled since the figures, where those after them are of an earlier time", async () => {
    const { look, rows } = await desk();
    const listed = (funding: number, at: number) =>
      told(1, { funding, unrealized: 1000, at }, { legs: [long(1)] });
    await look(BEGIN + 1 * HOUR, [listed(0, BEGIN)]);
    await look(BEGIN + 24 * HOUR, [listed(-18, BEGIN + 24 * HOUR)]);
    await look(BEGIN + 48 * HOUR, [listed(-12, BEGIN + 17 * HOUR)]);
    await look(BEGIN + 72 * HOUR, [listed(-54, BEGIN + 72 * HOUR)]);
    const days = await rows("day");
    expect(days.map((row) => [row.expected_funding.value, row.funding_difference.value])).toEqual([
      [-18, 0],
      [6, 0],
      [-42, 0],
    ]);
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-54);
  });

  it("divides the marks of a market that settles in contracts of 1000 by those of the leg", async () => {
    const { look, rows } = await desk();
    for (const [hours, funding] of [
      [1, 0],
      [25, -18],
    ] as const) {
      const at = BEGIN + hours * HOUR;
      const prices = { open_price: 59, mark_price: 60, mark_price_updated_at: new Date(at) };
      const legs = [long(1000, prices)];
      await look(at, [told(1, { funding, unrealized: 1000, at }, { legs })]);
    }
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-18);
  });

  it("begins with the opening and ends with the closing, at the sizes nearest to them", async () => {
    const { look, rows } = await desk();
    const opened_at = new Date(BEGIN + 8 * HOUR).toISOString();
    const listed = (funding: number, quantity: number, more: object = {}) => {
      const figures = { funding, unrealized: 1000 * quantity, at: BEGIN + DAYS * DAY };
      return told(1, figures, { opened_at, legs: [long(quantity)], ...more });
    };
    await look(BEGIN, []);
    await look(BEGIN + 20 * HOUR, [listed(-6, 1)]);
    const closed_at = new Date(BEGIN + 32 * HOUR).toISOString();
    await look(BEGIN + 40 * HOUR, [listed(-18, 0, { status: "closed", closed_at })]);
    // 16:00, 00:00 and 08:00: not the event at the opening, and the one at the closing.
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-18);
  });

  it.each([
    ["market_unknown", [long(1), short(1, { market_id: null })], events()],
    ["events_missing", [long(1)], events((at) => (at === BEGIN + 16 * HOUR ? undefined : {}))],
    [
      "event_unknown",
      [long(1)],
      events((at) => (at === BEGIN + 16 * HOUR ? { mark_price: null } : {})),
    ],
    ["funding_unknown", [long(1)], []],
    ["quantity_negative", [long(-1)], events()],
  ] as const)("is unknown for the reason %s", async (reason, legs, sent) => {
    const { record, rows } = await desk(sent);
    await record([0, 0, [...legs]], [24, -18, [...legs]]);
    const [row] = await rows("position");
    expect(row?.expected_funding).toMatchObject({ value: null, counted: 0, of: 1 });
    expect(row?.funding_difference.value).toBeNull();
    expect(row?.expected_unknown.map((it) => it.reason)).toEqual([reason]);
  });

  it("is unknown where a leg may be closed, and where no snapshot has the position open", async () => {
    const { look, rows } = await desk();
    const pair = (at: number) => {
      const mark = { mark_price_updated_at: new Date(at).toISOString() };
      return [long(1, mark), short(1, mark)];
    };
    const doubtful = (funding: number, at: number) =>
      told(1, { funding, unrealized: 1, at }, { legs: pair(at) });
    const closed = {
      status: "closed",
      opened_at: new Date(BEGIN + HOUR).toISOString(),
      closed_at: new Date(BEGIN + 20 * HOUR).toISOString(),
    };
    await look(BEGIN, [doubtful(0, BEGIN)]);
    const at = BEGIN + DAY;
    // Long +1,000 and short −1,000 come to 0, which 250 away is more than marks can explain.
    const moved = told(1, { funding: 5, unrealized: 250, at }, { legs: pair(at) });
    await look(at, [moved, told(2, { funding: 5, at }, { ...closed, legs: [long(0)] })]);
    const reasons = (await rows("position")).map((row) => row.expected_unknown[0]?.reason);
    expect(reasons.sort()).toEqual(["legs_unchecked", "size_unknown"]);
  });

  it("adds up legs that are alike, which pay the same whichever of them is which", async () => {
    const { record, rows } = await desk();
    await record([0, 0, [long(1), long(2)]], [24, -54, [long(2), long(1)]]);
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-54);
  });

  it("needs no market of a leg that holds nothing", async () => {
    const { record, rows, asked } = await desk();
    const legs = [long(1), short(0, { market_id: null }), short(0, { market_id: 9 })];
    await record([0, 0, legs], [24, -18, legs]);
    expect((await rows("position"))[0]?.expected_funding.value).toBe(-18);
    expect(asked().every((request) => request.includes("/history/1"))).toBe(true);
  });

  it("asks the service once a market, and for nothing that the archive has", async () => {
    const { record, rows, asked, sync, service } = await desk();
    const legs = [long(1), short(1)];
    await record([0, 0, legs], [24, 0, legs], [48, 0, legs]);
    expect((await rows("position"))[0]?.expected_funding.value).toBe(0);
    expect(asked()).toHaveLength(2);
    service.now = BEGIN + DAYS * DAY;
    expect((await sync("1", "--no-positions", "--start", "9d", "-q")).code).toBe(0);
    const before = asked().length;
    await rows("position");
    const later = asked().slice(before);
    expect(later.map((request) => /history\/(\d+)/.exec(request)?.[1])).toEqual(["2"]);
  });

  it("shows the rest, with a warning, where the service fails", async () => {
    const { record, run, service } = await desk();
    await record([0, 0, [long(1)]], [24, -18, [long(1)]]);
    service.fails.set(/history/, 503);
    const { code, stdout, stderr } = await run();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: funding of 1 of 1 market could not be fetched: 1 \(/m);
    expect(stdout).toMatch(/net PnL {2,}-18\.00/);
    expect(stdout).toMatch(/expected funding {2,}– \(0 of 1\)/);
    expect(stdout).toContain("no settled funding of the market: BTC.0000");
  });

  it("notes what is unknown where rows alone are printed", async () => {
    const { record, run } = await desk([]);
    await record([0, 0, [long(1)]], [24, -18, [long(1)]]);
    const { stdout, stderr } = await run("-o", "csv", "--columns", "group,expected_funding");
    expect(stdout).toBe("group,expected_funding\r\n2026-06-01,\r\n");
    expect(stderr).toContain("note: expected funding unknown, no settled funding of the market");
  });
});
