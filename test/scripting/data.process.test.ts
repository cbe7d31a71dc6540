import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import Big from "big.js";
import { describe, expect, it } from "vitest";
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
