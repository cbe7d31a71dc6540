import type { FileMetaData, ParquetScan } from "hyparquet";
import type { ColumnSpec } from "../tables.js";
import type { Values } from "./batch.js";
import { gunzip } from "./coded/gunzip.js";
import { decodeText } from "./coded/texts.js";
import { withPlainTimes } from "./schema.js";

/** Rows of a file: `rowStart` inclusive, `rowEnd` exclusive. */
export interface RowsOfFile {
  readonly rowStart: number;
  readonly rowEnd: number;
}

/** Reads a column of some rows of a file. */
export type ReadColumn = (column: string, spec: ColumnSpec, rows: RowsOfFile) => Promise<Values>;

/** Returns how columns are read that any program may have written. */
export function anyColumnReader(bytes: Uint8Array, metadata: FileMetaData): ReadColumn {
  let scan: Promise<ParquetScan> | undefined;
  return async (column, spec, rows) => {
    scan ??= scanOf(bytes, metadata);
    const { readColumn } = await scan;
    return decoded(await readColumn({ column, ...rows }), spec, rows.rowEnd - rows.rowStart);
  };
}

async function scanOf(bytes: Uint8Array, metadata: FileMetaData): Promise<ParquetScan> {
  const { parquetScan } = await import("hyparquet");
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end = bytes.length) => part(bytes, start, end),
  };
  return parquetScan({
    file,
    metadata: withPlainTimes(metadata),
    compressors: { GZIP: gunzip },
    parsers: { stringFromBytes: (text: Uint8Array | undefined) => text && decodeText(text) },
  });
}

/** A Buffer's own slice() would share the memory, with another offset. */
function part({ buffer, byteOffset }: Uint8Array, start: number, end: number): ArrayBuffer {
  return buffer.slice(byteOffset + start, byteOffset + end) as ArrayBuffer;
}

function decoded(data: ArrayLike<unknown>, spec: ColumnSpec, length: number): Values {
  if (data.length !== length) throw new Error("it has fewer values than rows");
  const kind = spec.kind === "text" ? "string" : spec.kind === "small" ? "number" : "bigint";
  const required = kind === "string" ? new Array<string>(length) : new Float64Array(length);
  const values: (number | string | null)[] | Float64Array = spec.nullable
    ? new Array<number | string | null>(length)
    : required;
  for (let index = 0; index < length; index++) {
    const value = data[index] ?? null;
    if (value === null ? !spec.nullable : typeof value !== kind) {
      throw new Error("it has a value of another type");
    }
    values[index] = (typeof value === "bigint" ? Number(value) : value) as never;
  }
  return values;
}
