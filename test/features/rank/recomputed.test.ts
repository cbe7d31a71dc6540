import { describe, expect, it } from "vitest";
import { DAY, randomFaults, randomMarket } from "../../analytics/market/random-market.js";
import { expectNear } from "../../recomputed/near.js";
import { listedService } from "../../support/listed-service.js";
import { NOW } from "../../support/now.js";
import { randomOf } from "../../support/random.js";
import { byWorst, marketsOf, pairsOf, type RankRow, type RawMarket } from "./oracle.js";

const ASSETS = ["BTC", "ETH", "SOL", "DOGE", "XRP", undefined];
const MARKETS: RawMarket[] = Array.from({ length: 42 }, (_, at) => {
  const random = randomOf(9100 + at);
  const faults = { ...randomFaults(random), ...(at % 3 === 0 && { holes: 0, conflicts: 0 }) };
  const from = NOW - random.pick([33, 33, 33, 20]) * DAY;
  const asset = ASSETS[at % ASSETS.length];
  return {
    id: at + 1,
    ...(asset !== undefined && { asset }),
    events: randomMarket(random, { from, until: NOW, faults }),
  };
});

interface Figure {
  readonly value: number | null;
  readonly as_of: string;
  readonly covered_hours: number;
  readonly wanted_hours: number;
  readonly counted: number;
  readonly of: number;
  readonly unknown?: string;
  readonly se?: number;
  readonly n_eff?: number;
  readonly bound?: string;
}
interface Side {
  readonly market_id: number;
}
interface Row {
  readonly long?: Side;
  readonly short?: Side;
  readonly market_id?: number;
  readonly annualised_1d: Figure;
  readonly annualised_3d: Figure;
  readonly annualised_7d: Figure;
  readonly annualised_30d: Figure;
  readonly worst_week: Figure;
  readonly shrunk: Figure;
  readonly covered: boolean;
  readonly holes: number;
  readonly period_hours: number;
}
interface RankJson {
  readonly rows: readonly Row[];
  readonly totals: Readonly<Record<"rows" | "judged" | "left_out", number>>;
}

const ranked = async (...argv: readonly string[]): Promise<RankJson> => {
  const { run } = await listedService({ markets: MARKETS });
  const { stdout, code } = await run(["funding", "rank", "-q", "-o", "json", ...argv]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as RankJson;
};

const percent = (value: bigint | null | undefined) => (value == null ? null : Number(value) / 1e8);

const eight = (value: number | null) => (value === null ? null : Math.round(value * 1e8) / 1e8);

function expectSame(rows: readonly Row[], expected: readonly RankRow[]): void {
  const ids = ({ long, short, market_id: id }: Row) => [long?.market_id ?? id, short?.market_id];
  expect(rows.map(ids)).toEqual(expected.map(({ long, short }) => [long, short]));
  for (const [at, row] of rows.entries()) {
    const want = expected[at];
    const month = row.annualised_30d;
    const all = [row.annualised_1d, row.annualised_3d, row.annualised_7d, month];
    expect([ids(row), all.map(({ value }) => eight(value))]).toEqual([
      ids(row),
      want?.annualised.map(percent),
    ]);
    for (const [n, { value, se, n_eff: nEff }] of all.entries()) {
      const sure = value === null ? null : (want?.se[n] ?? null);
      expectNear(se ?? null, sure, `se ${n} of ${ids(row)}`, 1000);
      expectNear(nEff ?? null, sure === null ? null : (want?.nEff ?? null), `n_eff of ${ids(row)}`);
    }
    expectNear(row.shrunk.value, want?.shrunk ?? null, `shrunk of ${ids(row)}`, 1000);
    const isBound = want?.worst != null && want.weeks.known < want.weeks.of;
    expect([ids(row), row.worst_week.bound]).toEqual([ids(row), isBound ? "at_most" : undefined]);
    const whys = all.map((it) => [it.unknown, it.counted, it.of]);
    expect([ids(row), ...whys]).toEqual([ids(row), ...(want?.whys ?? [])]);
    expect([
      ids(row),
      eight(row.worst_week.value),
      row.worst_week.counted,
      row.worst_week.of,
    ]).toEqual([ids(row), percent(want?.worst), want?.weeks.known, want?.weeks.of]);
    expect([month.covered_hours, month.wanted_hours, row.holes, row.period_hours]).toEqual([
      want?.coveredHours,
      want?.wantedHours,
      want?.holes,
      (want?.period ?? 0) / 3_600_000,
    ]);
    expect(Date.parse(month.as_of)).toBe(want?.end);
    expect(row.covered).toBe((want?.coveredHours ?? 0) * 20 >= (want?.wantedHours ?? 0) * 19);
  }
}

const PAIRS = pairsOf(MARKETS, NOW);

describe("the ranking of 42 random markets, recomputed from the raw JSON", () => {
  it("is of pairs of which several have each oddity", () => {
    const count = (check: (row: RankRow) => boolean) => PAIRS.filter(check).length;
    expect(PAIRS.length).toBe(5 * 21);
    expect(
      count(({ coveredHours, wantedHours }) => coveredHours * 20 < wantedHours * 19),
    ).toBeGreaterThan(20);
    expect(count(({ coveredHours, wantedHours }) => coveredHours === wantedHours)).toBeGreaterThan(
      5,
    );
    expect(count(({ weeks }) => weeks.known > 0 && weeks.known < weeks.of)).toBeGreaterThan(5);
    expect(count(({ annualised: [day] }) => day === null)).toBeGreaterThan(3);
    const reasons = PAIRS.flatMap(({ whys }) => whys.map(([why]) => why));
    expect(reasons.filter((why) => why === "events_conflicting").length).toBeGreaterThan(3);
    expect(reasons.filter((why) => why === "events_missing").length).toBeGreaterThan(3);
    expect(count(({ long, short }) => long > (short ?? 0))).toBeGreaterThan(20);
    expect(new Set(PAIRS.map(({ period }) => period)).size).toBeGreaterThan(2);
    expect(new Set(PAIRS.map(({ end }) => end)).size).toBeGreaterThan(2);
  });

  it("has the same pairs in the same order, each figure to 8 decimals", async () => {
    const { rows, totals } = await ranked();
    expectSame(rows, PAIRS);
    expect(totals).toMatchObject({ rows: PAIRS.length, judged: PAIRS.length, left_out: 0 });
  });

  it("has them by the worst week too", async () => {
    expectSame((await ranked("--order", "worst")).rows, byWorst(PAIRS));
  });

  it("has the same markets, those without an asset included", async () => {
    const { rows } = await ranked("--by", "market");
    const expected = marketsOf(MARKETS, NOW);
    expect(rows).toHaveLength(MARKETS.length);
    expectSame(rows, expected);
  });

  it("leaves out the same rows for --min-days and --max-gaps, and shows the first of --top", async () => {
    const kept = PAIRS.filter(({ coveredHours, holes }) => coveredHours >= 28 * 24 && holes <= 5);
    expect(kept.length).toBeGreaterThan(10);
    const all = await ranked("--min-days", "28", "--max-gaps", "5");
    expectSame(all.rows, kept);
    expect(all.totals).toMatchObject({
      judged: PAIRS.length,
      left_out: PAIRS.length - kept.length,
    });
    const top = await ranked("--min-days", "28", "--max-gaps", "5", "--top", "3");
    expectSame(top.rows, kept.slice(0, 3));
    const btc = await ranked("btc", "DOGE");
    const ofBoth = MARKETS.filter(({ asset }) => asset === "BTC" || asset === "DOGE");
    expectSame(btc.rows, pairsOf(ofBoth, NOW));
  });
});
