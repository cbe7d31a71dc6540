import { describe, expect, it } from "vitest";
import {
  type Moment,
  momentOf,
  standingOf,
} from "../../../src/analytics/position/snapshot-position.js";
import type { Position } from "../../../src/client/resources/position.js";
import { type LedgerDay, ledgerDays } from "../../../src/features/ledger/days.js";
import { totalsSoFar } from "../../../src/features/ledger/entry.js";
import { ledgerOf, untoldOf } from "../../../src/features/ledger/figures.js";

const at = (text: string) => Date.parse(`2026-05-${text}Z`);

interface Sent {
  readonly funding?: number;
  readonly fees?: number;
  readonly realized?: number;
  readonly asset?: string;
  readonly opened?: string;
  readonly closed?: string;
  /** Whether the service sends no performance. */
  readonly bare?: boolean;
}

const position = (id: string, sent: Sent): Position => {
  const { funding = 0, fees = 0, realized = 0, opened = "01T00:00" } = sent;
  const performance = {
    ...{ funding_pnl: funding, fees: { paid: fees, estimated_exit: 0 }, net_pnl: null },
    ...{ spread_pnl: { realized, unrealized: 0 }, duration_days: 1, apr: null },
    calculated_at: "2026-05-01T00:00:00Z",
  };
  return {
    ...{ position_id: id, asset: sent.asset ?? "BTC", legs: [] },
    status: sent.closed === undefined ? "open" : "closed",
    opened_at: new Date(at(opened)).toISOString(),
    closed_at: sent.closed === undefined ? null : new Date(at(sent.closed)).toISOString(),
    ...(sent.bare ? {} : { performance }),
  } as unknown as Position;
};

type Listed = Readonly<Record<string, Sent>>;

/** What is posted after positions were listed at some times. */
async function ledger(listings: Readonly<Record<string, Listed>>) {
  const moments = Object.entries(listings).map(([time, listed]) =>
    momentOf(
      at(time),
      Object.entries(listed).map(([id, sent]) => standingOf(position(id, sent))),
    ),
  );
  const days: LedgerDay[] = ledgerDays(moments.map((moment) => moment.at));
  const end = days.at(-1)?.to ?? moments[0]?.at ?? 0;
  async function* upTo(): AsyncGenerator<Moment> {
    for (const moment of moments) if (moment.at <= end) yield moment;
  }
  const found = await ledgerOf(days, upTo());
  return {
    ...found,
    rows: found.entries.map(({ id, amount, source }) => [id, amount.toFixed(2), source]),
    untold: found.untold.map(({ standing, component }) => [standing.positionId, component]),
  };
}

describe("a ledger", () => {
  it("posts what a position had, and then the difference of each day", async () => {
    const { rows, entries } = await ledger({
      "20T00:00": { a: { funding: 5, fees: 2, realized: -1 } },
      "21T00:00": { a: { funding: 7.5, fees: 2, realized: -1 } },
      "22T00:00": { a: { funding: 7, fees: 2, realized: 3 } },
    });
    expect(rows).toEqual([
      ["a/funding_pnl/opening", "5.00", "opening"],
      ["a/fees_paid/opening", "2.00", "opening"],
      ["a/spread_realized/opening", "-1.00", "opening"],
      ["a/funding_pnl/2026-05-20", "2.50", "snapshots"],
      ["a/funding_pnl/2026-05-21", "-0.50", "snapshots"],
      ["a/spread_realized/2026-05-21", "4.00", "snapshots"],
    ]);
    expect(entries.map((it) => it.asOf)).toEqual([
      ...[at("20T00:00"), at("20T00:00"), at("20T00:00")],
      ...[at("21T00:00"), at("22T00:00"), at("22T00:00")],
    ]);
    expect(entries[0]).toMatchObject({ day: "2026-05-20", name: "2026-05-20", asset: "BTC" });
  });

  it("counts a position from 0 that was opened since the snapshot before", async () => {
    const { rows } = await ledger({
      "20T00:00": {},
      "20T12:00": { a: { funding: 4, opened: "20T11:00" }, b: { funding: 3, opened: "19T00:00" } },
      "21T00:00": {
        a: { funding: 6, opened: "20T11:00" },
        b: { funding: 3.5, opened: "19T00:00" },
      },
    });
    expect(rows).toEqual([
      ["b/funding_pnl/opening", "3.00", "opening"],
      ["a/funding_pnl/2026-05-20", "6.00", "snapshots"],
      ["b/funding_pnl/2026-05-20", "0.50", "snapshots"],
    ]);
  });

  it("posts a total that was not sent on the day on which it is, and names it until then", async () => {
    const first = { "20T00:00": { a: { bare: true } }, "21T00:00": { a: { bare: true } } };
    const { rows, untold } = await ledger(first);
    expect([rows, untold]).toEqual([
      [],
      [
        ["a", "funding_pnl"],
        ["a", "fees_paid"],
        ["a", "spread_realized"],
      ],
    ]);
    const later = await ledger({ ...first, "22T00:00": { a: { funding: 9 } } });
    expect([later.rows, later.untold]).toEqual([
      [["a/funding_pnl/opening", "9.00", "opening"]],
      [],
    ]);
    expect(later.entries[0]).toMatchObject({ day: "2026-05-21", asOf: at("22T00:00") });
  });

  it("keeps a total that is not sent again, and goes on from it", async () => {
    const { rows, untold } = await ledger({
      "20T00:00": { a: { funding: 5 } },
      "21T00:00": { a: { bare: true } },
      "22T00:00": { a: { funding: 6 } },
    });
    expect(rows).toEqual([
      ["a/funding_pnl/opening", "5.00", "opening"],
      ["a/funding_pnl/2026-05-21", "1.00", "snapshots"],
    ]);
    expect(untold).toEqual([]);
  });

  it("posts nothing of a position that vanished, and goes on when it is back", async () => {
    const bare = { bare: true };
    const start = { "20T00:00": { a: { funding: 5 }, b: bare }, "21T00:00": {} };
    const gone = await ledger(start);
    expect([gone.rows.length, gone.untold, gone.standings.length]).toEqual([1, [], 2]);
    const back = await ledger({ ...start, "22T00:00": { a: { funding: 8 }, b: bare } });
    expect(back.rows[1]).toEqual(["a/funding_pnl/2026-05-21", "3.00", "snapshots"]);
    expect(back.untold).toHaveLength(3);
  });

  it("begins another position with the id of one before from 0, or with an opening of its own", async () => {
    const before = { a: { funding: 5, opened: "01T00:00" } };
    const from0 = await ledger({
      "20T00:00": before,
      "21T00:00": { a: { funding: 2, opened: "20T13:00" } },
    });
    expect(from0.rows).toEqual([
      ["a/funding_pnl/opening", "5.00", "opening"],
      ["a/funding_pnl/2026-05-20", "2.00", "snapshots"],
    ]);
    const opened = await ledger({
      "20T00:00": before,
      "21T00:00": {},
      "22T00:00": {},
      "23T00:00": { a: { funding: 2, opened: "20T13:00" } },
    });
    expect(opened.rows[1]).toEqual(["a/funding_pnl/opening-2026-05-20", "2.00", "opening"]);
  });

  it("names nothing untold of a position whose id is that of another one now", async () => {
    const { untold, standings } = await ledger({
      "20T00:00": { a: { bare: true } },
      "21T00:00": { a: { funding: 2, opened: "20T13:00" } },
    });
    expect([untold, standings.length]).toEqual([[], 2]);
  });

  it("adds up both positions of an id on one day", async () => {
    const { rows } = await ledger({
      "20T00:00": { a: { funding: 5 } },
      "20T12:00": { a: { funding: 6 } },
      "21T00:00": { a: { funding: 2, opened: "20T13:00" } },
    });
    expect(rows[1]).toEqual(["a/funding_pnl/2026-05-20", "3.00", "snapshots"]);
  });

  it("rounds totals, not differences, half to even", async () => {
    const { rows } = await ledger({
      "20T00:00": { a: { funding: 0.005 }, b: { funding: 0.015 } },
      "21T00:00": { a: { funding: 0.015 }, b: { funding: 0.024 } },
    });
    expect(rows).toEqual([
      ["b/funding_pnl/opening", "0.02", "opening"],
      ["a/funding_pnl/2026-05-20", "0.02", "snapshots"],
    ]);
  });

  it("has openings first within a day, then the order of assets, positions and components", async () => {
    const paid = { funding: 2, fees: 1 };
    const { rows } = await ledger({
      "20T00:00": { c: { asset: "ETH" }, b: {}, a: {} },
      "20T12:00": { c: { asset: "ETH" }, b: {}, a: {}, z: { ...paid, asset: "ZEC" } },
      "21T00:00": {
        ...{ c: { ...paid, asset: "ETH" }, b: paid, a: paid },
        z: { ...paid, asset: "ZEC" },
      },
    });
    expect(rows.map(([id]) => id?.slice(0, 6))).toEqual([
      ...["z/fund", "z/fees", "a/fund", "a/fees", "b/fund", "b/fees", "c/fund", "c/fees"],
    ]);
  });
});

describe("the totals so far", () => {
  it("are of now for an open position, and of its closing for a closed one", () => {
    const standings = [
      standingOf(position("b", { funding: 1.005, fees: 3 })),
      standingOf(position("a", { funding: 2, closed: "17T23:59" })),
      standingOf(position("c", { bare: true })),
    ];
    const found = totalsSoFar(standings, at("20T12:00"));
    expect(
      found.map(({ id, day, name, amount, asOf }) => [id, day, name, amount.toFixed(), asOf]),
    ).toEqual([
      ["a/funding_pnl/total", "2026-05-17", "2026-05-17", "2", at("17T23:59")],
      ["b/funding_pnl/total", "2026-05-20", "2026-05-20", "1", at("20T12:00")],
      ["b/fees_paid/total", "2026-05-20", "2026-05-20", "3", at("20T12:00")],
    ]);
    expect(standings.map((it) => untoldOf(it).length)).toEqual([0, 0, 3]);
  });
});
