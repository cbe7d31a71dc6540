import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import type { Batch } from "../../src/archive/parquet/batch.js";
import { openTableFile } from "../../src/archive/parquet/read.js";
import { schemaOf } from "../../src/archive/parquet/schema.js";
import { createTableWriter, fileOf, ROW_GROUP } from "../../src/archive/parquet/write.js";
import { type ColumnSpec, TABLES, type Table } from "../../src/archive/tables.js";
import { VERSION } from "../../src/base/version.js";

describe("a file of the archive", () => {
  it("has the bytes that hyparquet-writer gives it, for random rows of every table, and is read", async () => {
    const tables = fc.constantFrom<Table>(...Object.values(TABLES));
    const cases = tables.chain((table) => fc.tuple(fc.constant(table), batchOf(table)));
    await fc.assert(
      fc.asyncProperty(cases, async ([table, batch]) => {
        const bytes = await fileOf(table, batch);
        expect(digest(bytes)).toBe(digest(slowFileOf(table, batch)));
        expect(await rowsIn(table, bytes)).toBe(batch.length);
      }),
      { numRuns: 60 },
    );
  });

  it("has them too for columns with much text, which take several pages", async () => {
    const raw = Array.from(
      { length: 3000 },
      (_, index) => `{"n":${index},"x":"${"é".repeat(900)}"}`,
    );
    const batch = marketsOf(raw);
    expect(digest(await fileOf(TABLES.markets, batch))).toBe(
      digest(slowFileOf(TABLES.markets, batch)),
    );
  });

  it("has them too for rows of several row groups and batches", async () => {
    const raw = Array.from({ length: ROW_GROUP + 10 }, (_, index) => String(index % 700));
    const writer = await createTableWriter(TABLES.markets);
    writer.write(marketsOf(raw));
    writer.write(marketsOf(["last"]));
    const found = await writer.finish();
    expect(digest(found)).toBe(
      digest(slowFileOf(TABLES.markets, marketsOf(raw), marketsOf(["last"]))),
    );
  });

  it("is refused for a number that its column cannot have", async () => {
    for (const id of [1.5, Number.NaN, 2 ** 63, null]) {
      const columns = { market_id: [id], seen_at: [1], raw: ["{}"] };
      await expect(
        fileOf(TABLES.markets, { length: 1, columns } as unknown as Batch),
      ).rejects.toThrow();
    }
  });
});

async function rowsIn(table: Table, bytes: Uint8Array): Promise<number> {
  let rows = 0;
  const file = await openTableFile(table, "a.parquet", bytes);
  for await (const { length } of file.columns()) rows += length;
  return rows;
}

function marketsOf(raw: readonly string[]): Batch {
  const ids = raw.map((_, index) => Math.floor(index / 3));
  const columns = { market_id: ids, seen_at: raw.map(() => 1_800_000_000_000), raw };
  return { length: raw.length, columns } as unknown as Batch;
}

/** Runs of values of few kinds and of many, so that columns with and without a dictionary come. */
function batchOf(table: Table): fc.Arbitrary<Batch> {
  return fc.integer({ min: 1, max: 400 }).chain((length) =>
    fc
      .tuple(...Object.values(table.columns).map((spec) => columnOf(spec, length)))
      .map((columns) => ({
        length,
        columns: Object.fromEntries(
          Object.keys(table.columns).map((name, index) => [name, columns[index]]),
        ) as unknown as Batch["columns"],
      })),
  );
}

function columnOf(spec: ColumnSpec, length: number) {
  const value = inColumn(spec);
  const exactly = { minLength: length, maxLength: length };
  return fc.oneof(
    fc.array(value, exactly),
    fc
      .tuple(fc.array(value, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(), exactly))
      .map(([few, picks]) => picks.map((pick) => few[pick % few.length] ?? null)),
    value.map((only) => Array.from({ length }, () => only)),
  );
}

function inColumn({ kind, nullable }: ColumnSpec): fc.Arbitrary<string | number | null> {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.double().map(String));
  const number: fc.Arbitrary<string | number> = {
    text,
    small: fc.integer(),
    integer: fc.oneof(fc.maxSafeInteger(), fc.constantFrom(-(2 ** 63), 2 ** 62)),
    time: fc.maxSafeInteger(),
  }[kind];
  return nullable ? fc.option(number, { freq: 3, nil: null }) : number;
}

/** The slow way: hyparquet-writer with a BigInt for each number. */
function slowFileOf(table: Table, ...batches: Batch[]): Uint8Array {
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: schemaOf(table),
    codec: "GZIP",
    compressors: { GZIP: (input: Uint8Array) => gzipSync(input) },
    createdBy: `carry-cli ${VERSION}`,
    kvMetadata: [
      { key: "carry.table", value: table.name },
      { key: "carry.format", value: "2" },
    ],
  });
  for (const { columns } of batches) {
    const columnData = Object.entries(table.columns).map(([name, { kind }]) => ({
      name,
      data: Array.from(columns[name] as ArrayLike<string | number | null>, (value) =>
        (kind === "integer" || kind === "time") && value !== null ? BigInt(value) : value,
      ),
      statistics: kind !== "text",
    }));
    file.write({ columnData, rowGroupSize: ROW_GROUP });
  }
  file.finish();
  return writer.getBytes();
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
