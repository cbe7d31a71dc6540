import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { coverageOf } from "../../src/archive/read/coverage.js";
import { currentEvents } from "../../src/archive/read/current-events.js";
import { monthsOf } from "../../src/archive/read/load-month.js";
import { scanRows } from "../../src/archive/read/scan.js";
import type { ArchiveStore } from "../../src/archive/store.js";
import { FUNDING } from "../../src/archive/tables.js";
import { decimal, sumOf } from "../../src/base/decimal.js";
import { NOW } from "../support/now.js";
import { finish, runCarry, startCarry } from "../support/process.js";
import { randomOf } from "../support/random.js";
import { sandboxForFile } from "../support/sandbox.js";
import { cephForFile, hasCeph } from "./ceph.js";
import { clickHouse, hasClickHouse } from "./clickhouse.js";

const SYNC = ["archive", "sync", "--no-positions"];
const KILLS = 25;

/* Half an hour from any settlement, so that none is at the very edge of the 30 days. */
const SERVICE_NOW = NOW + 1_800_000;

describe.runIf(hasCeph)("archive sync to Ceph", () => {
  const ceph = cephForFile();
  const { sandbox, env: serviceEnv } = sandboxForFile({ now: () => SERVICE_NOW });
  const env = () => ({ ...serviceEnv(), ...ceph.env() });

  /** What the service has, as `market time rate` by market. */
  async function served(markets: readonly number[]): Promise<Map<number, string[]>> {
    const events = new Map<number, string[]>();
    for (const id of markets) {
      const answer = await fetch(`${sandbox().url}/v1/funding/history/${id}?resolution=event`);
      const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
      events.set(
        id,
        data.map((it) => keyOf(id, Date.parse(String(it.funding_time)), it.funding_rate)).reverse(),
      );
    }
    return events;
  }

  it("loses nothing when it is killed at 25 random moments, and the next run completes it", async () => {
    const markets = [1, 2, 3, 4, 5, 6];
    const events = await served(markets);
    const argv = [...SYNC, ...markets.map(String), "-v", "--archive"];
    const { stderr } = await runCarry([...argv, await ceph.newArchive()], env());
    const lines = stderr.split("\n").length; // one for each request: moments to be killed at
    const random = randomOf(18);
    let killed = 0;
    for (let round = 0; round < KILLS; round++) {
      const where = await ceph.newArchive();
      const child = startCarry([...argv, where], env());
      const { stdout, wasKilled } = await killAfter(
        child,
        1 + random.below(lines),
        random.below(4),
      );
      if (wasKilled) killed++;
      const store = ceph.open(where);
      await expectNothingWrong(store, events);
      if (stdout !== "") expect(await currentOf(store)).toEqual([...events.values()].flat());
      const again = await runCarry([...argv, where], env());
      expect(again.code).toBe(0);
      expect(await currentOf(store)).toEqual([...events.values()].flat());
      await store.close();
    }
    expect(killed).toBeGreaterThan(KILLS / 2);
  }, 600_000);

  // The last test of the cluster: it goes on with two OSDs.
  it("loses nothing when an OSD is killed midway, and ClickHouse reads the same", async () => {
    const where = await ceph.newArchive();
    const markets = Array.from({ length: 30 }, (_, index) => index + 1);
    const events = await served(markets);
    for (const [round, first] of [1, 7, 13, 19, 25].entries()) {
      const ids = [0, 1, 2, 3, 4, 5].map((index) => String(first + index));
      const child = startCarry([...SYNC, ...ids, "-v", "--archive", where], env());
      if (round === 2) child.stderr?.once("data", () => ceph.cluster().killOsd(1));
      const { code, stdout } = await finish(child);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Recorded 6 markets: \d+ new/)]);
    }
    await ceph.cluster().untilUp(2);
    const store = ceph.open(where);
    await expectNothingWrong(store, events);
    const expected = [...events.values()].flat();
    expect(await currentOf(store)).toEqual(expected);
    await store.close();
    if (!hasClickHouse) return;
    const rates = expected.map((it) => decimal(it.split(" ")[2] ?? ""));
    expect(await fundingInClickHouse(where)).toEqual({
      events: String(expected.length),
      total: sumOf(rates)?.toFixed(),
    });
  });

  /** The number of events and the exact sum of their rates, in the views that carry prints. */
  async function fundingInClickHouse(where: string) {
    const ddl = await runCarry(["archive", "ddl", "clickhouse", "--archive", where], env());
    const statements = ddl.stdout.split(/;\n+/).filter((statement) => statement.trim() !== "");
    const question =
      "SELECT toString(count()) AS events, toString(sum(funding_rate)) AS total FROM funding";
    const [row] = await clickHouse([...statements, question], ceph.env());
    return row;
  }
});

function keyOf(market: number, time: number, rate: unknown): string {
  return `${market} ${new Date(time).toISOString()} ${rate}`;
}

/** Kills a process after so many lines on stderr and a moment more; it may have ended before. */
async function killAfter(child: ChildProcess, lines: number, moment: number) {
  let stdout = "";
  let seen = 0;
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    seen += String(chunk).split("\n").length - 1;
    if (seen >= lines) setTimeout(() => child.kill("SIGKILL"), moment);
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  return { stdout, wasKilled: signal === "SIGKILL" };
}

/** Every row is one that the service sent, and what is said to be covered is there. */
async function expectNothingWrong(
  store: ArchiveStore,
  events: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  const all = new Set([...events.values()].flat());
  const found = new Set<string>();
  for await (const row of scanRows(store, FUNDING)) {
    found.add(keyOf(row.market_id, row.funding_time, row.funding_rate));
  }
  expect([...found].filter((key) => !all.has(key))).toEqual([]);
  for (const market of (await coverageOf(store, SERVICE_NOW)).keys()) {
    expect((events.get(market) ?? []).filter((key) => !found.has(key))).toEqual([]);
  }
}

/** The events of the current view, by market and time. */
async function currentOf(store: ArchiveStore): Promise<string[]> {
  const byMarket = new Map<number, string[]>();
  for await (const { marketId, row } of currentEvents(store, {
    months: await monthsOf(store, FUNDING),
  })) {
    const own = byMarket.get(marketId) ?? [];
    byMarket.set(marketId, [...own, keyOf(marketId, row.funding_time, row.funding_rate)]);
  }
  return [...byMarket.entries()].sort(([a], [b]) => a - b).flatMap(([, keys]) => keys);
}
