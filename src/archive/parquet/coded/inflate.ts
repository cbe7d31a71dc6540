import { gunzipSync } from "node:zlib";
import { unsnap } from "./unsnap.js";

/** Inflates bytes to a length. @throws {Error} when they have another */
export type Inflate = (bytes: Uint8Array, length: number) => Uint8Array;

/** Most memory that is taken at once for what a header announces. */
const MOST_AT_ONCE = 1 << 20;

/**
 * Bytes that claim to be larger than announced are damaged, and must not fill the memory. The buffer
 * is that of the announced length: one of the usual 16 KiB for each of many small pages is far more.
 */
function gunzip(input: Uint8Array, outputLength: number): Uint8Array {
  const maxOutputLength = Math.max(1, outputLength);
  const chunkSize = Math.min(Math.max(64, outputLength + 1), MOST_AT_ONCE);
  return gunzipSync(input, { maxOutputLength, chunkSize });
}

const INFLATE: Readonly<Record<string, Inflate>> = {
  GZIP: gunzip,
  SNAPPY: unsnap,
  UNCOMPRESSED: (bytes) => bytes,
};

/** Returns how a codec is undone. @throws {Error} for one that is not read */
export function inflateOf(codec: string): Inflate {
  const inflate = INFLATE[codec];
  if (inflate === undefined) {
    const known = Object.keys(INFLATE).join(", ");
    throw new Error(`it is compressed with ${codec}: write it again with one of ${known}`);
  }
  return (bytes, length) => {
    const content = bytes.length === 0 ? bytes : inflate(bytes, length);
    if (content.length !== length) throw new Error("it has a page of another size than announced");
    return content;
  };
}
