import Big from "big.js";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { fundingEvent } from "../../src/client/resources/funding.js";
import type { LegDetail, PositionDetail } from "../../src/client/resources/position.js";
import { DAY, sandbox, type TestSandbox } from "./harness.js";

const sum = (numbers: readonly (number | Big)[]): Big =>
  numbers.reduce<Big>((total, number) => total.plus(number), new Big(0));

const counted = (leg: LegDetail): number => leg.funding.override ?? leg.funding.calculated;

test("net PnL is exactly the sum of its printed parts, and null without every mark", async () => {
  const service = await sandbox({ positions: 500 });
  for (const { performance, legs, status } of await service.walk("include=performance")) {
    const { funding_pnl = 0, fees, spread_pnl, net_pnl = 0, apr = 0 } = performance ?? {};
    const missing = status === "open" && legs.some((leg) => leg.mark_price === null);
    if (missing) {
      expect([net_pnl, apr]).toEqual([null, null]);
      continue;
    }
    const parts = new Big(funding_pnl)
      .plus(spread_pnl?.realized ?? 0)
      .plus(spread_pnl?.unrealized ?? 0)
      .minus(fees?.paid ?? 0)
      .minus(fees?.estimated_exit ?? 0);
    expect(parts.eq(net_pnl ?? 0)).toBe(true);
  }
});

test("the legs of the detail add up to the performance of the list", async () => {
  const service = await sandbox({ positions: 72 });
  for (const { position_id, performance } of await service.walk("include=performance")) {
    const { legs } = await service.detail(position_id);
    const fees = legs.flatMap((leg) => [leg.open_fee_paid, leg.close_fee_paid ?? 0]);
    expect(sum(fees).eq(performance?.fees.paid ?? -1)).toBe(true);
    expect(sum(legs.map(counted)).eq(performance?.funding_pnl ?? 0)).toBe(true);
  }
});

test("unrealized spread PnL is what the marks say, to the cent", async () => {
  const service = await sandbox({ positions: 200 });
  const open = await service.walk("statuses=open&include=performance");
  for (const { legs, performance } of open) {
    if (legs.some((leg) => leg.mark_price === null)) {
      expect(performance?.spread_pnl.unrealized).toBe(0);
      continue;
    }
    const gains = legs.map(({ side, quantity, mark_price, open_price }) =>
      new Big(mark_price ?? 0)
        .minus(open_price ?? 0)
        .times(side === "long" ? quantity : -quantity)
        .round(2),
    );
    expect(sum(gains).toNumber()).toBe(performance?.spread_pnl.unrealized);
  }
});

test("the yearly return follows from net PnL, half the entry value and the days", async () => {
  const service = await sandbox({ positions: 100 });
  for (const { legs, performance, opened_at } of await service.walk(
    "statuses=open&include=performance",
  )) {
    const { net_pnl = null, apr = null, duration_days = 0 } = performance ?? {};
    const held = (Math.floor(service.clock.time / 10_000) * 10_000 - Date.parse(opened_at)) / DAY;
    expect(duration_days).toBeCloseTo(held, 4);
    if (net_pnl !== null && apr !== null) {
      const entry = sum(legs.map((leg) => leg.quantity * (leg.open_price ?? 0))).div(2);
      const expected = ((net_pnl / entry.toNumber()) * 365 * 100) / duration_days;
      expect(apr).toBeCloseTo(expected, 0);
    }
  }
});

test("a position opened a moment ago has no yearly return", async () => {
  const service = await sandbox({ positions: 100_000 });
  const [first] = (await service.list("limit=1&include=performance")).data;
  expect(first?.performance?.duration_days).toBeLessThan(0.04);
  expect(first?.performance?.apr).toBeNull();
});

async function settled(
  service: TestSandbox,
  position: PositionDetail,
  leg: LegDetail,
): Promise<Big> {
  const end = position.closed_at === null ? "" : `&end=${position.closed_at}`;
  const points = await service.data(
    `/v1/funding/history/${leg.market_id}?start=${position.opened_at}${end}`,
  );
  const direction = leg.side === "long" ? -1 : 1;
  const payments = z
    .array(fundingEvent)
    .parse(points)
    .map((point) => new Big(point.funding_rate ?? 0).times(point.mark_price ?? 0));
  return sum(payments).times(leg.quantity).times(direction).round(2);
}

test("funding PnL is what the funding history says for the time held", async () => {
  const service = await sandbox({ positions: 600 });
  const recent = (await service.walk("statuses=open")).filter(
    ({ opened_at }) => service.clock.time - Date.parse(opened_at) < 29 * DAY,
  );
  expect(recent.length).toBeGreaterThan(20);
  for (const { position_id } of recent) {
    const position = await service.detail(position_id);
    for (const leg of position.legs.filter((each) => each.market_id !== null)) {
      const expected = await settled(service, position, leg);
      expect(expected.eq(leg.funding.calculated)).toBe(true);
    }
  }
});

test("funding grows as events settle", async () => {
  const service = await sandbox();
  const before = (await service.list("include=performance&statuses=open")).data;
  service.clock.time += DAY;
  const after = (await service.list("include=performance&statuses=open")).data;
  const pnl = (list: typeof before, id: string | undefined): number | undefined =>
    list.find(({ position_id }) => position_id === id)?.performance?.funding_pnl;
  const changed = after.filter(
    ({ position_id }) => pnl(before, position_id) !== pnl(after, position_id),
  );
  expect(changed.length).toBeGreaterThan(8);
});

test("most positions are in balance and a few are not", async () => {
  const service = await sandbox({ positions: 240 });
  const open = await service.walk("statuses=open");
  const tilted = open.filter(({ legs }) => {
    const tilt = sum(legs.map((leg) => (leg.side === "long" ? leg.quantity : -leg.quantity)));
    return !tilt.eq(0);
  });
  expect(tilted.length).toBeGreaterThan(0);
  expect(tilted.length / open.length).toBeLessThan(0.2);
});

test("closed legs hold nothing and have no mark", async () => {
  const service = await sandbox({ positions: 100 });
  const closed = await service.walk("statuses=closed&include=performance");
  expect(closed.length).toBeGreaterThan(20);
  for (const { legs, performance } of closed) {
    expect(performance?.spread_pnl.unrealized).toBe(0);
    expect(performance?.fees.estimated_exit).toBe(0);
    for (const leg of legs) {
      expect([leg.quantity, leg.mark_price, leg.mark_price_updated_at]).toEqual([0, null, null]);
    }
  }
});
