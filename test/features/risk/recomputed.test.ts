import { describe, expect, it } from "vitest";
import { expectNear } from "../../recomputed/near.js";
import { balance } from "../../recomputed/positions.js";
import { randomMarkets, randomPositions } from "../../recomputed/random-portfolio.js";
import { withDetail } from "../../recomputed/reasons.js";
import { servedBy, trueOf } from "../../recomputed/served.js";
import { carryWith } from "../../support/answers.js";
import { NOW } from "../../support/now.js";
import {
  afterPrice,
  basisStress,
  downStress,
  fundingStress,
  heldOf,
  legRisk,
  priceStress,
  type Sum,
  sum,
} from "./oracle.js";

const MARKETS = randomMarkets(36, NOW);
const MADE = randomPositions(200, 36, NOW);
const TRUE = trueOf(MADE);
const legsOf = (positions: typeof TRUE) =>
  positions.flatMap((position) =>
    heldOf(position).map((leg) => ({ position, ...legRisk(position, leg, NOW, MARKETS) })),
  );
const LEGS = legsOf(TRUE);

interface Figure {
  readonly value: number | null;
  readonly counted?: number;
  readonly of?: number;
}
interface LegRow {
  readonly position_id: string;
  readonly side: string;
  readonly quantity: number;
  readonly mark_price: number | null;
  readonly open_price: number | null;
  readonly notional: Figure;
  readonly margin: Figure;
  readonly bankruptcy_price: Figure;
  readonly distance: Figure;
  readonly distance_sd: Figure;
  readonly left: Figure;
  readonly thin: boolean | null;
  readonly unknown?: { readonly code: string };
}
interface RiskJson {
  readonly rows: readonly LegRow[];
  readonly unhedged: readonly {
    readonly position_id: string;
    readonly unhedged: Figure;
    readonly imbalance: Figure;
  }[];
  readonly stress: readonly {
    readonly stress: string;
    readonly bankrupt?: readonly {
      readonly position_id: string;
      readonly legs: readonly object[];
      readonly unhedged: Figure;
    }[];
    readonly unhedged_after?: Figure;
    readonly gain?: Figure;
    readonly unhedged_elsewhere?: Figure;
    readonly held_there?: Figure;
  }[];
  readonly totals: Record<string, Figure | number>;
}

let cached: RiskJson | undefined;
async function risk(): Promise<RiskJson> {
  const stress = "price=20%,basis=1%,funding=-1,down=bybit,basis=-50bp,price=+7.5%";
  const argv = ["positions", "risk", "--stress", stress, "-q", "-o", "json"];
  cached ??= JSON.parse((await carryWith(servedBy(MADE, MARKETS), argv)).stdout) as RiskJson;
  return cached;
}

type ExchangeRow = Record<string, Figure> & {
  readonly group: string;
  readonly held_legs: number;
};

async function byExchange(): Promise<readonly ExchangeRow[]> {
  const line = "positions summary --by exchange --status open -q -o json";
  const { stdout } = await carryWith(servedBy(MADE, MARKETS), line.split(" "));
  return (JSON.parse(stdout) as { rows: readonly ExchangeRow[] }).rows;
}

function expectSum(actual: Figure | undefined, expected: Sum, what: string): void {
  expect([what, actual?.counted, actual?.of]).toEqual([what, expected.counted, expected.of]);
  expectNear(actual?.value, expected.value, what, 1e9);
}

type Keyed = Pick<LegRow, "side" | "quantity" | "mark_price" | "open_price">;
const keyOf = (id: string, { side, quantity, mark_price, open_price }: Keyed) =>
  `${id} ${side} ${quantity} ${mark_price} ${open_price}`;

describe("the risk of 200 random positions, recomputed from the raw JSON", () => {
  it("is of margins that are thin, not thin, past, old, missing, and without leverage", () => {
    for (const code of [
      ...[
        "past",
        "mark_missing",
        "mark_old",
        "mark_undated",
        "price",
        "no_leverage",
        "quantity_negative",
      ],
    ]) {
      expect(LEGS.filter(({ unknown }) => unknown === code).length, code).toBeGreaterThan(1);
    }
    expect(LEGS.filter(({ distanceSd }) => distanceSd !== null).length).toBeGreaterThan(20);
    expect(LEGS.filter(({ thin }) => thin === true).length).toBeGreaterThan(5);
    expect(LEGS.filter(({ thin }) => thin === false).length).toBeGreaterThan(100);
  });

  it("has the distance of every leg, what is left of its margin, and why it is unknown", async () => {
    const { rows } = await risk();
    expect(rows).toHaveLength(LEGS.length);
    const expected = new Map<string, (typeof LEGS)[number][]>();
    for (const it of LEGS) {
      const key = keyOf(it.position.position_id, it.leg);
      expected.set(key, [...(expected.get(key) ?? []), it]);
    }
    for (const row of rows) {
      const key = keyOf(row.position_id, row);
      const wanted = expected.get(key)?.shift();
      expect([key, row.thin, row.unknown?.code ?? null]).toEqual([
        ...[key, wanted?.thin, wanted?.unknown],
      ]);
      expectNear(row.notional.value, wanted?.notional ?? null, `${key} notional`);
      expectNear(row.margin.value, wanted?.margin ?? null, `${key} margin`);
      expectNear(row.bankruptcy_price.value, wanted?.bankruptcyPrice ?? null, `${key} gone at`);
      expectNear(row.distance.value, wanted?.distance ?? null, `${key} distance`);
      expectNear(row.distance_sd.value, wanted?.distanceSd ?? null, `${key} distance_sd`);
      expectNear(row.left.value, wanted?.left ?? null, `${key} left`);
    }
  });

  it("lists low margins first, then by distance, unknown ones last", async () => {
    const { rows } = await risk();
    const rank = ({ thin, unknown }: LegRow) =>
      thin === true ? 0 : thin === false ? 1 : unknown?.code === "no_leverage" ? 3 : 2;
    for (const [n, row] of rows.entries()) {
      const before = rows[n - 1];
      if (before === undefined) continue;
      expect(rank(before), `${n}`).toBeLessThanOrEqual(rank(row));
      if (rank(before) < rank(row) || before.distance.value === null) continue;
      expect(before.distance.value, `${n}`).toBeLessThanOrEqual(
        row.distance.value ?? Number.POSITIVE_INFINITY, // not reachable
      );
    }
  });

  it("has what each position holds on one side only, the largest first", async () => {
    const { unhedged, totals } = await risk();
    const found = new Map(unhedged.map((it) => [it.position_id, it]));
    for (const [n, position] of TRUE.entries()) {
      const it = found.get(position.position_id);
      expectNear(it?.unhedged.value, balance(position).unhedged, `${n} unhedged`, 1e6);
      expectNear(it?.imbalance.value, balance(position).imbalance, `${n} imbalance`, 100);
    }
    const sizes = unhedged.map(({ unhedged: { value } }) =>
      value === null ? Infinity : Math.abs(value),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const all = sum(TRUE.map((it) => balance(it).unhedged).map((it) => it && Math.abs(it)));
    expectSum(totals.unhedged_notional as Figure, all, "unhedged");
  });

  it("has what is held on each exchange, which positions summary tells", async () => {
    const { totals } = await risk();
    const rows = await byExchange();
    const held = legsOf(MADE.map(({ listed, full }) => withDetail(listed, full)));
    expect(rows.map(({ group }) => group).sort()).toEqual(["binance", "bybit"]);
    const worth = ({ leg, position }: (typeof held)[number]) =>
      position.legs.some(({ quantity }) => quantity < 0)
        ? null
        : (leg.mark_price ?? leg.open_price) === null
          ? null
          : leg.quantity * (leg.mark_price ?? leg.open_price ?? 0);
    const about = (legs: typeof held) =>
      legs.reduce((total, it) => total + (worth(it) ?? Number.NaN), 0);
    for (const found of rows) {
      const legs = held.filter(({ leg }) => leg.exchange === found.group);
      const side = (name: string) => legs.filter(({ leg }) => leg.side === name);
      const isNet = (position: (typeof TRUE)[number]) =>
        heldOf(position).every(({ mark_price }) => mark_price !== null);
      const signed = legs.map(({ leg, position, notional }) =>
        notional === null || !isNet(position) ? null : leg.side === "long" ? notional : -notional,
      );
      expect(found.held_legs).toBe(legs.length);
      expectSum(found.long_notional, sum(side("long").map((it) => it.notional)), "long");
      expectSum(found.short_notional, sum(side("short").map((it) => it.notional)), "short");
      expectSum(found.net_notional, sum(signed), "net");
      const isPriced = (it: (typeof held)[number]) =>
        heldOf(it.position).every(({ mark_price: mark, open_price: open }) => mark ?? open);
      expectSum(
        found.gross_notional,
        sum(legs.map((it) => (isPriced(it) ? worth(it) : null))),
        "gross",
      );
      expectSum(found.margin, sum(legs.map((it) => it.margin)), "margin");
      const gains = legs.map(({ leg, position, notional }) => {
        const isKnown = isNet(position) && heldOf(position).every((it) => it.open_price !== null);
        if (!isKnown || notional === null || leg.open_price === null) return null;
        return (
          (leg.side === "long" ? 1 : -1) * leg.quantity * ((leg.mark_price ?? 0) - leg.open_price)
        );
      });
      expectSum(found.spread_pnl_unrealized, sum(gains), "price PnL");
      const share = (about(legs) / about(held)) * 100;
      expectNear(found.gross_share?.value, Number.isNaN(share) ? null : share, "share", 100);
    }
    expectSum(totals.margin as Figure, sum(LEGS.map(({ margin }) => margin)), "margin");
  });

  it("has what each stress brings, and of how many positions it is", async () => {
    const { stress } = await risk();
    expect(stress.map((it) => it.stress)).toEqual([
      ...["price=+20%", "price=-20%", "basis=+1%", "funding=-1", "down=bybit"],
      ...["basis=-0.5%", "price=+7.5%"],
    ]);
    const gains = stress.map(({ gain }) => gain);
    expectSum(gains[0], priceStress(TRUE, 20), "up");
    expectSum(gains[1], priceStress(TRUE, -20), "down");
    expectSum(gains[2], basisStress(TRUE, 1), "basis");
    expectSum(gains[3], fundingStress(TRUE, -1, MARKETS, NOW), "funding");
    const { elsewhere, held } = downStress(TRUE, "bybit");
    expectSum(stress[4]?.unhedged_elsewhere, elsewhere, "elsewhere");
    expectSum(stress[4]?.held_there, held, "held there");
    expectSum(gains[5], basisStress(TRUE, -0.5), "narrower");
    expectSum(gains[6], priceStress(TRUE, 7.5), "up 7.5");
    expect(elsewhere.counted).toBeGreaterThan(50);
  });

  it("has the legs that a move of the prices takes, and what is unhedged then", async () => {
    const { stress } = await risk();
    for (const [at, percent] of [20, -20, 0, 0, 0, 0, 7.5].entries()) {
      if (percent === 0) continue;
      const { each, all } = afterPrice(TRUE, percent);
      const found = stress[at]?.bankrupt ?? [];
      expect(found.map((it) => [it.position_id, it.legs.length])).toEqual(
        each.map(({ id, gone }) => [id, gone]),
      );
      for (const [n, { unhedged }] of found.entries()) {
        const { value } = unhedged;
        expectNear(
          value === null ? null : Math.abs(value),
          each[n]?.then ?? null,
          `${percent} ${n}`,
        );
      }
      expectSum(stress[at]?.unhedged_after, all, `${percent}, in all`);
      if (Math.abs(percent) === 20) expect(each.length).toBeGreaterThan(3);
    }
  });
});
