import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { parquetMetadata } from "hyparquet";
import { describe, expect, it } from "vitest";
import { valuesOf } from "../../src/archive/parquet/coded/column.js";
import { createCodedReader } from "../../src/archive/parquet/coded/read-coded.js";
import { openTableFile } from "../../src/archive/parquet/read.js";
import type { ColumnKind } from "../../src/archive/tables.js";
import { FUNDING } from "../../src/archive/tables.js";
import { dataPage, forged } from "./forged.js";
import { tempDirectory } from "./temp-archive.js";

/** Kinds and values of the columns of row `n`, of which DuckDB makes the same. */
const COLUMNS: Readonly<
  Record<string, readonly [kind: ColumnKind, sql: string, value: (n: number) => unknown]>
> = {
  regular: ["integer", "n * 1000003", (n) => n * 1_000_003],
  few: ["integer", "n % 7", (n) => n % 7],
  gaps: ["small", "CASE WHEN n % 5 = 0 THEN NULL ELSE n::INTEGER END", (n) => (n % 5 ? n : null)],
  nothing: ["small", "NULL::INTEGER", () => null],
  words: ["text", "'w' || (n % 300)", (n) => `w${n % 300}`],
  texts: [
    "text",
    "CASE WHEN n % 3 = 0 THEN NULL ELSE 'é' || n END",
    (n) => (n % 3 ? `é${n}` : null),
  ],
};

async function duckdbFile(options: string): Promise<Uint8Array> {
  const path = join(tempDirectory(), "a.parquet");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const columns = Object.entries(COLUMNS).map(([name, [, sql]]) => `${sql} AS ${name}`);
  const query = `SELECT ${columns.join(", ")} FROM (SELECT unnest(range(9000)) AS n)`;
  await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet, ${options})`);
  connection.closeSync();
  return readFileSync(path);
}

async function readAll(bytes: Uint8Array): Promise<Record<string, unknown[]>> {
  const { schema, row_groups } = parquetMetadata(bytes);
  const read = await createCodedReader();
  const found: Record<string, unknown[]> = {};
  for (const [name, [kind]] of Object.entries(COLUMNS)) {
    const element = schema.find((it) => it.name === name) ?? expect.unreachable();
    found[name] = row_groups.flatMap((group) =>
      Array.from(valuesOf(read(bytes, group, element, kind), { nullable: true })),
    );
  }
  return found;
}

const EXPECTED = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, [, , value]]) => [
    name,
    Array.from({ length: 9000 }, (_, n) => value(n)),
  ]),
);

describe("a file of another program", () => {
  it.each(["uncompressed", "snappy", "gzip"])(
    "is read as DuckDB writes it with %s, with dictionaries and without",
    async (codec) => {
      for (const limit of ["", ", DICTIONARY_SIZE_LIMIT 0"]) {
        const bytes = await duckdbFile(`COMPRESSION ${codec}, ROW_GROUP_SIZE 4096${limit}`);
        expect(await readAll(bytes)).toEqual(EXPECTED);
      }
    },
  );

  it("is refused by the name of its codec or encoding, with what is read", async () => {
    await expect(duckdbFile("COMPRESSION zstd").then(readAll)).rejects.toThrow(
      "it is compressed with ZSTD: write it again with one of GZIP, SNAPPY, UNCOMPRESSED",
    );
    await expect(duckdbFile("PARQUET_VERSION V2").then(readAll)).rejects.toThrow(
      /it is encoded as DELTA_\w+: write it again as PLAIN or RLE_DICTIONARY/,
    );
  });

  it("is refused by its name, and the column", async () => {
    const page = dataPage(2, Uint8Array.of(1, 2, 3));
    const bytes = forged({ rows: 2, columns: { seen_at: { pages: [page] } } });
    const read = async () => {
      for await (const _ of (await openTableFile(FUNDING, "funding/a.parquet", bytes)).columns());
    };
    await expect(read()).rejects.toThrow(
      "funding/a.parquet: column seen_at: it has a page of another number of values",
    );
  });
});
