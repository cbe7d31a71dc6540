import { promisify } from "node:util";
import { BodyTooLargeError, TruncatedBodyError } from "./errors.js";

/**
 * The largest body that is read, compressed or not: a page of 500 positions is below 1 MiB, so
 * 64 MiB leaves two orders of magnitude of room and still keeps a runaway answer out of memory.
 */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** What {@link decode} understands, for the request's `accept-encoding`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Loaded for an answer that is compressed. */
async function loadDecoders(): Promise<Readonly<Record<string, Decoder>>> {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import("node:zlib");
  const withHeader: Decoder = promisify(inflate);
  const raw: Decoder = promisify(inflateRaw);
  return {
    gzip: promisify(gunzip),
    "x-gzip": promisify(gunzip),
    // RFC 9110, 8.4.1.2: some send the deflate format without the zlib one around it.
    deflate: (body, options) => (hasZlibHeader(body) ? withHeader : raw)(body, options),
    br: promisify(brotliDecompress),
  };
}

/**
 * Reads a body whole.
 * @param announced its `content-length`
 * @throws {BodyTooLargeError} as soon as more than {@link MAX_BODY_BYTES} have come, or are announced
 */
export async function readBounded(
  chunks: AsyncIterable<Buffer> & { destroy(): unknown },
  announced: string | undefined,
): Promise<Buffer> {
  if (Number(announced) > MAX_BODY_BYTES) {
    chunks.destroy();
    throw tooLarge();
  }
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
  const decoders = await loadDecoders();
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decoder === undefined) {
    throw new TruncatedBodyError(`the answer is encoded as "${name}", which was not asked for`);
  }
  try {
    return await decoder(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new TruncatedBodyError(`the answer's ${name} compression is corrupt`, { cause: error });
  }
}

/** RFC 1950, 2.2: the method is 8, and the first two bytes are a multiple of 31. */
function hasZlibHeader(body: Buffer): boolean {
  return body.length >= 2 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

function tooLarge(): BodyTooLargeError {
  return new BodyTooLargeError(
    `the answer is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB and was abandoned`,
  );
}
