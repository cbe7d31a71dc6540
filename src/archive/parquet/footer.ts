import type { ColumnMetaData, FileMetaData } from "hyparquet";
import { BOUNDS } from "../../base/bounds.js";
import { endOfRecord } from "./thrift.js";

const { fileRows, fileContentBytes, footer, groupRows, groupContentBytes } = BOUNDS.archive;

/** `PAR1`, with which a file begins and ends. */
export const MAGIC = 0x31524150;

/** Bytes at the end of a file: the length of its footer, and `PAR1`. */
const TAIL = 8;

/**
 * Reads the footer of a file.
 * @throws {Error} when it is no footer, or announces more than {@link BOUNDS} or than the file has
 */
export async function readFooter(bytes: Uint8Array): Promise<FileMetaData> {
  const { parquetMetadata } = await import("hyparquet");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - TAIL;
  if (end < 0 || view.getUint32(end + 4, true) !== MAGIC) {
    throw new Error("it is no Parquet file, or not all of one");
  }
  const length = view.getUint32(end, true);
  const start = end - length;
  if (start < 0) throw new Error("it has less than its footer");
  if (length > footer.bytes) throw new Error(`it has a footer of ${length} bytes`);
  if (endOfRecord(bytes, start, end, footer) !== end) throw new Error("it has a damaged footer");
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  assertBounded(metadata, start);
  return metadata;
}

/** @param end of the columns, where the footer begins */
function assertBounded({ num_rows, row_groups: groups }: FileMetaData, end: number): void {
  wholeOf(num_rows, fileRows, "rows");
  const spans: { readonly start: number; readonly end: number }[] = [];
  let total = 0;
  for (const { columns, num_rows } of groups) {
    wholeOf(num_rows, groupRows, "rows in a row group");
    let size = 0;
    for (const { meta_data: chunk } of columns) {
      if (chunk === undefined) continue; // encrypted
      size += wholeOf(chunk.total_uncompressed_size, groupContentBytes, "bytes in a row group");
      spans.push(spanOf(chunk));
    }
    total += wholeOf(size, groupContentBytes, "bytes in a row group");
  }
  wholeOf(total, fileContentBytes, "bytes without compression");
  spans.sort((a, b) => a.start - b.start);
  for (const [index, span] of spans.entries()) {
    if (span.end <= (spans[index + 1]?.start ?? end)) continue;
    throw new Error("it has columns that lie upon one another");
  }
}

/** Returns where the pages of a column of a row group are. */
export function spanOf(chunk: ColumnMetaData): { readonly start: number; readonly end: number } {
  const start = wholeOf(
    chunk.dictionary_page_offset || chunk.data_page_offset,
    BOUNDS.archive.rowsBytes,
    "bytes",
  );
  const length = wholeOf(chunk.total_compressed_size, BOUNDS.archive.rowsBytes, "bytes");
  return { start, end: start + length };
}

/**
 * Returns a number that a file announces.
 * @param what it counts, for the message
 * @throws {Error} unless it is a whole number from 0 to a bound
 */
export function wholeOf(value: unknown, most: number, what: string): number {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= most) {
    return number;
  }
  throw new Error(`it announces ${number} ${what}; at most ${most} are read`);
}
