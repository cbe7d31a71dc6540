import { gunzipSync } from "node:zlib";

/** Inflates bytes to a length. @throws {Error} when they have another */
export type Inflate = (bytes: Uint8Array, length: number) => Uint8Array;

/** Maximum bytes that are allocated at once for a length that a header announces. */
const MOST_AT_ONCE = 1 << 20;

/**
 * Inflates at most the announced length, so that damaged bytes do not fill the memory. The buffer has
 * that length, since zlib's usual 16 KiB for each of many small pages are far more.
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

/** Returns the function that inflates a codec. @throws {Error} for a codec that is not read */
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

/**
 * Inflates bytes in Snappy's format.
 * @param length announced length of the content, within bounds
 * @throws {Error} for other bytes, or content of another length
 */
function unsnap(bytes: Uint8Array, length: number): Uint8Array {
  let at = 0;
  const byte = (): number => bytes[at++] ?? fail();
  const little = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) value += byte() * 2 ** (8 * index);
    return value;
  };
  while (byte() > 0x7f); // the length, which is also in the header of the page
  const content = new Uint8Array(length);
  let filled = 0;
  while (at < bytes.length) {
    const tag = byte();
    const kind = tag & 3;
    const high = tag >> 2;
    if (kind === 0) {
      const size = (high < 60 ? high : little(high - 59)) + 1;
      if (size > bytes.length - at || size > length - filled) fail();
      content.set(bytes.subarray(at, at + size), filled);
      at += size;
      filled += size;
      continue;
    }
    const size = kind === 1 ? (high & 7) + 4 : high + 1;
    const back = kind === 1 ? ((tag >> 5) << 8) + byte() : little(kind === 2 ? 2 : 4);
    if (back === 0 || back > filled || size > length - filled) fail();
    for (let end = filled + size; filled < end; filled++) {
      content[filled] = content[filled - back] ?? 0;
    }
  }
  if (filled !== length) fail();
  return content;
}

function fail(): never {
  throw new Error("it has damaged bytes in Snappy's format");
}
