import fc from "fast-check";
import { type FileMetaData, parquetMetadata } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { batchOf, type Values } from "../../src/archive/parquet/batch.js";
import { valuesOf } from "../../src/archive/parquet/coded/column.js";
import { createCodedReader } from "../../src/archive/parquet/coded/read-coded.js";
import { schemaOf } from "../../src/archive/parquet/schema.js";
import { fileOf } from "../../src/archive/parquet/write.js";
import { type ColumnSpec, FUNDING } from "../../src/archive/tables.js";
import { NOW } from "../support/now.js";
import { columnsByHyparquet } from "./by-hyparquet.js";
import { fundingRow } from "./temp-archive.js";

const COLUMNS = Object.entries<ColumnSpec>(FUNDING.columns);

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("0.0001", "0.00010000", null) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 90 }) },
);

/** Few values of each column, or many, so that dictionaries of all widths are written, and none. */
const row = (most: number) =>
  fc
    .record({
      market_id: fc.oneof(fc.nat(most), fc.constantFrom(Number.MAX_SAFE_INTEGER, -1)),
      funding_time: fc.nat(most * 1000),
      funding_time_text: fc.constant(null),
      funding_rate: text,
      mark_price: most > 10 ? fc.nat(most).map(String) : fc.constantFrom("1", "2"),
      funding_interval: fc.constantFrom(1, 8, null, -(2 ** 31)),
      seen_at: fc.constant(NOW),
      raw: fc.option(fc.string({ maxLength: 20 }), { freq: most }),
    })
    .map(fundingRow);

const rows = fc
  .constantFrom(2, 40, 5000)
  .chain((most) => fc.array(row(most), { minLength: 1, maxLength: 300, size: "max" }));

/** Returns a file without compression, in which damage is not found by a checksum. */
function plainFile(batch: ReturnType<typeof batchOf<typeof FUNDING>>): Uint8Array {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(FUNDING), codec: "UNCOMPRESSED" });
  const columnData = COLUMNS.map(([name, { kind }]) => ({
    name,
    data: Array.from(batch.columns[name as keyof typeof batch.columns] as Values, (value) =>
      typeof value === "number" && kind !== "small" ? BigInt(value) : value,
    ),
  }));
  file.write({ columnData });
  file.finish();
  return writer.getBytes();
}

/** Reads a column as carry does; undefined when it is refused. */
async function quickly(bytes: Uint8Array, metadata: FileMetaData, name: string, spec: ColumnSpec) {
  const read = await createCodedReader();
  const [group] = metadata.row_groups;
  const element = metadata.schema.find((it) => it.name === name);
  if (group === undefined || element === undefined) return expect.unreachable();
  try {
    return Array.from(valuesOf(read(bytes, group, element, spec.kind), spec));
  } catch {
    return undefined;
  }
}

describe("columns that are read by the places of their values", () => {
  it("have the values that hyparquet reads, in every file that carry writes", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const batch = batchOf(FUNDING, some);
        for (const bytes of [await fileOf(FUNDING, batch), plainFile(batch)]) {
          const metadata = parquetMetadata(bytes);
          for (const [name, spec] of COLUMNS) {
            const found = await quickly(bytes, metadata, name, spec);
            expect(found).toEqual(await (await columnsByHyparquet(bytes, metadata))(name));
            expect(found).toEqual(some.map((it) => it[name as keyof typeof it]));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("have no other values than hyparquet reads, however a file is damaged", async () => {
    let [believed, left] = [0, 0];
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(rows, damage, fc.boolean(), async (some, bytesOf, isPlain) => {
        const batch = batchOf(FUNDING, some);
        const bytes = Uint8Array.from(isPlain ? plainFile(batch) : await fileOf(FUNDING, batch));
        const metadata = parquetMetadata(bytes);
        const end = bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
        for (const [place, byte] of bytesOf) bytes[4 + Math.floor(place * (end - 4))] = byte;
        for (const [name, spec] of COLUMNS) {
          const found = await quickly(bytes, metadata, name, spec);
          if (found === undefined) left++;
          else {
            believed++;
            expect(found).toEqual(await (await columnsByHyparquet(bytes, metadata))(name));
          }
        }
      }),
      { numRuns: 400 },
    );
    expect(believed).toBeGreaterThan(0);
    expect(left).toBeGreaterThan(0);
  }, 60_000);
});
