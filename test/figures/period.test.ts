import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import {
  periodExit,
  periodFees,
  periodFunding,
  periodNet,
  periodPrice,
  periodReturn,
  whyOf,
} from "../../src/figures/catalog/period.js";
import { gapsBetween } from "../../src/figures/period/gaps.js";
import {
  type Moment,
  NO_PARTS,
  type Parts,
  type SnapshotPosition,
} from "../../src/figures/period/looks.js";
import { type Division, periodsOf } from "../../src/figures/period/periods.js";
import { long, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";

const DAY = 24 * 3_600_000;

/** Parts in cents: funding, price, fees paid. */
function parts(funding: number, price: number, fees: number): Parts {
  const usd = (cents: number) => new Big(cents).div(100);
  const net = usd(funding + price - fees);
  return {
    ...NO_PARTS,
    ...{
      funding_pnl: usd(funding),
      spread_unrealized: usd(price),
      fees_paid: usd(fees),
      net_pnl: net,
    },
  };
}

function standing(id: string, figures: Parts | null, more: Partial<SnapshotPosition> = {}) {
  return {
    ...{ positionId: id, asset: id.slice(0, 3), status: "open", closedAt: null, calculatedAt: NOW },
    openedAt: NOW - 90 * DAY,
    legs: [long({ quantity: 100 }), short({ quantity: 100 })],
    parts: figures,
    partOf: (name: keyof Parts) => figures?.[name] ?? null,
    ...more,
  } as SnapshotPosition;
}

async function* looksOf(
  ...looks: readonly (readonly SnapshotPosition[])[]
): AsyncGenerator<Moment> {
  for (const [at, standings] of looks.entries()) {
    const ids = new Set(standings.map(({ positionId }) => positionId));
    yield { at: NOW + (at - looks.length) * DAY, ids, standings };
  }
}

const between = (by: Division, ...looks: readonly (readonly SnapshotPosition[])[]) =>
  periodsOf(gapsBetween(looksOf(...looks)), by);
const cents = (value: Big | null | undefined) =>
  value == null ? null : value.times(100).toNumber();

describe("what lies between two looks", () => {
  it("is a row, whatever the hour: ten looks make nine rows that add up to the whole", async () => {
    const looks = Array.from({ length: 10 }, (_, n) => [
      standing("BTC1", parts(10 * n, -n * n, n)),
    ]);
    const { rows, totals } = await between("look", ...looks);
    expect(rows.map((it) => cents(periodNet(it).value))).toEqual([8, 6, 4, 2, 0, -2, -4, -6, -8]);
    expect(cents(periodNet(totals).value)).toBe(0);
    expect(rows.map(({ from, to }) => to - from)).toEqual(Array(9).fill(DAY));
  });

  it("counts a position from 0 that was opened between, and keeps the figures of one that vanished", async () => {
    const opened = { openedAt: NOW - 2 * DAY + 3_600_000 };
    const { rows, totals } = await between(
      "look",
      [standing("BTC1", parts(100, 0, 0)), standing("ETH1", parts(70, 0, 0))],
      [standing("BTC1", parts(110, 0, 0)), standing("SOL1", parts(5, 0, 2), opened)],
    );
    expect(cents(rows[0]?.parts.net_pnl)).toBe(13);
    expect(totals.each.map(({ position, told }) => [position.positionId, told[0]?.what])).toEqual([
      ["BTC1", undefined],
      ["SOL1", "opened"],
      ["ETH1", "vanished"],
    ]);
    expect([totals.counted, totals.of]).toEqual([3, 3]);
  });

  it("loses nothing of a position that was closed between looks at open ones alone", async () => {
    const closed = (id: string, end: number, closedAt: number) =>
      standing(id, parts(end, 0, 0), { status: "closed", closedAt });
    const { totals } = await between(
      "look",
      [standing("BTC.1", parts(100, 0, 0)), standing("ETH.1", parts(0, 0, 0))],
      [standing("ETH.1", parts(10, 0, 0))],
      [
        standing("ETH.1", parts(20, 0, 0)),
        closed("BTC.1", 150, NOW - 2.5 * DAY),
        closed("SOL.1", 900, NOW - 50 * DAY),
      ],
    );
    expect([cents(totals.parts.net_pnl), totals.counted, totals.of]).toEqual([70, 2, 2]);
  });

  it("has a position that was opened before and is seen first in no sum: that is a level", async () => {
    const { totals } = await between(
      "look",
      [standing("BTC1", parts(1, 0, 0))],
      [standing("BTC1", parts(2, 0, 0)), standing("ETH1", parts(900, 0, 0))],
    );
    expect([cents(totals.parts.net_pnl), totals.counted, totals.of]).toEqual([1, 1, 2]);
  });

  it("counts a position with unknown figures from the last known ones once they are back", async () => {
    const { rows, totals } = await between(
      "look",
      [standing("BTC1", parts(100, 0, 0))],
      [standing("BTC1", null)],
      [standing("BTC1", parts(160, 0, 0))],
    );
    expect(rows.map((it) => cents(periodNet(it).value))).toEqual([null, 60]);
    expect(cents(periodNet(totals).value)).toBe(60);
    expect(totals.each[0]?.told.map(({ what }) => what)).toEqual(["unknown", "known_again"]);
  });

  it("is a return on what was held on average", async () => {
    const { totals } = await between(
      "look",
      [standing("BTC1", parts(0, 0, 0))],
      [standing("BTC1", parts(500, 0, 0))],
    );
    const held = Number(totals.notional);
    expect(held).toBeGreaterThan(0);
    expect(Number(periodReturn(totals).value)).toBeCloseTo((5 / held) * 100, 12);
  });

  it("says what made most of it", async () => {
    const opened = { openedAt: NOW - DAY - 3_600_000 };
    const nameOf = (id: string) => id;
    const price = await between(
      "look",
      [standing("BTC1", parts(0, 0, 0))],
      [standing("BTC1", parts(5, -50, 1))],
    );
    const fresh = await between(
      "look",
      [standing("BTC1", parts(0, 0, 0))],
      [standing("BTC1", parts(1, 0, 0)), standing("SOL1", parts(9, 0, 2), opened)],
    );
    expect([price, fresh].map(({ totals }) => whyOf(totals, nameOf))).toEqual([
      "BTC1 price",
      "opened SOL1",
    ]);
  });
});

describe("over random looks", () => {
  it("every division adds up to the whole, and each net to its parts, exactly", async () => {
    const random = randomOf(55);
    const ids = ["BTC1", "BTC2", "ETH1", "SOL1", "SOL2"];
    const looks = Array.from({ length: 13 }, () =>
      ids.map((id) =>
        standing(
          id,
          random.chance(9)
            ? null
            : parts(random.below(1000), random.below(900) - 450, random.below(50)),
        ),
      ),
    );
    const nets = new Set<string>();
    for (const by of ["look", "day", "month", "asset", "pair", "position"] as const) {
      const { rows, totals } = await between(by, ...looks);
      const sum = rows.reduce((all, it) => all.plus(it.parts.net_pnl), new Big(0));
      expect([by, sum.toFixed()]).toEqual([by, totals.parts.net_pnl.toFixed()]);
      nets.add(totals.parts.net_pnl.toFixed());
      for (const it of [...rows, totals]) {
        const [net, funding, price, fees, exit] = [
          periodNet,
          periodFunding,
          periodPrice,
          periodFees,
          periodExit,
        ].map((of) => of(it).value);
        if (net == null) continue;
        const made = funding
          ?.plus(price ?? 0)
          .minus(fees ?? 0)
          .minus(exit ?? 0);
        expect(net.toFixed()).toBe(made?.toFixed());
      }
    }
    expect(nets.size).toBe(1);
  });
});
