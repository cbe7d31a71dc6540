import { gunzipSync } from "node:zlib";

/** Most memory that is taken at once for what a header announces. */
const MOST_AT_ONCE = 1 << 20;

/**
 * Bytes that claim to be larger than announced are damaged, and must not fill the memory. The buffer
 * is that of the announced length: one of the usual 16 KiB for each of many small pages is far more.
 */
export function gunzip(input: Uint8Array, outputLength: number): Uint8Array {
  const maxOutputLength = Math.max(1, outputLength);
  const chunkSize = Math.min(Math.max(64, outputLength + 1), MOST_AT_ONCE);
  return gunzipSync(input, { maxOutputLength, chunkSize });
}
