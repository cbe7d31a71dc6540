import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import { BodyTooLargeError, TruncatedBodyError } from "./errors.js";

/**
 * The largest body that is read, compressed or not: a page of 500 positions is below 1 MiB, so
 * 64 MiB leaves two orders of magnitude of room and still keeps a runaway answer out of memory.
 */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** What {@link decode} understands, for the request's `accept-encoding`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

const DECODERS = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Reads a body whole.
 * @throws {BodyTooLargeError} as soon as more than {@link MAX_BODY_BYTES} have come
 */
export async function readBounded(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    parts.push(chunk);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size);
}

/**
 * Undoes the content encoding.
 * @throws {TruncatedBodyError} when the compressed data is corrupt or of an unknown kind
 * @throws {BodyTooLargeError} when it would unpack to more than {@link MAX_BODY_BYTES}
 */
export async function decode(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  const name = (encoding ?? "identity").trim().toLowerCase();
  if (name === "identity" || name === "" || body.length === 0) return body;
  if (!Object.hasOwn(DECODERS, name)) {
    throw new TruncatedBodyError(`the answer is encoded as "${name}", which was not asked for`);
  }
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new TruncatedBodyError(`the answer's ${name} compression is corrupt`, { cause: error });
  }
}

function tooLarge(): BodyTooLargeError {
  return new BodyTooLargeError(
    `the answer is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB and was abandoned`,
  );
}
