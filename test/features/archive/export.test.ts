import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { append } from "../../../src/archive/append.js";
import { openArchive } from "../../../src/archive/archive.js";
import { leasesIn } from "../../../src/archive/sync/lease.js";
import { FUNDING_DAILY } from "../../../src/archive/tables.js";
import { storeAt } from "../../archive/temp-archive.js";
import { point, scripted } from "../../commands/archive-service.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const OTHER = "22222222-2222-4222-8222-222222222222";

/** An archive with two events of market 7 and one of 8, of which the newest was corrected an hour later. */
async function recorded() {
  const scene = await scripted({
    events: [point(NOW - 20 * DAY), point(NOW - DAY)],
    positions: [position(1, { performance: performance() })],
  });
  await scene.sync("7");
  scene.service.now += HOUR;
  scene.service.events = [point(NOW - DAY, { funding_rate: "-0.00011800" })];
  await scene.sync("7", "8");
  const { archive } = scene;
  /** Exports a table, and returns the rows, the last line of stderr and the exit code. */
  const exported = async (...argv: string[]) => {
    const { stdout, stderr, code } = await archive(["export", ...argv, "-o", "ndjson"]);
    const lines = (text: string) => text.split("\n").filter((line) => line !== "");
    const rows = lines(stdout).map((line) => JSON.parse(line));
    return { rows, page: lines(stderr).map((line) => JSON.parse(line).page)[0], code };
  };
  const rates = async (...argv: string[]) =>
    (await exported("funding", ...argv)).rows.map((row) => `${row.market_id} ${row.funding_rate}`);
  return { ...scene, exported, rates, ...(await openArchive(await storeAt(scene.directory))) };
}

describe("archive export of a part", () => {
  it("has the events of a range alone, from its start on and before its end", async () => {
    const { rates } = await recorded();
    expect(await rates("--start", "2026-05-12T12:00:00Z", "--end", "2026-05-31T12:00:00Z")).toEqual(
      ["7 0.00010000"],
    );
    expect(await rates("--start", "2026-05-13")).toEqual(["7 -0.00011800", "8 -0.00011800"]);
    expect(await rates("--end", "2026-05-12")).toEqual([]);
  });

  it("has the rows of one market alone, and of one portfolio", async () => {
    const { rates, exported } = await recorded();
    expect(await rates("--market", "8")).toEqual(["8 -0.00011800"]);
    expect((await exported("coverage", "--market", "8")).rows).toHaveLength(1);
    for (const table of ["positions", "legs", "snapshots"]) {
      const own = await exported(table, "--portfolio", PORTFOLIO);
      expect(own.rows).toEqual((await exported(table)).rows);
      expect(own.rows.length).toBeGreaterThan(0);
      expect((await exported(table, "--portfolio", OTHER)).rows).toEqual([]);
    }
  });

  it("has what was recorded by a time, before later corrections", async () => {
    const { rates, exported } = await recorded();
    const then = ["--as-of", "2026-06-01T12:30:00Z"];
    expect(await rates(...then)).toEqual(["7 0.00010000", "7 0.00010000"]);
    expect((await exported("snapshots", ...then)).rows).toHaveLength(1);
    expect((await exported("snapshots")).rows).toHaveLength(2);
  });

  it("has ranges of coverage by their end, days by their day, and snapshots by their time", async () => {
    const { exported, store, identity } = await recorded();
    const day = (at: number | null) => ({ market_id: 7, day: at, seen_at: NOW, raw: `${at}` });
    await append({ store, identity }, FUNDING_DAILY, [NOW - DAY, NOW, null].map(day));
    const from = ["--start", "2026-06-01T12:30:00Z"];
    expect((await exported("coverage", ...from)).rows).toHaveLength(2);
    expect((await exported("coverage", "--end", "2026-06-01T12:30:00Z")).rows).toHaveLength(1);
    expect((await exported("snapshots", ...from)).rows).toHaveLength(1);
    expect((await exported("funding_daily", "--start", "2026-06-01")).rows).toHaveLength(1);
  });

  it.each([
    ["markets", "--start", "7d"],
    ["markets", "--end", "today"],
    ["positions", "--market", "7"],
    ["funding", "--portfolio", PORTFOLIO],
    ["funding", "--as-of", "2027-01-01"],
    ["funding", "--seen-after", "soon"],
  ])("refuses %s with %s %s", async (...argv) => {
    const { exported } = await recorded();
    expect((await exported(...argv)).code).toBe(2);
  });
});

describe("archive export --seen-after", () => {
  it("has everything first, then what is new or corrected, then nothing", async () => {
    const { exported, sync, service } = await recorded();
    const first = await exported("funding", "--seen-after", "1970-01-01");
    expect(first.rows).toHaveLength(3);
    const then = first.page.next_seen_after;
    expect(await exported("funding", "--seen-after", then)).toMatchObject({
      ...{ rows: [], page: { next_seen_after: then } },
    });
    service.now += HOUR;
    service.events = [point(NOW - DAY, { funding_rate: "0.00013000" })];
    await sync("8");
    const next = await exported("funding", "--seen-after", then);
    expect(next.rows.map((row) => `${row.market_id} ${row.funding_rate}`)).toEqual([
      "8 0.00013000",
    ]);
    expect(Date.parse(next.page.next_seen_after)).toBeGreaterThan(Date.parse(then));
  });

  it("prints a time at which every table begins, and the time as a note beside csv", async () => {
    const { archive, exported } = await recorded();
    for (const table of ["coverage", "positions", "legs", "snapshots"]) {
      const { rows, page } = await exported(table, "--seen-after", "@0");
      expect(rows).toEqual((await exported(table)).rows);
      expect((await exported(table, "--seen-after", page.next_seen_after)).rows).toEqual([]);
    }
    const { stderr } = await archive(["export", "funding", "--seen-after", "@0", "-o", "csv"]);
    expect(stderr).toMatch(/^note: go on with --seen-after 2026-06-01T13:00:00\.\d{3}Z\n$/);
  });

  it("loses nothing to a sync that began before another one and commits after it", async () => {
    const { exported, sync, service, store } = await recorded();
    const { page } = await exported("funding", "--seen-after", "@0");
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const answered = { data: service.events };
    service.respond = ({ pathname }) =>
      pathname.endsWith("/20") ? held.then(() => answered) : answered;
    const slow = sync("10", "20", "--no-positions");
    await vi.waitFor(async () => expect(await leasesIn(store)).toHaveLength(1));
    service.now += HOUR;
    await sync("30", "--no-positions");
    const first = await exported("funding", "--seen-after", page.next_seen_after);
    expect(first).toMatchObject({ rows: [{ market_id: 30 }], page });
    goOn();
    await slow;
    const next = await exported("funding", "--seen-after", first.page.next_seen_after);
    expect(next.rows.map((it) => it.market_id)).toEqual([10, 20, 30]);
    expect(next.page.next_seen_after > page.next_seen_after).toBe(true);
    const last = await exported("funding", "--seen-after", next.page.next_seen_after);
    expect(last).toMatchObject({ rows: [], page: next.page });
  });

  it("goes on past the lease of a sync that was killed more than 10 minutes ago", async () => {
    const { exported, store, directory } = await recorded();
    const lease = `syncing/${NOW}-a`;
    await store.create(lease, new Uint8Array(1));
    const after = ["funding", "--seen-after", "1970-01-01"];
    expect((await exported(...after)).page).toEqual({ next_seen_after: "1970-01-01T00:00:00Z" });
    const longAgo = NOW / 1000;
    utimesSync(join(directory, lease), longAgo, longAgo);
    expect((await exported(...after)).page.next_seen_after).toMatch(/^2026-06-01T13/);
  });
});
