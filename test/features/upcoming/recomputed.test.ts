import { describe, expect, it } from "vitest";
import { expectNear } from "../../recomputed/near.js";
import { randomMarkets, randomPositions } from "../../recomputed/random-portfolio.js";
import { servedBy, trueOf } from "../../recomputed/served.js";
import { carryWith } from "../../support/answers.js";
import { iso, NOW } from "../../support/now.js";
import { coming } from "./oracle.js";

/* The last event of every twelfth market has no rate. */
const MARKETS = new Map(
  [...randomMarkets(36, NOW)].map(([id, events]) => [
    id,
    id % 12 === 0 ? events.map((it, n) => (n === 0 ? { ...it, funding_rate: null } : it)) : events,
  ]),
);
const MADE = randomPositions(200, 36, NOW);
const EXPECTED = trueOf(MADE).flatMap((position) =>
  position.legs
    .filter(({ quantity }) => quantity !== 0)
    .map((leg) => ({ position, leg, ...coming(position, leg, MARKETS, NOW) })),
);

interface Figure {
  readonly value: number | null;
  readonly counted?: number;
  readonly of?: number;
}
interface LegRow {
  readonly position_id: string;
  readonly side: string;
  readonly market_id: number | null;
  readonly next: string | null;
  readonly interval_hours: number | null;
  readonly about: boolean | null;
  readonly due_since: string | null;
  readonly settlements_24h: number | null;
  readonly pays: Figure;
  readonly least: Figure;
  readonly most: Figure;
  readonly pays_24h: Figure;
  readonly unknown?: { readonly code: string };
}
interface TimeRow {
  readonly time: string;
  readonly settlements: number;
  readonly pays: Figure;
  readonly least: Figure;
}
interface Totals {
  readonly legs: number;
  readonly settlements_24h: number;
  readonly pays_24h: Figure;
  readonly due: number;
}

async function upcoming<Row>(by: string): Promise<{ rows: readonly Row[]; totals: Totals }> {
  const argv = ["positions", "upcoming", "--by", by, "-q", "-o", "json"];
  const { stdout } = await carryWith(servedBy(MADE, MARKETS), argv);
  return JSON.parse(stdout) as { rows: readonly Row[]; totals: Totals };
}

const isoOrNull = (at: number | null) => (at === null ? null : iso(at));
const known = (values: readonly (number | null)[]) => values.filter((it) => it !== null);
const sum = (values: readonly number[]) => values.reduce((total, it) => total + it, 0);

describe("the settlements to come of 200 random positions, recomputed from the raw JSON", () => {
  it("are of legs that settle on time, late or never", () => {
    expect(EXPECTED.filter(({ dueSince }) => dueSince !== null).length).toBeGreaterThan(20);
    expect(EXPECTED.filter(({ least, pays }) => least === null && pays !== null)).not.toEqual([]);
    for (const code of ["quantity_negative", "market_unknown", "rate_unknown"]) {
      expect(EXPECTED.filter(({ unknown }) => unknown === code).length, code).toBeGreaterThan(1);
    }
    expect(
      EXPECTED.filter(({ leg, pays }) => leg.mark_price === null && pays !== null),
    ).not.toEqual([]);
  });

  it("have their time, what they pay, and the least and the most of 3 days", async () => {
    const { rows } = await upcoming<LegRow>("leg");
    expect(rows).toHaveLength(EXPECTED.length);
    for (const [n, expected] of EXPECTED.entries()) {
      const row = rows[n];
      const { position, leg, spacing, times, pays } = expected;
      expect([n, row?.position_id, row?.side, row?.market_id]).toEqual([
        ...[n, position.position_id, leg.side, leg.market_id],
      ]);
      expect([n, row?.next, row?.due_since, row?.about]).toEqual([
        ...[n, isoOrNull(expected.next), isoOrNull(expected.dueSince), expected.about],
      ]);
      expect([n, row?.interval_hours, row?.settlements_24h]).toEqual([
        ...[n, spacing === null ? null : spacing / 3_600_000],
        expected.next === null ? null : times.length,
      ]);
      expect([n, row?.unknown?.code ?? null]).toEqual([n, expected.unknown]);
      expectNear(row?.pays.value, pays, `${n} pays`);
      expectNear(row?.least.value, expected.least, `${n} least`);
      expectNear(row?.most.value, expected.most, `${n} most`);
      expectNear(row?.pays_24h.value, pays === null ? null : pays * times.length, `${n} 24h`);
    }
  });

  it("add up to the total of the next 24 hours, by leg and by time", async () => {
    const [byLeg, byTime] = [await upcoming<LegRow>("leg"), await upcoming<TimeRow>("time")];
    const whole = sum(known(EXPECTED.map(({ pays, times }) => pays && pays * times.length)));
    const count = known(EXPECTED.map(({ pays }) => pays)).length;
    for (const { totals } of [byLeg, byTime]) {
      expectNear(totals.pays_24h.value, whole, "next 24 hours", 1e6);
      expect([totals.pays_24h.counted, totals.pays_24h.of]).toEqual([count, EXPECTED.length]);
      expect(totals.settlements_24h).toBe(sum(EXPECTED.map(({ times }) => times.length)));
      expect(totals.due).toBe(EXPECTED.filter(({ dueSince }) => dueSince !== null).length);
    }
    const times = [...new Set(EXPECTED.flatMap((it) => it.times))].sort((a, b) => a - b);
    expect(byTime.rows.map(({ time }) => time)).toEqual(times.map(iso));
    for (const [n, row] of byTime.rows.entries()) {
      const legs = EXPECTED.filter((it) => it.times.includes(times[n] ?? 0));
      const [pays, least] = [known(legs.map((it) => it.pays)), known(legs.map((it) => it.least))];
      expect([n, row.settlements, row.pays.counted]).toEqual([n, legs.length, pays.length]);
      expectNear(row.pays.value, pays.length === 0 ? null : sum(pays), `${n} pays`, 1e6);
      expectNear(row.least.value, least.length === 0 ? null : sum(least), `${n} least`, 1e6);
    }
  });
});
