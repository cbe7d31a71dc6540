import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RawEvent } from "../analytics/funding/run-oracle.js";
import { DAY } from "../analytics/market/random-market.js";
import { tempDirectory } from "../archive/temp-archive.js";
import { backtest } from "../features/backtest/oracle.js";
import { randomPair } from "../recomputed/random-pair.js";
import { carry } from "../support/carry.js";
import { listedService } from "../support/listed-service.js";
import { NOW } from "../support/now.js";
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

interface Figure {
  readonly value: number;
  readonly counted: number;
  readonly of: number;
}

describe("a year of generated markets in an archive", () => {
  it("is replayed pair by pair as an independent backtest does", { timeout: 600_000 }, async () => {
    const pairs = Array.from({ length: 16 }, (_, n) =>
      randomPair(500 + n, NOW, {
        ...{ history: YEAR, days: [40, 200, 340, 360] },
        ids: [2 * n + 1, 2 * n + 2],
      }),
    );
    const markets = pairs.flatMap(({ events }, n) =>
      events.map((own, side) => ({ id: 2 * n + side + 1, asset: `A${n}`, events: own })),
    );
    const { run } = await archiveOf(markets);
    let compared = 0;
    for (const [n, { events, terms, argv }] of pairs.entries()) {
      const known = (some: readonly RawEvent[]) =>
        some.filter((it) => Date.parse(it.funding_time) >= terms.start - 3 * DAY);
      const expected = backtest([known(events[0]), known(events[1])], terms);
      const { code, stdout, stderr } = await run(argv);
      expect([n, code]).toEqual([n, expected === "refused" ? 2 : 0]);
      if (expected === "refused") continue;
      compared++;
      expect(stderr).toContain("read from the archive");
      const { totals } = JSON.parse(stdout);
      const times = [totals.entry.time, totals.exit.time].map(Date.parse);
      expect([n, ...times]).toEqual([n, expected.entry, expected.exit]);
      const { counted, of } = totals.funding as Figure;
      expect([n, counted, of]).toEqual([n, expected.counted, expected.of]);
      for (const name of ["funding", "basis", "fees", "slippage", "net", "drawdown"] as const) {
        const { value } = totals[name] as Figure;
        const room = 1e-6 + 1e-9 * Math.abs(expected[name]);
        expect(Math.abs(value - expected[name]), `${n} ${name}`).toBeLessThan(room);
      }
      expect([n, totals.hold.counted]).toEqual([n, expected.windows.counted]);
    }
    expect(compared).toBeGreaterThan(9);
  });
});
