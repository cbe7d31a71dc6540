import { promisify } from "node:util";
import { BOUNDS } from "../../base/bounds.js";
import { shortened } from "../../base/safe-text.js";
import { BodyTooLargeError, TruncatedBodyError } from "../errors.js";

const { bodyBytes: MAX_BODY_BYTES, asideBytes: MAX_ASIDE_BYTES } = BOUNDS.service;

/** Encodings that {@link decode} supports, for the `accept-encoding` header. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** Loads the decoders on the first compressed answer. */
async function loadDecoders(): Promise<Readonly<Record<string, Decoder>>> {
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import("node:zlib");
  const withHeader: Decoder = promisify(inflate);
  const raw: Decoder = promisify(inflateRaw);
  return {
    gzip: promisify(gunzip),
    "x-gzip": promisify(gunzip),
    // RFC 9110, 8.4.1.2: some servers send raw deflate data without the zlib header.
    deflate: (body, options) => (hasZlibHeader(body) ? withHeader : raw)(body, options),
    br: promisify(brotliDecompress),
  };
}

/**
 * Reads a complete body; `announced` is its `content-length`.
 * @throws {BodyTooLargeError} once more than {@link MAX_BODY_BYTES} are announced or received
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
 * Decodes the content encoding.
 * @throws {TruncatedBodyError} if the compressed data is corrupt or the encoding unknown
 * @throws {BodyTooLargeError} if the decoded body exceeds the most that is read
 */
export async function decode(
  body: Buffer,
  encoding: string | undefined,
  redact: (text: string) => string,
  most = MAX_BODY_BYTES,
): Promise<Buffer> {
  const name = (encoding ?? "").trim().toLowerCase();
  if (name === "" || name === "identity" || body.length === 0) return body;
  const decoders = await loadDecoders();
  const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
  if (decoder === undefined) {
    const quoted = shortened(redact(name), BOUNDS.quoted.value);
    throw new TruncatedBodyError(`the answer is encoded as "${quoted}", which was not requested`);
  }
  try {
    return await decoder(body, { maxOutputLength: most });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    throw new TruncatedBodyError(`the answer's ${name} compression is corrupt`, { cause: error });
  }
}

/**
 * Reads the body of an answer outside 2xx: its first {@link MAX_ASIDE_BYTES}, as far as they arrive
 * before the signal is aborted and can be decoded. Never throws.
 */
export async function readAside(
  chunks: AsyncIterable<Buffer> & { destroy(): unknown },
  encoding: string | undefined,
  redact: (text: string) => string,
  signal: AbortSignal,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const stop = () => chunks.destroy();
  signal.addEventListener("abort", stop);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      parts.push(chunk);
      size += chunk.length;
      if (size >= MAX_ASIDE_BYTES) break; // closes the connection unless the body is complete
    }
  } catch {
    // keeps what has arrived
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const body = Buffer.concat(parts).subarray(0, MAX_ASIDE_BYTES);
  return decode(body, encoding, redact, MAX_ASIDE_BYTES).catch(() => Buffer.alloc(0));
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
