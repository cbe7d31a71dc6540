import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { append } from "../../src/archive/append.js";
import { openArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import { FUNDING } from "../../src/archive/tables.js";
import { fundingRow } from "../archive/temp-archive.js";
import { carry } from "../support/carry.js";
import { isInstalled } from "../support/needs.js";
import { sandboxForFile } from "../support/sandbox.js";
import { DOWN, deskForTest, SCRIPTS } from "../support/scripts.js";

const { env } = sandboxForFile({ seed: 1, positions: 24 });

interface Row {
  readonly asset: string;
  readonly status: string;
  readonly legs: readonly { readonly exchange: string }[];
  readonly performance: { readonly net_pnl: number | null };
}

async function print(...words: readonly string[]): Promise<string> {
  const argv = ["positions", "list", "--performance", ...words];
  const { code, stdout } = await carry(argv, { env: env() });
  expect(code).toBe(0);
  return stdout;
}

const rows = async (): Promise<readonly Row[]> => JSON.parse(await print("-o", "json"));

const sumOf = (some: readonly Row[]) =>
  some.reduce((sum, { performance }) => sum.plus(performance.net_pnl ?? 0), new Big(0));

/** Returns asset, positions, known net PnLs and their sum, by asset. */
async function byAsset(): Promise<readonly (readonly [string, number, number, string])[]> {
  const all = await rows();
  return [...new Set(all.map(({ asset }) => asset))].sort().map((asset) => {
    const some = all.filter((row) => row.asset === asset);
    const known = some.filter(({ performance }) => performance.net_pnl !== null);
    return [asset, some.length, known.length, sumOf(known).toFixed(2)] as const;
  });
}

describe.runIf(isInstalled("sqlite3", ["--version"], "sqlite.sh was"))("sqlite.sh", () => {
  it("has one row per position, with null for an unknown net PnL, also when run twice", async () => {
    const desk = deskForTest(env());
    await desk.script("sqlite.sh");
    const { code, stdout } = await desk.script("sqlite.sh");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("|"));
    const found = lines.map(([asset, count, known, sum]) => [
      asset,
      Number(count),
      Number(known),
      Number(sum).toFixed(2),
    ]);
    expect([code, found.sort()]).toEqual([0, await byAsset()]);
  });

  it("leaves the database alone when the service is down", async () => {
    const desk = deskForTest({ ...env(), ...DOWN });
    const { code, stdout } = await desk.script("sqlite.sh");
    expect([code, stdout]).toEqual([7, ""]);
    expect(() => desk.read("carry.db")).toThrow("ENOENT");
  });
});

describe.runIf(isInstalled("sqlite3", ["--version"], "incremental.sh was"))(
  "incremental.sh",
  () => {
    it("loads an archive, then what is new or corrected alone, into SQLite and DuckDB", async () => {
      const desk = deskForTest({ ...env(), CARRY_ARCHIVE: "archive" });
      // The engine's own program is no package of npm.
      writeFileSync(join(desk.bin, "duckdb"), `#!${process.execPath}\n${DUCKDB_PROGRAM}`);
      chmodSync(join(desk.bin, "duckdb"), 0o755);
      const sync = ["archive", "sync", "1", "--no-positions"];
      expect((await desk.run("carry", sync)).code).toBe(0);
      const exported = async () => {
        const argv = ["archive", "export", "funding", "-o", "ndjson"];
        const { stdout } = await desk.run("carry", argv);
        return stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
      };
      const load = async () => {
        const { code, stdout, stderr } = await desk.script("incremental.sh");
        const rows = desk.read("new.csv").trimEnd().split("\n").length - 1;
        return { code, stderr, stdout, rows };
      };
      const before = await exported();
      const events = (many: number) => ({ code: 0, stderr: "", stdout: `${many} events\n` });
      expect(await load()).toEqual({ ...events(before.length), rows: before.length });
      const again = await load();
      expect(again).toMatchObject(events(before.length));

      const archive = await openArchive(openDirectory(join(desk.place, "archive")));
      const [old] = before;
      const time = Date.parse(old.funding_time);
      const seen_at = Date.parse(before.at(-1).seen_at) + 60_000;
      await append(archive, FUNDING, [
        fundingRow({ funding_time: time + 3000, funding_rate: "0.000000000000000001", seen_at }),
        fundingRow({ market_id: 4, funding_time: time, funding_rate: null, seen_at }),
      ]);
      expect(await load()).toMatchObject(events(before.length + 1));
      const after = (await exported())
        .map(({ market_id: id, funding_rate: rate }) => [id, rate])
        .sort();
      const inSqlite = await desk.run("sqlite3", [
        ...["-json", "history.db", "SELECT market_id, funding_rate FROM funding"],
      ]);
      const rows: Record<string, unknown>[] = JSON.parse(inSqlite.stdout);
      expect(rows.map((row) => Object.values(row)).sort()).toEqual(after);
      const instance = await DuckDBInstance.create(join(desk.place, "history.duckdb"));
      const connection = await instance.connect();
      const query = "SELECT market_id, funding_rate FROM funding";
      const found = (await connection.runAndReadAll(query)).getRows();
      connection.closeSync();
      instance.closeSync();
      const plain = (rate: unknown) => (rate === null ? null : new Big(String(rate)).toFixed());
      expect(found.map(([id, rate]) => [Number(id), plain(rate)]).sort()).toEqual(
        after.map(([id, rate]) => [id, plain(rate)]).sort(),
      );
    });

    it("fails, and goes on from where it was, when the archive is not there", async () => {
      const desk = deskForTest({ ...env(), CARRY_ARCHIVE: "archive" });
      writeFileSync(join(desk.place, "seen"), "2026-05-01");
      const { code, stderr } = await desk.script("incremental.sh");
      expect([code, JSON.parse(stderr).error.exit_code]).toEqual([9, 9]);
      expect(desk.read("seen")).toBe("2026-05-01");
    });
  },
);

const DUCKDB_PROGRAM = `
const { DuckDBInstance } = require(${JSON.stringify(createRequire(import.meta.url).resolve("@duckdb/node-api"))});
const sql = require("node:fs").readFileSync(0, "utf8");
DuckDBInstance.create(process.argv[2]).then(async (instance) => {
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
});
`;

describe("positions.sql, in DuckDB", () => {
  it("has exact decimals, one row per position, and one per leg", async () => {
    const desk = deskForTest(env());
    writeFileSync(join(desk.place, "positions.ndjson"), await print("-o", "ndjson"));
    writeFileSync(join(desk.place, "legs.csv"), await print("-o", "csv"));
    const sql = readFileSync(join(SCRIPTS, "positions.sql"), "utf8")
      .replace("'positions.ndjson'", `'${desk.place}/positions.ndjson'`)
      .replace("'legs.csv'", `'${desk.place}/legs.csv'`);
    const [assets, exchanges] = await results(sql);

    const sums = (assets ?? []).map(([asset, count, known, sum]) => [
      asset,
      Number(count),
      Number(known),
      String(sum),
    ]);
    expect(sums.sort()).toEqual(await byAsset());

    const legs = (await rows()).filter(({ status }) => status === "open").flatMap((it) => it.legs);
    const counted = (exchanges ?? []).map(([exchange, count]) => [exchange, Number(count)]);
    const names = [...new Set(legs.map(({ exchange }) => exchange))].sort();
    const count = (name: string) => legs.filter(({ exchange }) => exchange === name).length;
    expect(counted).toEqual(names.map((name) => [name, count(name)]));
  });
});

/** Returns the rows of each SELECT. */
async function results(sql: string): Promise<readonly (readonly unknown[])[][]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const statements = await connection.extractStatements(sql);
  const found: (readonly unknown[])[][] = [];
  for (let at = 0; at < statements.count; at++) {
    const statement = await statements.prepare(at);
    const rows = (await statement.runAndReadAll()).getRows();
    if (at >= 2) found.push(rows);
  }
  connection.closeSync();
  instance.closeSync();
  return found;
}

describe.runIf(isInstalled("python3", ["--version"], "legs.py was"))("csv in Python", () => {
  it("is summed once per position by legs.py, and more than once over all rows", async () => {
    const desk = deskForTest(env());
    writeFileSync(join(desk.place, "legs.csv"), await print("-o", "csv"));
    const { code, stdout } = await desk.script("legs.py");
    const all = await rows();
    const perLeg = all.flatMap((row) => row.legs.map(() => row));
    expect([code, stdout]).toEqual([
      0,
      `one row per position: ${sumOf(all).toFixed(2)}\nwrong, one row per leg: ${sumOf(perLeg).toFixed(2)}\n`,
    ]);
    expect(sumOf(perLeg).eq(sumOf(all))).toBe(false);
  });

  it("of spreadsheet.sh has the cells of csv with commas, behind a byte order mark", async () => {
    const desk = deskForTest(env());
    expect((await desk.script("spreadsheet.sh")).code).toBe(0);
    writeFileSync(join(desk.place, "commas.csv"), await print("-o", "csv"));
    const program = `
import csv
def cells(name, encoding, delimiter):
    return list(csv.reader(open(name, newline="", encoding=encoding), delimiter=delimiter))
semicolons = cells("positions.csv", "utf-8-sig", ";")
print(semicolons == cells("commas.csv", "utf-8", ","), len(semicolons), semicolons[0][0])
`;
    const { stdout } = await desk.run("python3", ["-c", program]);
    const legs = (await rows()).flatMap((row) => row.legs);
    expect(stdout).toBe(`True ${legs.length + 1} position_id\n`);
    expect(desk.read("positions.csv").charCodeAt(0)).toBe(0xfeff);
  });
});
