import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FUNDING, LEGS, POSITIONS, SNAPSHOTS } from "../../../src/archive/tables.js";
import { tempDirectory } from "../../archive/temp-archive.js";
import { point, rowsOf, scripted } from "../../commands/archive-service.js";
import { tempHome } from "../../settings/home.js";
import { carry } from "../../support/carry.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position } from "../../support/records.js";

const DAY = 86_400_000;
const OTHER = "22222222-2222-4222-8222-222222222222";

/** An archive of two months, a correction and two snapshots. */
async function filled() {
  const scene = await scripted({
    events: [point(NOW - DAY), point(NOW - 20 * DAY)],
    positions: [position(1, { performance: performance() })],
  });
  await scene.sync("7");
  scene.service.now += 3_600_000;
  scene.service.events = [point(NOW - DAY, { funding_rate: "-0.00011800" })];
  await scene.sync("7");
  return scene;
}

const parquetFiles = (directory: string) =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".parquet"));

/** Every file of a directory with its bytes. */
function contentsOf(directory: string): ReadonlyMap<string, string> {
  const names = readdirSync(directory, { recursive: true }).map(String).sort();
  const files = names.filter((name) => statSync(join(directory, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(directory, name), "base64")]));
}

describe("archive status", () => {
  it("shows from when to when, the events, the holes, and by when to sync", async () => {
    const { service, archive, sync } = await filled();
    service.now = NOW + 45 * DAY;
    service.events = [point(service.now - DAY), point(service.now - 29.5 * DAY)];
    await sync("7", "8", "--no-positions");
    const { stdout, code } = await archive(["status", "-o", "json"]);
    expect(code).toBe(0);
    const status = JSON.parse(stdout);
    expect(status.rows).toMatchObject([
      {
        market_id: 7,
        from: "2026-05-12T12:00:00Z",
        to: "2026-07-16T12:00:00Z",
        events: 4,
        lost_unless_synced_by: "2026-08-15T12:00:00Z",
        holes: [{ from: "2026-06-01T13:00:00Z", to: "2026-06-16T12:00:00Z", lost: true }],
        attention: false,
      },
      { market_id: 8, events: 2, holes: [] },
    ]);
    expect(status.portfolios).toMatchObject([{ portfolio_id: PORTFOLIO, snapshots: 2 }]);
    expect(status.totals).toMatchObject({ markets: 2, events: 6, holes: 1, attention: 0 });
  });

  it("shows it on a page, with what is lost for good", async () => {
    const { service, archive, sync } = await filled();
    service.now = NOW + 45 * DAY;
    await sync("7", "--no-positions");
    const { stdout } = await archive(["status"], { terminal: 100 });
    expect(stdout).toContain("lost unless synced by");
    expect(stdout).toContain("lost for good");
  });

  it("exits with 10 when the last snapshot of a portfolio is more than 3 days old", async () => {
    const { service, archive } = await filled();
    service.now = NOW + 2 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(0);
    service.now = NOW + 4 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(10);
    expect((await archive(["status", "--check", "--snapshot-within", "5d"])).code).toBe(0);
    const { portfolios, inputs } = JSON.parse((await archive(["status", "-o", "json"])).stdout);
    expect(portfolios).toMatchObject([{ attention: true }]);
    expect(inputs.snapshot_within).toEqual({ value: 259_200, unit: "seconds" });
  });

  it("exits with 10 when a market is about to lose events", async () => {
    const { service, archive: run } = await filled();
    const archive = (argv: readonly string[]) => run([...argv, "--snapshot-within", "365d"]);
    service.now = NOW + 24 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(0);
    service.now = NOW + 26 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(10);
    expect((await archive(["status", "--check", "--within", "2d"])).code).toBe(0);
    service.now = NOW + 99 * DAY;
    expect((await archive(["status", "--check"])).code).toBe(10);
  });

  it("asks the service for nothing, and names an archive that is not there", async () => {
    const { server, archive } = await scripted();
    const { code, stderr } = await archive(["status"]);
    expect(code).toBe(9);
    expect(stderr).toContain("there is no archive at");
    expect(server.requests).toEqual([]);
  });
});

describe("archive verify", () => {
  it("finds nothing wrong in what carry wrote", async () => {
    const { archive } = await filled();
    const { code, stdout } = await archive(["verify"]);
    expect(code).toBe(0);
    expect(stdout).toContain("All files can be read, and no record is missing.");
  });

  it("names each damaged file, and exits with 9", async () => {
    const { directory, archive } = await filled();
    const names = parquetFiles(directory);
    const [first = ""] = names;
    writeFileSync(join(directory, first), "PAR1 and not much more PAR1");
    const { code, stdout } = await archive(["verify", "-o", "json"]);
    expect(code).toBe(9);
    const json = JSON.parse(stdout);
    expect(json.sound).toBe(false);
    expect(json.damaged).toMatchObject([{ file: first.replaceAll("\\", "/") }]);
  });

  it("misses events that were recorded as answered", async () => {
    const { directory, archive } = await filled();
    for (const name of parquetFiles(directory)) {
      if (name.startsWith(join("funding", "month=2026-05"))) rmSync(join(directory, name));
    }
    const { code, stdout } = await archive(["verify"]);
    expect(code).toBe(9);
    expect(stdout).toContain("missing: market 7: 0 of 2 events from 2026-05-12");
  });

  it("misses positions of a snapshot", async () => {
    const { directory, archive } = await filled();
    rmSync(join(directory, "positions"), { recursive: true });
    const { code, stdout } = await archive(["verify"]);
    expect(code).toBe(9);
    expect(stdout).toContain("missing: snapshot 2026-06-01T12:00:00Z: ");
    expect(stdout).toContain("0 of 1 positions");
  });

  it("reports different values in one answer, long decimals and files of others", async () => {
    const { directory, archive, sync } = await scripted({
      events: [
        point(NOW - DAY, { funding_rate: "0.1" }),
        point(NOW - DAY, { funding_rate: "0.2" }),
        point(NOW - 2 * DAY, { funding_rate: "0.1000000000000000000" }),
        point(NOW - 3 * DAY, { funding_rate: "0.1000000000000000001" }),
        point(NOW - 3 * DAY, { funding_rate: "0.10000000000000000010" }),
      ],
    });
    await sync("7", "--no-positions");
    writeFileSync(join(directory, "notes.txt"), "mine");
    const { code, stdout } = await archive(["verify", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      sound: true,
      totals: { files: 2, rows: 6 },
      contradictions: [{ market_id: 7, time: "2026-05-31T12:00:00Z" }],
      unknown_files: ["notes.txt"],
      decimals_beyond_18: 2,
    });
  });
});

describe("archive compact", () => {
  it("joins the files of months that are over, and loses no version", async () => {
    const { service, directory, archive, sync } = await filled();
    await sync("8", "--no-positions");
    const before = await rowsOf(directory, FUNDING);
    service.now = NOW + 40 * DAY;
    const { stdout, code } = await archive(["compact", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).rows).toContainEqual(
      expect.objectContaining({ table: "funding", month: "2026-05", files: 3 }),
    );
    expect(await rowsOf(directory, FUNDING)).toEqual(before);
    const funding = parquetFiles(directory).filter((name) => name.startsWith("funding"));
    expect(funding).toHaveLength(1);
    expect((await archive(["verify"])).code).toBe(0);
    expect((await archive(["compact"])).stdout).toContain("Nothing to join");
  });

  it("leaves the month that is not over", async () => {
    const { directory, archive } = await filled();
    const before = parquetFiles(directory).filter((name) => name.includes("2026-06"));
    await archive(["compact"]);
    const after = parquetFiles(directory).filter((name) => name.includes("2026-06"));
    expect(after).toEqual(before);
  });

  it("neither joins nor removes a Parquet file of somebody else, and no command reads it", async () => {
    const { service, directory, archive } = await filled();
    const before = await rowsOf(directory, FUNDING);
    const mine = join("funding", "month=2026-05", "mine.parquet");
    writeFileSync(join(directory, mine), "another format");
    service.now = NOW + 40 * DAY;
    expect((await archive(["compact"])).code).toBe(0);
    expect(parquetFiles(directory).filter((name) => name.startsWith("funding"))).toHaveLength(2);
    expect(readFileSync(join(directory, mine), "utf8")).toBe("another format");
    expect(await rowsOf(directory, FUNDING)).toEqual(before);
    const { code, stdout } = await archive(["verify", "-o", "json"]);
    expect([code, JSON.parse(stdout).unknown_files]).toEqual([0, [mine.replaceAll("\\", "/")]]);
  });

  it("removes nothing of a month in which a file is damaged", async () => {
    const { service, directory, archive } = await filled();
    const [name = ""] = parquetFiles(directory).filter((it) => it.startsWith("funding"));
    writeFileSync(join(directory, name), "damaged");
    const before = parquetFiles(directory);
    service.now = NOW + 40 * DAY;
    const { code, stderr } = await archive(["compact"]);
    expect(code).toBe(9);
    expect(stderr).toContain("damaged or foreign file");
    expect(parquetFiles(directory)).toEqual(before);
    expect(readdirSync(directory)).not.toContain("compact.lock");
  });
});

describe("archive copy", () => {
  it("copies byte for byte, and completes an earlier copy", async () => {
    const { directory, archive, sync } = await filled();
    const to = join(tempDirectory(), "copy");
    expect((await archive(["copy", to])).code).toBe(0);
    expect(contentsOf(to)).toEqual(contentsOf(directory));
    await sync("9", "--no-positions");
    const { stdout } = await archive(["copy", to, "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({ archive: directory, inputs: { to } });
    expect(contentsOf(to)).toEqual(contentsOf(directory));
  });

  it("refuses a place that is something else, and the archive itself", async () => {
    const { directory, archive } = await filled();
    const other = tempDirectory();
    mkdirSync(join(other, "photos"));
    writeFileSync(join(other, "photos", "a"), "x");
    expect((await archive(["copy", other])).code).toBe(9);
    expect((await archive(["copy", directory])).code).toBe(2);
  });
});

describe("archive export", () => {
  it("prints each event once, in its newest version, as csv", async () => {
    const { archive } = await filled();
    const { stdout } = await archive(["export", "funding", "-o", "csv"]);
    expect(stdout.split("\r\n")).toEqual([
      "market_id,funding_time,funding_time_text,funding_rate,mark_price,funding_interval,seen_at,raw",
      expect.stringMatching(/^7,2026-05-12T12:00:00Z,,0.00010000,60000.10,8,2026-06-01T12/),
      expect.stringMatching(/^7,2026-05-31T12:00:00Z,,-0.00011800,60000.10,8,2026-06-01T13/),
      "",
    ]);
  });

  it("prints every version with --versions", async () => {
    const { archive } = await filled();
    const { stdout } = await archive(["export", "funding", "--versions", "-o", "ndjson"]);
    const rates = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).funding_rate);
    expect(rates).toEqual(["0.00010000", "0.00010000", "-0.00011800"]);
  });

  it.each(["coverage", "positions", "legs", "snapshots", "markets", "funding_daily"])(
    "prints %s",
    async (table) => {
      const { archive } = await filled();
      const { code, stdout } = await archive(["export", table, "-o", "json"]);
      expect(code).toBe(0);
      expect(Array.isArray(JSON.parse(stdout))).toBe(true);
    },
  );

  it("is for programs", async () => {
    const { archive } = await filled();
    expect((await archive(["export", "funding"])).code).toBe(2);
  });
});

describe("archive forget", () => {
  it("takes out one portfolio, and leaves the others and the funding", async () => {
    const { service, directory, archive } = await filled();
    service.positions = [position(5)];
    await archive(["sync", "--no-funding", "--portfolio", OTHER]);
    const before = await rowsOf(directory, FUNDING);
    const { code, stdout } = await archive(["forget", "--portfolio", PORTFOLIO]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Took out 8 rows of portfolio ${PORTFOLIO}.\n`,
    });
    const ids = async (table: typeof SNAPSHOTS | typeof POSITIONS | typeof LEGS) =>
      new Set((await rowsOf(directory, table)).map((row) => row.portfolio_id));
    for (const table of [SNAPSHOTS, POSITIONS, LEGS]) {
      expect(await ids(table)).toEqual(new Set([OTHER]));
    }
    expect(await rowsOf(directory, FUNDING)).toEqual(before);
  });

  it("takes out what a sync that was killed had begun to write of positions", async () => {
    const { directory, archive } = await filled();
    const halves = ["positions", "legs", "snapshots"].map((table) => {
      const month = join(directory, table, `portfolio=${PORTFOLIO}`, "month=2026-06");
      writeFileSync(join(month, "1-a.parquet.9.tmp"), "rows of the portfolio");
      return join(month, "1-a.parquet.9.tmp");
    });
    await archive(["forget", "--portfolio", PORTFOLIO]);
    expect(halves.filter((path) => existsSync(path))).toEqual([]);
  });

  it("never takes the portfolio of the profile", async () => {
    const { archive, directory } = await filled();
    expect((await archive(["forget"])).code).toBe(2);
    expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(2);
  });
});

describe("archive ddl", () => {
  it.each(["duckdb", "clickhouse", "postgres"])("prints statements for %s", async (dialect) => {
    const { archive, directory } = await filled();
    const { code, stdout } = await archive(["ddl", dialect]);
    expect(code).toBe(0);
    expect(stdout).toContain("funding_rows");
    expect(stdout).not.toContain("arg_max");
    if (dialect !== "postgres") expect(stdout).toContain(`${directory}/funding/*/*.parquet`);
  });
});

describe("where the archive is", () => {
  it("is the option, the variable, or a directory of the platform's data", async () => {
    const { env, server } = await scripted({ events: [point(NOW - DAY)] });
    const home = tempDirectory();
    const sync = ["archive", "sync", "7", "--no-positions", "-o", "json"];
    const at = async (extra: Record<string, string>) => {
      const { stdout } = await carry(sync, { env: { ...env, HOME: home, ...extra } });
      return JSON.parse(stdout).archive as string;
    };
    expect(await at({ CARRY_ARCHIVE: join(home, "named") })).toBe(join(home, "named"));
    expect(await at({ CARRY_DATA_DIR: join(home, "data") })).toBe(join(home, "data", "archive"));
    expect(server.requests.length).toBeGreaterThan(0);
  });
});

describe("record on", () => {
  const listed = (n: number) => position(n, { performance: performance() });

  async function recording() {
    const scene = await scripted({ positions: [listed(1), listed(2)] });
    const home = tempHome();
    const run = (...argv: string[]) =>
      carry(argv, {
        env: { ...scene.env, ...home.env, CARRY_ARCHIVE: scene.directory },
        clock: { now: () => scene.service.now },
      });
    await run("profile", "set", "record", "on", "--profile", "desk");
    await run("profile", "use", "desk");
    return { ...scene, run };
  }

  it("makes a snapshot of each whole listing with performance, once a minute", async () => {
    const { service, directory, run } = await recording();
    expect((await run("positions", "list", "--performance", "-o", "json")).code).toBe(0);
    expect((await run("positions", "summary", "--status", "all")).code).toBe(0);
    expect(await rowsOf(directory, SNAPSHOTS)).toHaveLength(1);
    for (const words of [["summary", "--status", "all"], ["list"], ["summary"]]) {
      service.now += 61_000;
      expect((await run("positions", ...words)).code).toBe(0); // a part is not recorded
    }
    const snapshots = await rowsOf(directory, SNAPSHOTS);
    expect(snapshots.map((row) => row.positions)).toEqual([2, 2, 2]);
  });

  it("does not take the snapshot of another portfolio for one of this", async () => {
    const { directory, run } = await recording();
    const other = "22222222-2222-4222-8222-222222222222";
    for (const argv of [[], ["--portfolio", other], ["--portfolio", other], []]) {
      expect((await run("positions", "summary", "--status", "all", ...argv)).code).toBe(0);
    }
    const portfolios = (await rowsOf(directory, SNAPSHOTS)).map((row) => row.portfolio_id);
    expect(portfolios.sort()).toEqual([PORTFOLIO, other]);
  });

  it("makes none of a part, or without performance", async () => {
    const { directory, run } = await recording();
    for (const words of [
      ["--performance", "--limit", "1"],
      ["--performance", "--asset", "BTC"],
      ["--performance", "--status", "open"],
      ["--no-performance"],
      ["-o", "json"],
    ]) {
      expect((await run("positions", "list", ...words)).code).toBe(0);
    }
    expect(existsSync(directory)).toBe(false);
  });

  it("is a warning when it fails, and the listing is printed", async () => {
    const { directory, run } = await recording();
    mkdirSync(directory);
    writeFileSync(join(directory, "photo"), "x");
    const { code, stdout, stderr } = await run("positions", "list", "--performance", "-o", "csv");
    expect(code).toBe(0);
    expect(stdout).toContain("100.5");
    expect(stderr).toContain("warning: the snapshot was not recorded:");
  });

  it("records no position whose id cannot be read, and says so", async () => {
    const { service, directory, run } = await recording();
    service.positions = [listed(1), { ...listed(2), position_id: 2 }];
    const { code, stderr } = await run("positions", "list", "--performance", "-o", "csv");
    expect(code).toBe(0);
    expect(stderr).toContain("the snapshot was not recorded: the id of a position cannot be read");
    expect(existsSync(directory)).toBe(false);
  });

  it("is off by default", async () => {
    const { env, directory } = await scripted({ positions: [listed(1)] });
    const words = ["positions", "list", "--performance"];
    expect((await carry(words, { env: { ...env, CARRY_ARCHIVE: directory } })).code).toBe(0);
    expect(existsSync(directory)).toBe(false);
  });
});

describe("an archive that is about to lose events", () => {
  const places = (directory: string) => ({ CARRY_ARCHIVE: directory });

  it("is a warning of status from day 25 on", async () => {
    const { service, directory, env } = await filled();
    const status = () =>
      carry(["status"], {
        env: { ...env, ...places(directory) },
        clock: { now: () => service.now },
      });
    service.now = NOW + 24 * DAY;
    expect((await status()).stderr).not.toContain("archive");
    service.now = NOW + 26 * DAY;
    expect((await status()).stderr).toContain(
      "warning: 1 market of the archive: the service forgets events that are not recorded from 2026-07-01 13:00Z on; run `carry archive sync`",
    );
    const other = await scripted({ now: service.now });
    const elsewhere = { ...other.env, ...places(directory) };
    const clock = { now: () => service.now };
    expect((await carry(["status"], { env: elsewhere, clock })).stderr).not.toContain("archive");
    rmSync(directory, { recursive: true });
    expect((await status()).stderr).not.toContain("archive");
  });

  it("is looked for when it can be due, and not at each status before", async () => {
    const { service, directory, env } = await filled();
    const states = { CARRY_STATE_DIR: join(directory, "..", "state") };
    const status = () =>
      carry(["status", "-v"], {
        env: { ...env, ...places(directory), ...states },
        clock: { now: () => service.now },
      });
    service.now = NOW + DAY;
    expect((await status()).stderr).not.toContain("the archive was not looked at");
    const [coverage = ""] = parquetFiles(directory).filter((name) => name.startsWith("coverage"));
    writeFileSync(join(directory, coverage), "damaged");
    expect((await status()).stderr).not.toContain("the archive was not looked at");
    service.now = NOW + 26 * DAY;
    expect((await status()).stderr).toContain("the archive was not looked at");
  });

  it("is a warning of doctor, which names one that is damaged", async () => {
    const { service, directory, env } = await filled();
    const other = await scripted();
    const check = async (more = {}) => {
      const { stdout } = await carry(["doctor", "-o", "json"], {
        env: { ...env, ...places(directory), ...more },
        clock: { now: () => service.now },
      });
      const rows = JSON.parse(stdout) as { check: string; mark: string; detail: string }[];
      return rows.find((row) => row.check === "archive");
    };
    expect(await check()).toMatchObject({
      mark: "ok",
      detail: `1 market in ${directory}, synced in time`,
    });
    service.now = NOW + 26 * DAY;
    expect(await check()).toMatchObject({ mark: "warn" });
    expect(await check({ CARRY_BASE_URL: other.server.url })).toMatchObject({
      mark: "skip",
      detail: expect.stringContaining(`has the records of ${env.CARRY_BASE_URL}, not of`),
    });
    writeFileSync(join(directory, "carry-archive.json"), "{");
    expect(await check()).toMatchObject({ mark: "fail" });
    rmSync(directory, { recursive: true });
    expect(await check()).toMatchObject({ mark: "skip" });
  });
});
