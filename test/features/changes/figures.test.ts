import { describe, expect, it } from "vitest";
import {
  momentOf,
  type SnapshotPosition,
  standingOf,
} from "../../../src/analytics/position/snapshot-position.js";
import type { Leg, Position } from "../../../src/client/resources/position.js";
import { eventsBetween } from "../../../src/features/changes/events.js";
import { changesBetween } from "../../../src/features/changes/figures.js";
import {
  BEGIN,
  DAY,
  type Figures,
  HOUR,
  standing,
} from "../../analytics/portfolio/past-portfolio.js";
import { performance, position } from "../../support/records.js";

const OLD = BEGIN - 10 * DAY;
const FIRST: Figures = ["10", "0", "-5", "2", "1", "2"];
/** Figures with another funding, and so another net PnL. */
const earned = (more: number): Figures =>
  ["10", "0", "-5", "2", "1", "2"]
    .with(0, `${10 + more}`)
    .with(5, `${2 + more}`) as unknown as Figures;

const CLOSED = { status: "closed" as const, closedAt: BEGIN + 5 };
const one = (more: Partial<SnapshotPosition> = {}, figures: Figures | null = FIRST) =>
  standing("1", OLD, figures, more);

describe("what happened to a position", () => {
  const codes = (
    before: SnapshotPosition | undefined,
    after: SnapshotPosition | undefined,
    isNew = false,
  ) => eventsBetween(before, after, isNew).map(({ code }) => code);

  it("is nothing where it is as it was", () => {
    expect(codes(one(), one({}, earned(5)))).toEqual([]);
    expect(codes(one(CLOSED), one(CLOSED))).toEqual([]);
  });

  it("is that it was opened, closed or both, that it came again, or is gone", () => {
    expect(eventsBetween(undefined, one(), true)).toEqual([{ code: "opened", at: OLD }]);
    expect(codes(undefined, one(CLOSED), true)).toEqual(["opened", "closed"]);
    expect(codes(one(), one(), true)).toEqual(["opened"]);
    expect(codes(undefined, one())).toEqual(["first_seen"]);
    expect(codes(undefined, one(CLOSED))).toEqual(["first_seen", "closed"]);
    expect(eventsBetween(one(), one(CLOSED), false)).toEqual([{ code: "closed", at: BEGIN + 5 }]);
    expect(codes(one(CLOSED), one())).toEqual(["reopened", "resized", "resized"]);
    expect(codes(one(), undefined)).toEqual(["vanished"]);
  });

  it("is that its net PnL was lost or found, also of a closed one", () => {
    expect([codes(one(), one({}, null)), codes(one({}, null), one())]).toEqual([
      ...[["net_pnl_lost"], ["net_pnl_found"]],
    ]);
    expect(codes(one({}, null), one({}, null))).toEqual([]);
    expect(codes(one(CLOSED, null), one(CLOSED))).toEqual(["net_pnl_found"]);
  });

  /* The long leg of 2 on binance, with changes, beside the short one of 2 on bybit. */
  const legs = (...more: object[]) => {
    const [first, second] = one().legs as [Leg, Leg];
    return one({ legs: [...more.map((it) => ({ ...first, ...it })), second] });
  };

  it("is that a leg was resized, came or went", () => {
    const sizes = (before: SnapshotPosition, after: SnapshotPosition) =>
      eventsBetween(before, after, false).map((it) =>
        it.code === "resized"
          ? [it.leg.side, it.leg.exchange, it.before.toNumber(), it.after.toNumber()]
          : it.code,
      );
    expect(sizes(legs({}), legs({ quantity: 3 }))).toEqual([["long", "binance", 2, 3]]);
    expect(sizes(legs({}), legs({ exchange: "okx" }))).toEqual([
      ["long", "okx", 0, 2],
      ["long", "binance", 2, 0],
    ]);
    expect(sizes(legs({}), legs({}, { symbol: "Y" }))).toEqual([["long", "binance", 0, 2]]);
    expect(sizes(legs({}), legs({ market_id: 9 }))).toEqual([]);
    expect(sizes(legs({}, { quantity: 5 }), legs({}, { quantity: 6 }))).toEqual([
      ["long", "binance", 5, 6],
    ]);
    expect(sizes(legs({}, { quantity: 0, symbol: "Y" }), legs({}))).toEqual([]);
  });

  it("is that the mark of a held leg was lost or found", () => {
    const lost = { mark_price: null };
    expect([codes(legs({}), legs(lost)), codes(legs(lost), legs({}))]).toEqual([
      ...[["mark_lost"], ["mark_found"]],
    ]);
    expect(codes(legs(lost), legs(lost))).toEqual([]);
    expect(codes(legs({ quantity: 0 }), legs({ ...lost, quantity: 0 }))).toEqual([]);
    expect(codes(legs({}), legs({ ...lost, quantity: 0 }))).toEqual(["resized"]);
  });
});

describe("the changes of a portfolio", () => {
  const early = (...all: SnapshotPosition[]) => momentOf(BEGIN, all);
  const late = (...all: SnapshotPosition[]) => momentOf(BEGIN + HOUR, all);
  const of = (id: string, figures: Figures | null = FIRST, more: Partial<SnapshotPosition> = {}) =>
    standing(id, OLD, figures, more);

  it("are of the positions that changed: those with an event first, then by the net PnL", () => {
    const ids = ["1", "2", "3", "4", "5", "6"];
    const found = changesBetween(
      early(...ids.map((id) => of(id))),
      late(
        of("1", earned(1)),
        of("2", earned(-7)),
        of("3"),
        of("4", earned(3), CLOSED),
        of("5", earned(5)),
        standing("7", BEGIN + 1, earned(0)),
      ),
    );
    expect(
      found.positions.map(({ standing: it, events, parts }) => [
        ...[it.positionId, events[0]?.code, parts?.net_pnl.toNumber() ?? null],
      ]),
    ).toEqual([
      ["6", "vanished", null],
      ["7", "opened", 2],
      ["4", "closed", 3],
      ["2", undefined, -7],
      ["5", undefined, 5],
      ["1", undefined, 1],
    ]);
    expect(found).toMatchObject({
      ...{ from: BEGIN, to: BEGIN + HOUR, openBefore: 6, openAfter: 5, closedEarlier: 0 },
    });
    expect(found.totals.net_pnl.value?.toNumber()).toBe(2 + 3 - 7 + 5 + 1);
    expect(found.totals.net_pnl).toMatchObject({ counted: 6, of: 6 });
    expect(found.asides.map(({ code }) => code)).toEqual(["vanished"]);
  });

  it("leave out what was closed before the first moment, and count it", () => {
    const gone = { status: "closed" as const, closedAt: BEGIN };
    const found = changesBetween(early(), late(of("1", FIRST, gone)));
    expect(found).toMatchObject({ positions: [], asides: [], closedEarlier: 1 });
    const later = changesBetween(
      early(),
      late(
        of("1", FIRST, { ...gone, closedAt: BEGIN + 1 }),
        of("2"),
        of("3", FIRST, { ...gone, closedAt: null }),
      ),
    );
    expect(later.closedEarlier).toBe(0);
    expect(later.positions.map(({ events }) => events.map(({ code }) => code))).toEqual([
      ...[["first_seen", "closed"], ["first_seen"], ["first_seen", "closed"]],
    ]);
  });

  it("count the open positions at both moments, and tell of a closed one that vanished", () => {
    const gone = { status: "closed" as const, closedAt: BEGIN - 1 };
    const found = changesBetween(early(of("1", FIRST, gone), of("2")), late(of("2")));
    expect(found).toMatchObject({ openBefore: 1, openAfter: 1, closedEarlier: 0 });
    expect(found.positions.map(({ events }) => events)).toEqual([[{ code: "vanished" }]]);
  });

  it("name an open position without a net PnL, and no closed one", () => {
    const found = changesBetween(
      early(of("1", null), of("2", null, CLOSED)),
      late(of("1", null), of("2", null, CLOSED)),
    );
    expect(found.positions.map(({ standing: it }) => it.positionId)).toEqual(["1"]);
  });
});

describe("a position as it was listed", () => {
  const listed = (more: object = {}) =>
    standingOf(position(1, { performance: performance(), ...more }) as unknown as Position);

  it("has its parts, all or none, and each of them as sent", () => {
    const { parts } = listed();
    expect(Object.values(parts ?? {}).map(Number)).toEqual([100.5, 0, -3.5, 10.25, 5.25, 81.5]);
    const lacking = listed({ performance: performance({ net_pnl: null }) });
    expect(lacking.parts).toBeNull();
    expect(lacking.partOf("funding_pnl")?.toNumber()).toBe(100.5);
    expect(lacking.partOf("net_pnl")).toBeNull();
    const none = listed({ performance: undefined });
    expect([none.parts, none.partOf("fees_paid"), none.calculatedAt]).toEqual([null, null, null]);
  });

  it("has its times", () => {
    const closed = listed({ status: "closed", closed_at: "2026-01-01T00:00:00Z" });
    expect(closed).toMatchObject({
      openedAt: Date.parse("2025-12-01T00:00:00Z"),
      closedAt: Date.parse("2026-01-01T00:00:00Z"),
      calculatedAt: Date.parse("2026-06-01T11:59:30Z"),
    });
    expect(listed().closedAt).toBeNull();
  });
});
