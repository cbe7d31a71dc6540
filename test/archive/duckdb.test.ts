import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { NOW } from "../support/now.js";
import {
  archiveOfVersions,
  documentedQuery,
  documentedView,
  plain,
  sumsOf,
  sumsQuery,
} from "./sql.js";

it("has the same sums in DuckDB with the SQL of docs/archive.md, now and as of a time", async () => {
  const archive = await archiveOfVersions();
  const instance = await DuckDBInstance.create(":memory:");
  const database = await instance.connect();
  await database.run("SET TimeZone = 'UTC'");
  await database.run(documentedView("read_parquet", join(archive.path, "funding")));
  const decimal = (column: string) => `CAST(${column} AS DECIMAL(38,18))`;
  const sums = async (asOf?: number) => {
    const sql = sumsQuery(documentedQuery(asOf), decimal);
    const reader = await database.runAndReadAll(
      `SELECT events, CAST(rates AS TEXT) AS rates, CAST(marks AS TEXT) AS marks FROM (${sql})`,
    );
    return plain(reader.getRowObjectsJson()[0]);
  };
  expect(await sums()).toEqual(await sumsOf(archive));
  const early = await sums(NOW + 60_000);
  expect(early.events).toBe((await sums()).events);
  expect(early.rates).not.toBe((await sums()).rates);
});
