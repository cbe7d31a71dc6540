import fc from "fast-check";
import { parquetMetadata } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { describe, expect, it } from "vitest";
import { ArchiveError } from "../../src/archive/errors.js";
import { batchOf, type Values } from "../../src/archive/parquet/batch.js";
import { openTableFile } from "../../src/archive/parquet/read.js";
import { schemaOf } from "../../src/archive/parquet/schema.js";
import { fileOf } from "../../src/archive/parquet/write.js";
import { FUNDING, type FundingRow } from "../../src/archive/tables.js";
import { BOUNDS } from "../../src/base/bounds.js";
import { NOW } from "../support/now.js";
import { columnsByHyparquet } from "./by-hyparquet.js";
import { fundingRow } from "./temp-archive.js";

type Columns = Readonly<Record<string, readonly (number | string | null)[]>>;
type Only = ReadonlySet<number> | undefined;

/** Reads a file as carry does, all row groups together. */
async function read(bytes: Uint8Array, values?: Only): Promise<Columns> {
  const file = await openTableFile(FUNDING, "a.parquet", bytes);
  const only = values && ({ column: "market_id", values } as const);
  const found = emptyColumns();
  for await (const { columns } of file.batches({ only })) {
    for (const [name, own] of Object.entries<Values>(columns))
      found[name]?.push(...Array.from(own));
  }
  return found;
}

/** Reads all rows with hyparquet. */
async function readSlowly(bytes: Uint8Array): Promise<Columns> {
  const metadata = parquetMetadata(bytes);
  const columnOf = await columnsByHyparquet(bytes, metadata);
  const names = Object.keys(FUNDING.columns);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await columnOf(name)] as const)),
  );
}

const emptyColumns = () =>
  Object.fromEntries(
    Object.keys(FUNDING.columns).map((name) => [name, [] as (number | string | null)[]]),
  );

const text = fc.option(
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("0.0001", "-0.000002", "60000.10", "") },
    { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 90 }) },
    { weight: 1, arbitrary: fc.constantFrom("1".repeat(5000), "\uFEFFx") },
  ),
);
const whole = fc.oneof(fc.nat(5), fc.maxSafeInteger());
const row: fc.Arbitrary<FundingRow> = fc.record({
  market_id: fc.nat(6),
  funding_time: fc.oneof(fc.constant(NOW), whole),
  funding_time_text: text,
  funding_rate: text,
  mark_price: text,
  funding_interval: fc.option(fc.oneof(fc.nat(8), fc.integer())),
  seen_at: whole,
  raw: fc.constant(null),
});
const rows = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((all) => all.sort((a, b) => a.market_id - b.market_id));

const bytesOf = (all: readonly FundingRow[]) => fileOf(FUNDING, batchOf(FUNDING, all));

describe("a file of the archive", () => {
  it("is read as hyparquet reads it", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        const bytes = await bytesOf(all);
        const found = await read(bytes);
        expect(found).toEqual(await readSlowly(bytes));
        expect(found.market_id).toEqual(all.map((it) => it.market_id));
      }),
      { numRuns: 150 },
    );
  });

  it("has the rows of the markets that are asked for, and no others", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.uniqueArray(fc.nat(8)), async (all, ids) => {
        const wanted = new Set(ids);
        const left = all.filter((it) => wanted.has(it.market_id));
        const expected = left.length === 0 ? emptyColumns() : await read(await bytesOf(left));
        expect(await read(await bytesOf(all), wanted)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it("is read alike in pages and row groups of any size, compressed or not", async () => {
    const all = Array.from({ length: 3000 }, (_, n) =>
      fundingRow({
        market_id: Math.floor(n / 700),
        funding_time: NOW + n * 3_600_000,
        funding_rate: n % 7 === 3 ? null : `0.${n}`,
        mark_price: `${n % 50}.5`,
        funding_interval: n % 11 === 0 ? null : 8,
      }),
    );
    const expected = await read(await bytesOf(all));
    for (const [codec, pageSize, rowGroupSize] of [
      ["UNCOMPRESSED", 500, 1000],
      ["SNAPPY", 900, 3000],
      ["UNCOMPRESSED", 1_000_000, 999],
    ] as const) {
      const bytes = otherFile(all, { codec, pageSize, rowGroupSize });
      expect(await read(bytes)).toEqual(expected);
      expect((await read(bytes, new Set([2]))).funding_rate).toEqual(
        expected.funding_rate?.slice(1400, 2100),
      );
    }
  });
});

/** Replaces a byte of a file, and reads it. */
async function readDamaged(bytes: Uint8Array, at: number, by: number): Promise<Columns | string> {
  const damaged = Uint8Array.from(bytes);
  damaged[at] = (damaged[at] ?? 0) ^ by;
  try {
    return await read(damaged);
  } catch (error) {
    return error instanceof ArchiveError ? error.message : `not refused: ${error}`;
  }
}

describe("a file of the archive with any byte changed", () => {
  const some = Array.from({ length: 12 }, (_, n) =>
    fundingRow({ market_id: n % 3, funding_time: NOW + n, funding_rate: n % 2 ? null : `0.${n}` }),
  ).sort((a, b) => a.market_id - b.market_id);

  it("is read or refused, and never read without an end", async () => {
    const bytes = await bytesOf(some);
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const by of [0x01, 0x80, 0xff]) {
        const found = await readDamaged(bytes, at, by);
        if (typeof found !== "string") continue;
        expect(found, `byte ${at}`).toMatch(
          /^the archive has a damaged or foreign file: a\.parquet: /,
        );
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(bytes.length);
  });
});

describe("a column with much text", () => {
  it("is read from all its pages", async () => {
    const texts = Array.from({ length: 3000 }, (_, n) =>
      n % 5 ? `${n} ${"é".repeat(450)}` : null,
    );
    const all = texts.map((raw) => fundingRow({ raw }));
    expect((await read(await bytesOf(all))).raw).toEqual(texts);
  });
});

describe("a file of long texts", () => {
  it("has row groups that are read one by one within the bounds", async () => {
    const all = Array.from({ length: 80 }, (_, n) =>
      fundingRow({ raw: `${n}${"é".repeat(1 << 20)}` }),
    );
    const bytes = await bytesOf(all);
    const { row_groups: groups } = parquetMetadata(bytes);
    const sizes = groups.map(({ total_byte_size: size }) => Number(size));
    expect(Math.max(...sizes)).toBeLessThan(BOUNDS.archive.groupContentBytes / 2);
    expect(groups.length).toBeGreaterThan(1);
    expect((await read(bytes)).raw).toEqual(all.map(({ raw }) => raw));
  });

  it("is not written when it could not be read", async () => {
    const raw = "x".repeat(BOUNDS.archive.groupContentBytes + 1);
    await expect(bytesOf([fundingRow({ raw })])).rejects.toThrow(
      /^rows of funding fit in no file: it announces \d+ bytes in a row group; at most 67108864/,
    );
  });
});

interface Shape {
  readonly codec: "UNCOMPRESSED" | "SNAPPY";
  readonly pageSize: number;
  readonly rowGroupSize: number;
}

/** Returns a file as another program may write it. */
function otherFile(all: readonly FundingRow[], { codec, pageSize, rowGroupSize }: Shape) {
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(FUNDING), codec });
  const columnData = Object.entries(FUNDING.columns).map(([name, { kind }]) => ({
    name,
    data: all.map((it) => {
      const value = it[name as keyof FundingRow];
      return typeof value === "number" && kind !== "small" ? BigInt(value) : value;
    }),
  }));
  file.write({ columnData, rowGroupSize, pageSize });
  file.finish();
  return new Uint8Array(writer.getBytes());
}
