import { gunzipSync } from "node:zlib";
import { type FileMetaData, parquetScan } from "hyparquet";

/** Reads columns of all rows of a file by hyparquet alone; times as numbers. */
export async function columnsByHyparquet(bytes: Uint8Array, metadata: FileMetaData) {
  const { readColumn } = await parquetScan({
    file: {
      byteLength: bytes.length,
      slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
    },
    metadata: withPlainTimes(metadata),
    compressors: {
      GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
    },
  });
  return async (column: string): Promise<(number | string | null)[]> => {
    const rows = { rowStart: 0, rowEnd: Number(metadata.num_rows) };
    return Array.from<unknown, number | string | null>(
      await readColumn({ column, ...rows }),
      (value) =>
        typeof value === "bigint" ? Number(value) : ((value ?? null) as number | string | null),
    );
  };
}

/** Times as plain integers: Date has not all of them. */
function withPlainTimes(metadata: FileMetaData): FileMetaData {
  const schema = metadata.schema.map((element) => {
    const { converted_type: _, logical_type: __, ...plain } = element;
    return element.type === "INT64" ? plain : element;
  });
  return { ...metadata, schema };
}
