import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY, randomFaults, randomMarket } from "../analytics/market/random-market.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { pairsOf, type RankRow } from "../features/rank/oracle.js";
import { carry } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";
import { NOW } from "../support/now.js";
import { randomOf } from "../support/random.js";
import { type WrittenMarket, writeArchive } from "../support/written-archive.js";

const YEAR = 365;
const FIRST = NOW - YEAR * DAY;

/** Writes markets with what was settled of them into an archive, and returns how to read it. */
async function archiveOf(markets: readonly Pick<WrittenMarket, "id" | "asset" | "events">[]) {
  const service = await listedService({ markets: [] });
  const directory = join(tempDirectory(), "archive");
  const written = markets.map((market) => ({ ...market, from: FIRST, until: NOW }));
  await writeArchive(directory, service.url, written, NOW);
  const run = async (argv: readonly string[]) => {
    const line = [...argv, "--base-url", service.url];
    const env = { CARRY_ARCHIVE: directory };
    const outcome = await carry(line, { env, clock: { now: () => NOW } });
    expect(service.requests.filter((it) => it.includes("/history/"))).toEqual([]);
    return outcome;
  };
  return { run };
}

describe("a year of generated markets in an archive", () => {
  it("is ranked, 200 markets of it, as an independent ranking does", {
    timeout: 600_000,
  }, async () => {
    const markets = Array.from({ length: 200 }, (_, at) => {
      const random = randomOf(77_000 + at);
      const faults = { ...randomFaults(random), ...(at % 2 === 0 && { holes: 0, conflicts: 0 }) };
      const from = at % 20 === 0 ? FIRST : NOW - 60 * DAY;
      const events = randomMarket(random, { from, until: NOW, faults });
      return { id: at + 1, asset: `A${at % 40}`, events };
    });
    const { run } = await archiveOf(markets);
    const { code, stdout } = await run(["funding", "rank", "-o", "json"]);
    expect(code).toBe(0);
    const recent = markets.map((market) => ({
      ...market,
      events: market.events.filter(({ funding_time }) => {
        const time = Date.parse(funding_time);
        return time >= NOW - 33 * DAY && time <= NOW; // 3 days before the 30, for the spacing
      }),
    }));
    const percent = (value: bigint | null) => (value === null ? null : Number(value) / 1e8);
    const eight = (value: number | null) => (value === null ? null : Math.round(value * 1e8) / 1e8);
    const expected = pairsOf(recent, NOW).map((row: RankRow) => [
      ...[row.long, row.short, ...row.annualised.map(percent)],
      ...[percent(row.worst), row.coveredHours, row.holes],
    ]);
    expect(expected).toHaveLength(400);
    const { rows } = JSON.parse(stdout) as { readonly rows: readonly RankedJson[] };
    const found = rows.map(({ long, short, worst_week, holes, ...row }) => [
      ...[long.market_id, short.market_id, eight(row.annualised_1d.value)],
      ...[eight(row.annualised_3d.value), eight(row.annualised_7d.value)],
      ...[eight(row.annualised_30d.value), eight(worst_week.value)],
      ...[row.annualised_30d.covered_hours, holes],
    ]);
    expect(found).toEqual(expected);
  });
});

interface Rate {
  readonly value: number | null;
  readonly covered_hours: number;
}
interface RankedJson {
  readonly long: { readonly market_id: number };
  readonly short: { readonly market_id: number };
  readonly annualised_1d: Rate;
  readonly annualised_3d: Rate;
  readonly annualised_7d: Rate;
  readonly annualised_30d: Rate;
  readonly worst_week: { readonly value: number | null };
  readonly holes: number;
}
