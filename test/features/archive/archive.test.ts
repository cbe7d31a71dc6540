import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FUNDING, LEGS, POSITIONS, SNAPSHOTS } from "../../../src/archive/tables.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { NOW } from "../../support/now.js";
import { leg, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const LEGS_OF_7 = [leg({ market_id: 7 }), leg({ side: "short", market_id: 7 })];
const HOUR = 3_600_000;

/** An archive of two months, a correction and two snapshots. */
async function filled() {
  const scene = await scripted({
    events: [point(NOW - DAY), point(NOW - 20 * DAY)],
    positions: [position(1, { performance: performance(), legs: LEGS_OF_7 })],
  });
  await scene.sync();
  scene.service.now += HOUR;
  scene.service.events = [point(NOW - DAY, { funding_rate: "-0.00011800" }), point(NOW - 20 * DAY)];
  expect(await scene.sync()).toMatchObject({ code: 0 });
  return scene;
}

const filesIn = (directory: string, table = "") =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => name.startsWith(table) && name.endsWith(".parquet"))
    .sort();

describe("archive sync", () => {
  it("records events, corrections and snapshots, in files of the user alone", async () => {
    const { directory } = await filled();
    const rates = (await rowsOf(directory, FUNDING)).map((row) => row.funding_rate);
    expect(rates).toEqual(["0.00010000", "0.00010000", "-0.00011800"]);
    expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(2);
    expect(await rowsOf(directory, POSITIONS)).toHaveLength(2);
    if (process.platform === "win32") return;
    const modes = readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
      const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
      return entry.isDirectory() ? mode === 0o700 : mode === 0o600;
    });
    expect(modes.every(Boolean)).toBe(true);
  });

  it("writes no row when it is repeated", async () => {
    const { directory, service, sync } = await filled();
    const before = filesIn(directory);
    service.now += 30_000;
    const { code, stdout } = await sync("7", "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).totals).toMatchObject({ added: 0, corrected: 0 });
    expect(filesIn(directory)).toEqual(before);
  });

  it("does not record an event that is listed before it settles, and tells of it", async () => {
    const past = point(NOW - 4 * HOUR);
    const coming = point(NOW + 4 * HOUR, { funding_rate: "0.05" });
    const scene = await scripted({ events: [coming, past] });
    const { directory, service, sync } = scene;
    const rates = async () => (await rowsOf(directory, FUNDING)).map((row) => row.funding_rate);
    const first = await sync("7");
    expect([first.code, await rates()]).toEqual([0, [past.funding_rate]]);
    expect(first.stderr).toMatch(/1 event is later than .*the event of 2026-06-01T16:00:00/);
    service.now += 5 * HOUR;
    service.events = [{ ...coming, funding_rate: "0.0002" }, past];
    expect((await sync("7")).stdout).toContain("1 new event, 0 corrected");
    expect(await rates()).toEqual([past.funding_rate, "0.0002"]);
  });

  it("joins the files of months that are over, and prints the same rows then", async () => {
    const { directory, service, archive, sync } = await filled();
    const exported = async (table: string) =>
      (await archive(["export", table, "-o", "ndjson"])).stdout;
    const tables = ["funding", "positions", "legs", "snapshots"];
    const before = await Promise.all(tables.map(exported));
    const counts = filesIn(directory).length;
    service.now = NOW + 35 * DAY;
    expect((await sync("7")).code).toBe(0);
    expect(filesIn(directory).length).toBeLessThan(counts);
    const after = await Promise.all(tables.map(exported));
    const lines = (text: string | undefined) => text?.split("\n").filter((line) => line !== "");
    expect(lines(after[0])).toEqual(expect.arrayContaining(lines(before[0]) ?? []));
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await rowsOf(directory, LEGS)).toHaveLength(4);
  });

  it("refuses an archive of another service, and one of an earlier format", async () => {
    const { directory, sync } = await filled();
    const path = join(directory, "carry-archive.json");
    const identity = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...identity, origin: "https://other.example" }));
    const other = await sync("7");
    expect(other.code).toBe(9);
    expect(other.stderr).toContain("has the records of https://other.example, not of");
    writeFileSync(path, JSON.stringify({ ...identity, format: 2 }));
    const earlier = await sync("7");
    expect(earlier.code).toBe(9);
    expect(earlier.stderr).toMatch(/has an earlier format: 2/);
    expect(earlier.stderr).toContain("begin a new one");
  });

  it("refuses a bucket, which is a copy of the directory", async () => {
    const { archive, env } = await scripted();
    const { code, stderr } = await archive(["sync", "7"], {
      env: { ...env, CARRY_ARCHIVE: "s3://desk/carry" },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("rclone copy");
  });

  it("writes nothing when the service's Date is more than an hour from this computer's clock", async () => {
    const { directory, service, env, archive } = await scripted({ events: [point(NOW - DAY)] });
    const local = { now: () => NOW };
    for (const away of [-2 * HOUR, 2 * HOUR]) {
      service.now = NOW + away;
      const { code, stderr } = await archive(["sync", "7"], { clock: local });
      expect([code, stderr.includes("nothing is stored")]).toEqual([8, true]);
      expect(() => readdirSync(directory)).toThrow("ENOENT");
    }
    const accepting = { ...env, CARRY_ARCHIVE: directory, CARRY_ACCEPT_CLOCK: "1" };
    const accepted = await archive(["sync", "7"], {
      ...{ clock: local, env: accepting },
    });
    expect(accepted.code).toBe(0);
    const [row] = await rowsOf(directory, FUNDING);
    expect(Math.abs((row?.seen_at ?? 0) - (NOW + 2 * HOUR))).toBeLessThan(60_000);
  });

  it("writes nothing that a record of a later time would outlive", async () => {
    const { directory, service, archive, env } = await filled();
    const before = filesIn(directory);
    service.now = NOW - DAY;
    const { code, stderr } = await archive(["sync", "7", "--start", "30d"], {
      env: { ...env, CARRY_ARCHIVE: directory },
    });
    expect([code, stderr.includes("has records of")]).toEqual([9, true]);
    expect(filesIn(directory)).toEqual(before);
  });
});

describe("a file of the archive that is not as it was written", () => {
  const reading = ["history", "status", "verify", "export"] as const;
  const cases = [
    ["flipped", (bytes: Buffer) => bytes.fill((bytes[200] ?? 0) ^ 1, 200, 201), "SHA-256"],
    ["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length - 10), "SHA-256"],
    ["empty", () => Buffer.alloc(0), "it is empty"],
  ] as const;

  it.each(cases)("is refused by name if it is %s", async (_, damage, reason) => {
    const { directory, archive, sync } = await filled();
    const [name = ""] = filesIn(directory, "funding");
    const bytes = readFileSync(join(directory, name));
    writeFileSync(join(directory, name), damage(Buffer.from(bytes)));
    for (const what of reading) {
      const argv = {
        history: ["sync", "7"],
        status: ["status"],
        verify: ["status", "--verify"],
        export: ["export", "funding", "-o", "csv"],
      }[what];
      const { code, stdout, stderr } = await archive(argv);
      expect([what, code]).toEqual([what, 9]);
      const said = stdout + stderr;
      expect(said).toContain(name);
      expect(said).toContain(reason);
      expect(said.replaceAll(/\s+/g, " ")).toContain(
        "`carry archive sync --start 30d` brings back",
      );
    }
    rmSync(join(directory, name));
    expect((await sync("7", "--start", "30d")).code).toBe(0);
    const { code } = await archive(["status", "--verify"]);
    expect(code).toBe(0);
    const { stdout } = await archive(["export", "funding", "-o", "ndjson"]);
    const rates = stdout.split("\n").flatMap((line) => (line === "" ? [] : JSON.parse(line)));
    expect(rates.map((row) => row.funding_rate)).toEqual(["0.00010000", "-0.00011800"]);
  });

  it.each([
    ["with a name of another", "mine.parquet"],
    ["with the name of carry's", `1-${"0".repeat(32)}.parquet`],
  ])("is refused by name if it is foreign, %s", async (_, name) => {
    const { directory, archive } = await filled();
    writeFileSync(join(directory, "funding", "month=2026-05", name), "PAR1");
    const { code, stderr } = await archive(["status"]);
    expect(code).toBe(9);
    expect(stderr).toContain(`funding/month=2026-05/${name}`);
    const verified = await archive(["status", "--verify", "-o", "json"]);
    expect(verified.code).toBe(9);
    expect(JSON.parse(verified.stdout).damaged).toMatchObject([
      { file: `funding/month=2026-05/${name}` },
    ]);
  });

  it("is found missing if it was deleted", async () => {
    const { directory, archive } = await filled();
    for (const name of filesIn(directory, "positions")) rmSync(join(directory, name));
    const { code, stdout } = await archive(["status", "--verify"]);
    expect(code).toBe(9);
    expect(stdout).toContain("0 of 1 positions");
  });
});

describe("archive status", () => {
  it("shows from when to when, the events, the holes, and by when to sync", async () => {
    const { service, archive, sync } = await filled();
    service.now = NOW + 45 * DAY;
    service.events = [point(service.now - DAY), point(service.now - 29.5 * DAY)];
    await sync("7", "8");
    const { stdout, code } = await archive(["status", "-o", "json"]);
    expect(code).toBe(0);
    const status = JSON.parse(stdout);
    expect(status.rows).toMatchObject([
      { market_id: 7, events: 4, holes: [{ lost: true }], attention: false },
      { market_id: 8, events: 2, holes: [] },
    ]);
    expect(status.portfolios).toMatchObject([{ snapshots: 2 }]);
    const page = await archive(["status"], { terminal: 100 });
    expect(page.stdout).toContain("lost unless synced by");
    expect(page.stdout).toContain("lost for good");
  });

  it("exits with 10 when something is lost within 5 days unless it is synced", async () => {
    const { service, archive } = await filled();
    service.now = NOW + 24 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(0);
    service.now = NOW + 26 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(10);
  });

  it("verifies all that was recorded", async () => {
    const { archive } = await filled();
    const { code, stdout } = await archive(["status", "--verify", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sound: true, damaged: [], missing: [] });
  });
});

describe("archive export", () => {
  it("prints what was recorded since a time, and needs a format for programs", async () => {
    const { archive } = await filled();
    const since = new Date(NOW + HOUR / 2).toISOString();
    const { code, stdout } = await archive(["export", "funding", "--since", since, "-o", "csv"]);
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(2);
    expect(stdout).toContain("-0.00011800");
    expect((await archive(["export", "funding"])).code).toBe(2);
  });
});
