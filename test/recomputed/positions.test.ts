import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carryWith } from "../support/answers.js";
import { leg, position } from "../support/records.js";
import { apr, balance, notionals, type RawPosition, totals } from "./positions.js";

/* Prices of one asset per unit, per thousand or per million. */
const price = (base: number) =>
  fc.record({
    base: fc.constant(base),
    off: fc.double({ min: 0.97, max: 1.03, noNaN: true }),
  });
const rawLeg = (base: number) =>
  fc.record({
    side: fc.constantFrom("long", "short"),
    quantity: fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 0.001, max: 5000, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.constantFrom(-1, -0.5) },
    ),
    multiple: fc.constantFrom(1, 1, 1, 1000, 1_000_000),
    mark: fc.option(price(base), { freq: 12 }),
    open: fc.option(price(base), { freq: 20 }),
  });
const amount = fc.double({ min: -5000, max: 5000, noNaN: true });
const fee = fc.double({ min: 0, max: 300, noNaN: true });
const raw = fc.double({ min: 0.0001, max: 90_000, noNaN: true }).chain((base) =>
  fc.record({
    status: fc.constantFrom("open", "open", "open", "closed"),
    legs: fc.array(rawLeg(base), { minLength: 1, maxLength: 4 }),
    performance: fc.option(
      fc.record({
        funding: amount,
        paid: fee,
        exit: fee,
        realized: amount,
        unrealized: amount,
        hasNet: fc.constantFrom(true, true, true, false),
        days: fc.double({ min: 0.01, max: 400, noNaN: true }),
        apr: fc.option(fc.oneof(amount, fc.double({ min: -0.1, max: 0.1, noNaN: true }))),
        /** Share of half the entry notional that is the capital of the APR. */
        ratio: fc.double({ min: 0.04, max: 2.6, noNaN: true }),
        isMade: fc.integer({ min: 0, max: 9 }).map((it) => it > 0),
      }),
      { freq: 10 },
    ),
  }),
);

type Raw = typeof raw extends fc.Arbitrary<infer T> ? T : never;

const priceOf = (it: { base: number; off: number } | null, multiple: number) =>
  it && it.base * multiple * it.off;

function sent(it: Raw, n: number): RawPosition & { position_id: string } {
  const legs = it.legs.map(({ side, quantity, multiple, mark, open }) =>
    leg({
      ...{ side, quantity: quantity / multiple },
      ...{ mark_price: priceOf(mark, multiple), open_price: priceOf(open, multiple) },
    }),
  );
  const entry = it.legs.reduce((sum, leg) => sum + leg.quantity * (priceOf(leg.open, 1) ?? 0), 0);
  const sent = it.performance;
  const spread = sent === null ? 0 : sent.realized + sent.unrealized;
  const net = sent === null ? 0 : sent.funding + spread - sent.paid - sent.exit;
  return position(n, {
    ...{ status: it.status, legs },
    closed_at: it.status === "closed" ? "2026-05-01T00:00:00Z" : null,
    ...(sent !== null && {
      performance: {
        funding_pnl: sent.funding,
        fees: { paid: sent.paid, estimated_exit: sent.exit },
        spread_pnl: { realized: sent.realized, unrealized: sent.unrealized },
        net_pnl: sent.hasNet ? net : null,
        duration_days: sent.days,
        apr:
          sent.isMade && entry > 0
            ? (net * 36500) / ((entry / 2) * sent.ratio * sent.days)
            : sent.apr,
        calculated_at: "2026-06-01T12:00:00Z",
      },
    }),
  }) as unknown as RawPosition & { position_id: string };
}

/* The same 200 positions in every run. */
const POSITIONS = fc.sample(raw, { numRuns: 200, seed: 15 }).map((it, n) => sent(it, n));

/** Expects equality to the precision of doubles, relative to the size of the summands. */
function expectNear(actual: number | null, expected: number | null, what: string, size = 0): void {
  if (actual === null || expected === null) {
    expect([what, actual]).toEqual([what, expected]);
    return;
  }
  const room = 1e-9 * Math.max(10, Math.abs(expected), size);
  expect(Math.abs(actual - expected), `${what}: ${actual} is not ${expected}`).toBeLessThan(room);
}

const numberOf = (cell: string | undefined) => (cell === "" || cell == null ? null : Number(cell));

describe("200 random positions, worked out again from the raw JSON", () => {
  it("have the imbalance, the unhedged amount and the notionals that they should have", async () => {
    const columns = "position_id,imbalance,unhedged,gross_notional,net_notional";
    const { stdout } = await carryWith({ positions: POSITIONS }, [
      ...["positions", "list", "--no-performance", "-o", "csv", "--columns", columns],
    ]);
    const rows = stdout.trimEnd().split("\r\n").slice(1);
    expect(rows).toHaveLength(200);
    for (const [n, row] of rows.entries()) {
      const it = POSITIONS[n];
      if (it === undefined) throw new Error("more rows than positions");
      const [id, imbalance, unhedged, gross, net] = row.split(",");
      expect(id).toBe(it.position_id);
      const { gross: size } = notionals(it);
      expectNear(numberOf(imbalance), balance(it).imbalance, `imbalance ${n}`, 100);
      expectNear(numberOf(unhedged), balance(it).unhedged, `unhedged ${n}`, size ?? 1e9);
      expectNear(numberOf(gross), notionals(it).gross, `gross ${n}`);
      expectNear(numberOf(net), notionals(it).net, `net ${n}`, size ?? 1);
    }
  });

  it.each(["status", "asset"])("add up to the totals, by %s", async (by) => {
    const { stdout } = await carryWith({ positions: POSITIONS }, [
      ...["positions", "summary", "--status", "all", "--by", by, "-o", "json"],
    ]);
    type Group = Record<string, { value: number | null; counted: number }>;
    const { rows } = JSON.parse(stdout) as { rows: Group[] };
    for (const group of rows) {
      const key = String(group.group);
      const some = POSITIONS.filter((it) => by === "asset" || it.status === key);
      for (const [name, { value, counted }] of Object.entries(totals(some))) {
        const actual = group[name];
        expect([key, name, actual?.counted]).toEqual([key, name, counted]);
        expectNear(actual?.value ?? null, value, `${key} ${name}`, name === "apr" ? 0 : 1e7);
      }
    }
  });

  it("have an APR in groups of any size", () => {
    const values = POSITIONS.map((_, n) => apr(POSITIONS.slice(n, n + 8)).value);
    expect(values.filter((it) => it !== null).length).toBeGreaterThan(20);
    expect(values.filter((it) => it === null).length).toBeGreaterThan(5);
  });

  it.each(Array.from({ length: 20 }, (_, n) => n * 10))(
    "have the APR since opening that eight of them should have, from %i on",
    async (from) => {
      const some = POSITIONS.slice(from, from + 8);
      const { stdout } = await carryWith({ positions: some }, [
        ...["positions", "summary", "--status", "all", "-o", "json"],
        ...["--query", "rows[0].apr"],
      ]);
      const actual = JSON.parse(stdout) as { value: number | null; counted: number };
      const expected = apr(some);
      expect(actual.counted).toBe(expected.counted);
      expectNear(actual.value, expected.value, "APR");
    },
  );
});
