import { describe, expect, it } from "vitest";
import type { NeededMarkets } from "../../../src/analytics/funding/expected-funding.js";
import { settledTotals } from "../../../src/analytics/funding/prefix-sums.js";
import { historyOf, isGap } from "../../../src/analytics/portfolio/history.js";
import {
  type Moment,
  momentOf,
  type SnapshotPosition,
} from "../../../src/analytics/position/snapshot-position.js";
import type { PnlDivision } from "../../../src/features/pnl/groupings.js";
import {
  BEGIN,
  DAY,
  type Figures,
  HOUR,
  standing,
} from "../../analytics/portfolio/past-portfolio.js";
import { pnlOf } from "./pnl-of.js";

const OLD = BEGIN - 10 * DAY;

/** Figures of this net PnL, all of it funding; null if it is unknown. */
const net = (usd: number | null): Figures | null =>
  usd === null ? null : [`${usd}`, "0", "0", "0", "0", `${usd}`];
const of = (id: string, usd: number | null, more: Partial<SnapshotPosition> = {}) =>
  standing(id, OLD, net(usd), more);

async function* each(moments: readonly Moment[]) {
  yield* moments;
}

/** Listings, each with the days since the beginning. */
type Listed = readonly [days: number, ...positions: SnapshotPosition[]];
const momentsOf = (listed: readonly Listed[]) =>
  listed.map(([days, ...positions]) => momentOf(BEGIN + days * DAY, positions));

async function pnl(by: PnlDivision, ...listed: Listed[]) {
  const moments = momentsOf(listed);
  let needed: NeededMarkets = new Map();
  const found = pnlOf(by, moments, (markets) => {
    needed = markets;
    return () => undefined;
  });
  return { ...found, needed };
}
const netOf = (row: { figures: { net_pnl: { value: unknown } } }) =>
  row.figures.net_pnl.value === null ? null : Number(row.figures.net_pnl.value);
const rowsOf = ({ rows }: Awaited<ReturnType<typeof pnl>>) =>
  rows.map((row) => [row.group, netOf(row)]);

describe("a PnL by time", () => {
  const twoDays = (by: PnlDivision) =>
    pnl(
      by,
      [0, of("1", 10), of("2", 5)],
      [0.5, of("1", 12), of("2", 5)],
      [1, of("1", 30), of("2", 5)],
      [2, of("1", 25), of("2", 7)],
    );

  it("has a row for each day, which add up to the whole", async () => {
    const found = await twoDays("day");
    expect(rowsOf(found)).toEqual([
      ["2026-05-01", 20],
      ["2026-05-02", -3],
    ]);
    expect(Number(found.totals.net_pnl.value)).toBe(17);
    expect(found).toMatchObject({ by: "day", from: BEGIN, to: BEGIN + 2 * DAY, asides: [] });
    expect(found.rows[1]).toMatchObject({
      ...{ from: BEGIN + DAY, to: BEGIN + 2 * DAY, period: { units: 1, isPart: false } },
    });
    // 20 ÷ 2,000, then -3 ÷ 2,000
    expect(found.timeWeighted?.toNumber()).toBeCloseTo(100 * (1.01 * 0.9985 - 1), 10);
    expect(rowsOf(await twoDays("month"))).toEqual([["2026-05", 17]]);
  });

  it("is in all on no notional of a time after a closing that was listed later", async () => {
    const closed = of("1", 12, { status: "closed", closedAt: BEGIN + 0.5 * DAY });
    const moments = [
      [0, of("1", 10), of("2", 5)],
      [1, of("2", 5)],
      [2, closed, of("2", 7)],
    ] as const;
    const [byDay, byAsset] = [await pnl("day", ...moments), await pnl("asset", ...moments)];
    // 1,000 all the time, and 1,000 for a quarter of it
    expect(byDay.totals.notional?.toNumber()).toBe(1250);
    expect(byDay.totals.return_on_notional).toEqual(byAsset.totals.return_on_notional);
  });

  it("tells in its row what is unknown in it, and in the whole only what stays so", async () => {
    const found = await pnl(
      "day",
      [0, of("1", 10), of("2", null)],
      [1, of("1", null), of("2", null)],
      [2, of("1", 14), of("2", null)],
    );
    expect(rowsOf(found)).toEqual([
      ["2026-05-01", null],
      ["2026-05-02", 4],
    ]);
    const codes = (asides: typeof found.asides) =>
      asides.map(({ code, track }) => `${code} ${track.last.positionId}`);
    expect(found.rows.map(({ asides }) => codes(asides))).toEqual([
      ["net_unknown 1", "net_unknown 2"],
      ["net_known_again 1", "net_unknown 2"],
    ]);
    expect(codes(found.asides)).toEqual(["net_unknown 2", "net_known_again 1"]);
    expect(found.totals.net_pnl).toMatchObject({ counted: 1, of: 2 });
  });
});

describe("a PnL by asset, pair or position", () => {
  const listing = (by: PnlDivision) => {
    const pair = of("4", 0).legs.map((leg) => ({ ...leg, exchange: "okx" }));
    const last = of("4", 8, { legs: pair, asset: "A1" });
    return pnl(
      by,
      [0, of("1", 10), of("2", 5), of("3", 5), of("4", 0, { legs: pair, asset: "A1" })],
      [1, of("1", 12), of("2", -15), of("3", 25), last],
    );
  };

  it("has the largest change first, whatever its sign, then by name", async () => {
    expect(rowsOf(await listing("asset"))).toEqual([
      ["A2", -20],
      ["A3", 20],
      ["A1", 10],
    ]);
    expect(rowsOf(await listing("pair"))).toEqual([
      ["okx/okx", 8],
      ["binance/bybit", 2],
    ]);
    const found = await listing("position");
    expect(rowsOf(found).map(([id]) => id)).toEqual(["2", "3", "4", "1"]);
    expect(found.rows.map(({ asset }) => asset)).toEqual(["A2", "A3", "A1", "A1"]);
    expect(found.timeWeighted).toBeUndefined();
    expect((await listing("asset")).rows[0]).not.toHaveProperty("asset");
  });

  it("has the unknown last, with the positions that it leaves out, whatever their order", async () => {
    for (const order of ["12345", "54321", "31425", "24153", "41532"]) {
      const at = (more: number) =>
        [...order].map((id) => of(id, "35".includes(id) ? null : id === "4" ? -more : more));
      const found = await pnl("asset", [0, ...at(0)], [1, ...at(2)]);
      expect(rowsOf(found).slice(0, 3)).toEqual([
        ["A1", 2],
        ["A2", 2],
        ["A4", -2],
      ]);
      for (const row of found.rows.slice(3)) {
        expect(netOf(row)).toBeNull();
        expect(row.asides.map(({ code }) => code)).toEqual(["net_unknown"]);
      }
    }
  });

  it("tells since when a net PnL is unknown that was known meanwhile", async () => {
    const found = await pnl(
      "day",
      [0, of("1", 1)],
      [1, of("1", null)],
      [2, of("1", 2)],
      [3, of("1", null)],
    );
    const unknown = found.asides.find(({ code }) => code === "net_unknown");
    expect(unknown?.since).toBe(BEGIN + 2 * DAY);
  });

  it("has two positions that had the same id after each other", async () => {
    const second = standing("1", BEGIN + DAY + HOUR, net(7));
    const found = await pnl("position", [0, of("1", 10)], [1, of("1", 12)], [2, second]);
    expect(rowsOf(found)).toEqual([
      ["1", 7],
      ["1", 2],
    ]);
  });

  it("counts a position over all moments once, in relation to what it held on average", async () => {
    const smaller = of("1", 0).legs.map((leg) => ({ ...leg, quantity: 1 }));
    const found = await pnl(
      "asset",
      [0, of("1", 10)],
      [1, of("1", 14, { legs: smaller })],
      [2, of("1", 16, { legs: smaller })],
    );
    // 6 ÷ (2 × 500 for a day, 500 for another)
    expect(found.totals.return_on_notional).toMatchObject({ counted: 1, of: 1 });
    expect(Number(found.totals.return_on_notional.value)).toBe(0.8);
    expect(Number(found.totals.notional)).toBe(750);
  });

  it("counts the PnL of a position that held nothing, or of which no price is known", async () => {
    const empty = { legs: of("1", 0).legs.map((leg) => ({ ...leg, quantity: 0 })) };
    const unpriced = {
      legs: of("1", 0).legs.map((leg) => ({ ...leg, open_price: null, mark_price: null })),
    };
    const found = await pnl(
      "asset",
      [0, of("1", 0, empty), of("2", 0, unpriced), of("3", 0)],
      [1, of("1", 5, empty), of("2", 5, unpriced), of("3", 5)],
    );
    expect(found.totals.return_on_notional).toMatchObject({ counted: 2, of: 3 });
    expect(Number(found.totals.return_on_notional.value)).toBe(1.5);
    expect(found.asides).toMatchObject([
      { code: "notional_unknown", track: { last: { positionId: "2" } } },
    ]);
    expect(found.totals.net_pnl).toMatchObject({ counted: 3, of: 3 });
  });

  it("is 0 without a position, and unknown where every one is", async () => {
    expect(netOf({ figures: (await pnl("asset", [0], [1])).totals })).toBe(0);
    const unknown = await pnl("asset", [0, of("1", null)], [1, of("1", null)]);
    expect(netOf({ figures: unknown.totals })).toBeNull();
  });
});

describe("the funding beside a PnL", () => {
  it("is asked for the markets and the time of what was held, and is that of their events", async () => {
    const grown = of("1", 14).legs.map((leg) => ({ ...leg, quantity: 4 }));
    const moments = momentsOf([
      [0, of("1", 10)],
      [1, of("1", 14, { legs: grown })],
      [2, of("1", 20, { legs: grown })],
    ]);
    const events = Array.from({ length: 9 }, (_, index) => ({
      ...{ time: BEGIN + index * 8 * HOUR + HOUR, rate: "0.001", mark: "100", interval: 8 },
    }));
    let needed: NeededMarkets = new Map();
    const found = pnlOf("day", moments, (markets) => {
      needed = markets;
      return () => settledTotals(events, { from: BEGIN, to: BEGIN + 2 * DAY });
    });
    expect([...needed]).toEqual([[1, { from: BEGIN, to: BEGIN + 2 * DAY }]]);
    // The size changed between the first two snapshots; then long and short cancel each other.
    expect(found.rows.map(({ funding }) => funding.unknown.map(({ why }) => why))).toEqual([
      ["size_unknown"],
      [],
    ]);
    expect(Number(found.rows[1]?.funding.expected.value)).toBe(0);
    expect(Number(found.rows[1]?.funding.difference.value)).toBe(6);
  });

  it("is that of the quantities while a position was open, not those of a closed one", async () => {
    const closed = { status: "closed" as const, closedAt: BEGIN + DAY };
    const gone = { ...closed, legs: of("1", 0).legs.map((leg) => ({ ...leg, quantity: 0 })) };
    const listed: Listed[] = [
      [0, of("1", 10)],
      [1, of("1", 14, gone)],
    ];
    const { needed } = await pnl("day", ...listed);
    expect([...needed]).toEqual([[1, { from: BEGIN, to: BEGIN + DAY }]]);
    const moments = momentsOf(listed);
    const events = Array.from({ length: 9 }, (_, index) => ({
      ...{ time: BEGIN + index * 8 * HOUR, rate: "0.001", mark: "100", interval: 8 },
    }));
    const { funding } = pnlOf("day", moments, () => () => {
      return settledTotals(events, { from: BEGIN, to: BEGIN + DAY });
    });
    expect([funding.unknown, funding.expected.counted]).toEqual([[], 1]);
  });
});

describe("a history", () => {
  const history = (...listed: Listed[]) => historyOf(each(momentsOf(listed)));
  const values = ({ points }: Awaited<ReturnType<typeof history>>) =>
    points.map(({ parts }) => parts?.net_pnl.toNumber() ?? null);

  it("is the sum of the changes since the first moment", async () => {
    const found = await history([0, of("1", 10)], [1, of("1", 14), of("2", 3)], [2, of("2", 4)]);
    expect(values(found)).toEqual([0, 4, 5]);
    expect(found.points.map(({ open, counted, of }) => [open, counted, of])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [1, 2, 2],
    ]);
    expect(found.asides.map(({ code }) => code)).toEqual(["first_seen", "vanished"]);
  });

  it("is unknown until a net PnL is known, and 0 where nothing is listed", async () => {
    const found = await history([0, of("1", null)], [1, of("1", null)], [2, of("1", 5)]);
    expect(values(found)).toEqual([null, null, 0]);
    expect(found.points.map(({ counted, of }) => [counted, of])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(found.asides.map(({ code }) => code)).toEqual(["first_known"]);
    expect(values(await history([0], [1, of("1", null)]))).toEqual([0, null]);
    expect((await history([0, of("1", null)], [1, of("1", null)])).fall.amount).toBeNull();
  });

  it("tells since when a net PnL is unknown that was known meanwhile", async () => {
    const nets = [1, null, 2, null];
    const found = await history(...nets.map((usd, at): Listed => [at, of("1", usd)]));
    const unknown = found.asides.find(({ code }) => code === "net_unknown");
    expect(unknown?.since).toBe(BEGIN + 2 * DAY);
  });

  it("counts the positions in its sum, of those and the ones that are in none", async () => {
    const closed = { status: "closed" as const, closedAt: BEGIN };
    const found = await history(
      [0, of("1", 1), of("2", null), of("3", null, closed)],
      [1, of("1", 1, closed), of("2", null)],
    );
    expect(found.points.map(({ open, counted, of }) => [open, counted, of])).toEqual([
      [2, 1, 2],
      [1, 1, 2],
    ]);
    expect(found.asides.map(({ code, track }) => [code, track.last.positionId])).toContainEqual([
      ...["net_unknown", "2"],
    ]);
  });

  it("has the deepest fall from the highest point so far, which is at least 0", async () => {
    const fall = async (...nets: (number | null)[]) => {
      const found = await history(...nets.map((usd, at): Listed => [at, of("1", usd)]));
      const { amount, from, to } = found.fall;
      return [amount?.toNumber(), ...[from, to].map((it) => it && (it - BEGIN) / DAY)];
    };
    expect(await fall(0, 5, 2, 9, 4, 6, 3)).toEqual([6, 3, 6]);
    expect(await fall(0, -3, -1, -4)).toEqual([4, 0, 3]);
    expect(await fall(0, 5, 1, 5, 1)).toEqual([4, 1, 2]);
    expect(await fall(0, 1, 2)).toEqual([0, undefined, undefined]);
    expect(await fall(10, null, 4)).toEqual([6, 0, 2]);
  });

  it("has recorded one usual spacing of a gap, and all of the other time", async () => {
    const hours = async (...at: number[]) => {
      const found = await history(...at.map((hour): Listed => [hour / 24]));
      return [found.coveredHours, found.wantedHours, found.spacing / HOUR];
    };
    expect(await hours(0, 2, 4, 6, 12)).toEqual([8, 12, 2]);
    expect(await hours(0, 2, 4, 7)).toEqual([7, 7, 2]);
    expect(await hours(0, 2, 4, 7.01)).toEqual([6, 7.01, 2]);
    expect(await hours(0, 1, 7, 9)).toEqual([5, 9, 2]);
    expect(await hours(0, 0.5, 1, 1.5)).toEqual([1.5, 1.5, 1]);
    expect(await hours(0, 1, 4)).toEqual([4, 4, 3]);
    expect([isGap(0, 3 * HOUR, 2 * HOUR), isGap(0, 3 * HOUR + 1, 2 * HOUR)]).toEqual([false, true]);
  });
});
