import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../src/archive/archive.js";
import { newDataName } from "../../../src/archive/names.js";
import { snapshotTimes } from "../../../src/archive/read/recorded-snapshots.js";
import { NOBODY } from "../../../src/archive/sync/author.js";
import { hasRecent, recordSnapshot } from "../../../src/archive/sync/snapshot.js";
import { createStamp } from "../../../src/archive/sync/stamp.js";
import { COVERAGE, FUNDING, SNAPSHOTS } from "../../../src/archive/tables.js";
import { ACCESS_KEY, BUCKET, SECRET_KEY, s3Server } from "../../archive/s3-server.js";
import {
  storeAt,
  tempArchive,
  tempDirectory,
  writeOldSnapshot,
} from "../../archive/temp-archive.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const at = (time: number) => ({ date: new Date(time).toUTCString() });
const listed = [position(1, { performance: performance() })];
const events = [point(NOW - DAY), point(NOW - 2 * DAY)];
const byComputer = { clock: { now: () => NOW } };

/** Has the files of an archive be written at a time, by this computer's clock. */
function writtenAt(directory: string, time: number): void {
  for (const name of readdirSync(directory, { recursive: true })) {
    const path = join(directory, String(name));
    if (statSync(path).isFile()) utimesSync(path, time / 1000, time / 1000);
  }
}

describe("a Date that is 60 days ahead once", () => {
  it("has archive sync write nothing, and the next sync records as if it had not been", async () => {
    const { service, directory, sync } = await scripted({ positions: listed, events });
    service.headers = [at(NOW + 60 * DAY), at(NOW)];
    const doubted = await sync();
    expect(doubted.code).toBe(8);
    expect(doubted.stdout).toBe("");
    expect(doubted.stderr).toBe(
      "error: the service's clock says 2026-07-31T12:00:00Z and this computer's 2026-06-01T12:00:00Z: nothing is written with a time in doubt\nhint: set the clock of this computer, or believe the service's with CARRY_ACCEPT_CLOCK=1\n",
    );
    expect(existsSync(directory)).toBe(false);
    const right = await sync();
    expect(right).toMatchObject({ code: 0, stderr: "" });
    expect((await rowsOf(directory, SNAPSHOTS))[0]).toMatchObject({
      snapshot_at: NOW,
      dated: "service",
    });
  });

  it.each([0, 1, 2])(
    "in the answer after %s others, leaves nothing dated with it",
    async (before) => {
      const { service, directory, sync } = await scripted({ events });
      service.headers = [
        ...Array.from({ length: before }, () => at(NOW)),
        at(NOW + 60 * DAY),
        at(NOW),
      ];
      expect((await sync("7", "8", "9", "--no-positions")).code).toBe(8);
      const left = existsSync(directory) ? readdirSync(directory, { recursive: true }).sort() : [];
      expect([[], ["carry-archive.json", "syncing"]]).toContainEqual(left);
    },
  );

  it("leaves an archive that is there as it is, and goes on in the next round of --every", async () => {
    const { service, directory, archive, sync } = await scripted({ positions: listed, events });
    await sync();
    const before = readdirSync(directory, { recursive: true }).sort();
    const ended = new AbortController();
    let rounds = 0;
    service.headers = [at(NOW + 60 * DAY)];
    const sleep = async () => {
      service.now += 2 * 60_000;
      if (++rounds === 1) {
        expect(readdirSync(directory, { recursive: true }).sort()).toEqual(before);
        service.headers = [];
      } else ended.abort(new Error("ended"));
      ended.signal.throwIfAborted();
    };
    await archive(["sync", "--every", "1h"], {
      clock: { now: () => service.now, sleep },
      signal: ended.signal,
    });
    expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(2);
  });

  it("does not change of which service an archive is", async () => {
    const { service, directory, archive, sync } = await scripted({ events });
    await sync("7", "--no-positions");
    service.headers = [at(NOW + 60 * DAY)];
    const moved = await scripted({ events, headers: [at(NOW + 60 * DAY)] });
    const argv = ["sync", "7", "--no-positions", "--accept-origin"];
    const surroundings = { env: { ...moved.env, CARRY_ARCHIVE: directory }, ...byComputer };
    expect((await archive(argv, surroundings)).code).toBe(8);
    const identity = async () => (await openArchive(await storeAt(directory))).identity.origin;
    expect(await identity()).not.toBe(moved.server.url);
    moved.service.headers = [];
    expect((await archive(argv, surroundings)).code).toBe(0);
    expect(await identity()).toBe(moved.server.url);
  });
});

describe("an archive whose service has another clock than this computer", () => {
  const there = NOW - 90 * DAY;

  it("needs CARRY_ACCEPT_CLOCK=1 once: later its newest record shows how that clock goes", async () => {
    const { service, directory, archive } = await scripted({ positions: listed, now: there });
    const sync = (now: number, more = {}) =>
      archive(["sync", "--no-funding"], { clock: { now: () => now } }, more);
    expect((await sync(NOW)).code).toBe(8);
    expect((await sync(NOW, { CARRY_ACCEPT_CLOCK: "1" })).code).toBe(0);
    writtenAt(directory, NOW);
    service.now = there + 5 * DAY;
    expect((await sync(NOW + 5 * DAY)).code).toBe(0);
    writtenAt(directory, NOW + 5 * DAY);
    service.now = there + 12 * DAY;
    expect((await sync(NOW + 10 * DAY)).code).toBe(8);
    const dates = (await rowsOf(directory, SNAPSHOTS)).map((row) => [row.snapshot_at, row.dated]);
    expect(dates).toEqual([
      [there, "service"],
      [there + 5 * DAY, "service"],
    ]);
  });

  it("is judged in a bucket by the bucket's clock", async () => {
    let passed = 0;
    const theirs = Date.parse("2031-01-01T00:00:00Z");
    const bucket = await s3Server({ now: () => theirs + passed });
    const { service, env } = await scripted({ positions: listed, now: there });
    const sync = (more = {}) =>
      carry(["archive", "sync", "--no-funding", "--archive", `s3://${BUCKET}/desk`], {
        env: {
          ...env,
          ...more,
          AWS_ENDPOINT_URL_S3: bucket.url,
          AWS_ACCESS_KEY_ID: ACCESS_KEY,
          AWS_SECRET_ACCESS_KEY: SECRET_KEY,
        },
        clock: { now: () => NOW + 300 * DAY }, // of this computer, which does not matter
      });
    expect((await sync({ CARRY_ACCEPT_CLOCK: "1" })).code).toBe(0);
    passed = 5 * DAY;
    service.now = there + 5 * DAY;
    expect(await sync()).toMatchObject({ code: 0, stderr: "" });
    passed = 10 * DAY;
    service.now = there + 12 * DAY;
    expect((await sync()).code).toBe(8);
  });
});

describe("archive forget --after", () => {
  it("mends an archive that was synced with a clock of the future", async () => {
    const { service, directory, archive, sync } = await scripted({ positions: listed, events });
    await sync("7");
    service.headers = [at(NOW + 60 * DAY)];
    const accepting = { CARRY_ACCEPT_CLOCK: "1" };
    expect((await archive(["sync", "7", "8"], {}, accepting)).code).toBe(0);
    service.headers = [];
    service.now += 3_600_000;
    const isBehind = (stderr: string) => stderr.includes("behind the newest record");
    expect(isBehind((await sync("7")).stderr)).toBe(true);
    const forgotten = await archive(["forget", "--after", "now", "-o", "json"]);
    expect(JSON.parse(forgotten.stdout)).toMatchObject({
      inputs: { portfolio: null, after: "2026-06-01T13:00:00Z" },
    });
    for (const table of [FUNDING, COVERAGE, SNAPSHOTS]) {
      const rows = (await rowsOf(directory, table)) as readonly Record<string, unknown>[];
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => Number(row[table.recorded]) > service.now)).toEqual([]);
    }
    const next = await sync("7", "8", "-o", "json");
    expect(next).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(next.stdout).totals).toMatchObject({ lost: 0, added: 2 });
    expect((await rowsOf(directory, SNAPSHOTS)).map((row) => row.snapshot_at)).toEqual([
      NOW,
      service.now,
    ]);
    expect(await archive(["verify"])).toMatchObject({ code: 0 });
    service.now += 60_000;
    const again = await archive(["forget", "--after", "now"]);
    expect(again.stdout).toBe("Took out 0 rows dated after 2026-06-01T13:01:00Z.\n");
  });

  it("takes out the later half of a file, and of a portfolio alone where one is named", async () => {
    const { service, directory, archive, sync } = await scripted({ positions: listed, events });
    await sync("7");
    service.now += DAY;
    await sync("7");
    const snapshots = async () =>
      (await rowsOf(directory, SNAPSHOTS)).map((row) => row.snapshot_at);
    const other = "22222222-2222-4222-8222-222222222222";
    await archive(["forget", "--after", "2026-06-01T13:00:00Z", "--portfolio", other]);
    expect(await snapshots()).toEqual([NOW, NOW + DAY]);
    service.now += 40 * DAY;
    await archive(["compact"]);
    const argv = ["forget", "--after", "2026-06-01T13:00:00Z", "--portfolio", PORTFOLIO];
    expect((await archive(argv)).stdout).toMatch(/of portfolio 1.* dated after 2026-06-01T13/);
    expect(await snapshots()).toEqual([NOW]);
    expect((await rowsOf(directory, FUNDING)).length).toBe(2);
    expect(await archive(["verify"])).toMatchObject({ code: 0 });
  });

  it("needs a portfolio or a time", async () => {
    const { archive } = await scripted();
    expect((await archive(["forget"])).code).toBe(2);
    expect((await archive(["forget", "--after", "soon"])).code).toBe(2);
  });
});

describe("several syncs of one portfolio", () => {
  it("take one snapshot a minute", async () => {
    const { service, directory, sync } = await scripted({ positions: listed, events });
    const taken = JSON.parse((await sync("-o", "json")).stdout).snapshots;
    expect(taken).toMatchObject([{ positions: 1 }]);
    service.now += 59_000;
    const second = await sync("-o", "json");
    expect(JSON.parse(second.stdout).snapshots).toEqual([]);
    expect(second.stderr).toContain("RECENT_SNAPSHOT");
    service.now += 1_000;
    await sync();
    expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(2);
  });

  it("at the same moment are no clock that is behind, in the sync and for good", async () => {
    const { service, directory, archive, sync, env } = await scripted({
      positions: listed,
      events,
    });
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => sync()));
    service.now += DAY;
    outcomes.push(await sync());
    for (const { code, stderr } of outcomes) {
      expect(code).toBe(0);
      expect(stderr).not.toMatch(/behind/);
    }
    const snapshots = await rowsOf(directory, SNAPSHOTS);
    expect(snapshots.every((row) => row.dated === "service")).toBe(true);
    const history = await carry(
      ["positions", "pnl", "--by", "snapshot", "--archive", directory, "-o", "json"],
      {
        env,
        clock: { now: () => service.now },
      },
    );
    expect(history).toMatchObject({ code: 0, stderr: "" });
    expect((await archive(["verify"])).code).toBe(0);
  });

  it("whose clock was an hour behind are told of later", async () => {
    const { service, directory, sync, env } = await scripted({ positions: listed, events });
    await sync();
    service.headers = [at(NOW - 3_600_000)];
    expect((await sync()).stderr).toContain("60 min behind the newest record");
    expect((await rowsOf(directory, SNAPSHOTS)).map(({ dated }) => dated)).toEqual([
      "service",
      "after_newest",
    ]);
    const { stderr } = await carry(
      ["positions", "pnl", "--by", "snapshot", "--archive", directory],
      {
        env,
        clock: { now: () => service.now },
      },
    );
    expect(stderr).toContain("1 snapshot from");
  });

  it("without a Date are dated by this computer's clock", async () => {
    const { directory, sync } = await scripted({ positions: listed, headers: [{}] });
    expect((await sync("--no-funding")).code).toBe(0);
    expect((await rowsOf(directory, SNAPSHOTS)).map(({ dated }) => dated)).toEqual(["local"]);
  });
});

it("reads the snapshots of a carry that did not say how they are dated", async () => {
  const archive = await tempArchive();
  for (const time of [NOW - DAY, NOW, NOW + 1]) await writeOldSnapshot(archive, time);
  const { times, pressed } = (await snapshotTimes(archive.store)).get("p") ?? {};
  expect({ times, pressed: [...(pressed ?? [])] }).toEqual({
    times: [NOW - DAY, NOW, NOW + 1],
    pressed: [NOW + 1],
  });
  const rows = await rowsOf(archive.path, SNAPSHOTS);
  expect(rows.map(({ dated }) => dated)).toEqual([null, null, null]);
  const argv = ["archive", "verify", "--archive", archive.path];
  expect(await carry(argv)).toMatchObject({ code: 0, stderr: "" });
  await carry(["archive", "compact", "--archive", archive.path], {
    clock: { now: () => NOW + 90 * DAY },
  });
  expect(await rowsOf(archive.path, SNAPSHOTS)).toEqual(rows);
});

it("is one minute for snapshots of this portfolio and of any writer", async () => {
  const { service, directory, sync } = await scripted({ positions: listed });
  await sync("--no-funding");
  const archive = await openArchive(await storeAt(directory));
  const has = (id: string, time: number) => hasRecent(archive, id, time);
  expect(await has(PORTFOLIO, service.now + 59_999)).toBe(true);
  expect(await has(PORTFOLIO, service.now - 59_999)).toBe(true);
  expect(await has(PORTFOLIO, service.now + 60_000)).toBe(false);
  expect(await has("another", service.now)).toBe(false);
  const client = {
    serviceNow: () => NOW + 30_000,
    knowsServiceTime: () => true,
    doubtedTime: () => undefined,
  };
  const stamp = createStamp(NOW, client);
  await recordSnapshot(archive, { portfolioId: "another", positions: [] }, async () => ({
    ...stamp(),
    author: NOBODY,
  }));
  expect(await has("another", service.now + 30_000)).toBe(true);
});

it("gives no file a name that cannot be read back", () => {
  expect(newDataName(FUNDING, "9999-12", NOW)).toMatch(/^funding\/month=9999-12\//);
  expect(() => newDataName(FUNDING, "+010000-01", NOW)).toThrow("+010000-01");
  expect(() => newDataName(FUNDING, "2026-06", -1)).toThrow();
});

describe("the built-in sandbox at a fixed moment", () => {
  it.each(["2019-03-01", "2031-01-31T08:00:00Z"])("needs no option: %s", async (moment) => {
    const directory = join(tempDirectory(), "archive");
    const env = { CARRY_SANDBOX_AT: moment, CARRY_SANDBOX_FREEZE: "1", CARRY_ARCHIVE: directory };
    const sync = await carry(["archive", "sync", "--profile", "sandbox"], { env });
    expect(sync.code).toBe(0);
    expect(sync.stderr).not.toMatch(/clock/);
    const [snapshot] = await rowsOf(directory, SNAPSHOTS);
    expect(snapshot).toMatchObject({ snapshot_at: Date.parse(moment), dated: "service" });
  });
});
