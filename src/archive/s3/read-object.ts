import { ArchiveError } from "../errors.js";
import type { S3Answer, S3Connection } from "./connection.js";
import { NO_S3 } from "./refusal.js";

/** How much is asked for at once: the transport gives up on bodies twice as large. */
const PART_BYTES = 8 * 1024 * 1024;

/** How often reading begins again when the object is replaced meanwhile. */
const ATTEMPTS = 5;

/**
 * Reads an object, or bytes `start` to `end` (exclusive) of it, in parts.
 * @returns undefined when it is not there
 * @throws as {@link S3Connection.send}
 */
export async function readObject(
  connection: S3Connection,
  name: string,
  range: { readonly start: number; readonly end: number } = { start: 0, end: Infinity },
): Promise<Uint8Array | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await readParts(connection, name, range);
    if (bytes !== "replaced") return bytes;
  }
  throw new ArchiveError(
    "archive",
    `cannot read ${name} of ${connection.location.where}: it is replaced each time it is read`,
  );
}

async function readParts(
  connection: S3Connection,
  name: string,
  range: { readonly start: number; readonly end: number },
): Promise<Uint8Array | undefined | "replaced"> {
  const parts: Buffer[] = [];
  let { start, end } = range;
  let etag: string | undefined;
  while (start < end || parts.length === 0) {
    const last = Math.max(start, Math.min(end, start + PART_BYTES) - 1);
    const answer = await connection.send(
      {
        method: "GET",
        action: `read ${name} of`,
        name,
        headers: { range: `bytes=${start}-${last}`, ...(etag && { "if-match": etag }) },
      },
      ["NoSuchKey", "InvalidRange", "PreconditionFailed"],
    );
    if (answer.code === "NoSuchKey") return etag === undefined ? undefined : "replaced";
    if (answer.code === "PreconditionFailed") return "replaced";
    if (answer.code === "InvalidRange") break; // the object ends before it
    const { body, size } = readPart(answer, start, connection);
    parts.push(body.subarray(0, Math.max(0, end - start)));
    end = Math.min(end, size);
    start += body.length;
    etag = answer.headers.etag;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** The bytes from `start` on that have come, and the size of the whole object. */
function readPart(
  { status, headers, body }: S3Answer,
  start: number,
  { location }: S3Connection,
): { readonly body: Buffer; readonly size: number } {
  // Without support for ranges the whole object comes.
  if (status === 200) return { body: body.subarray(start), size: body.length };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  if (Number(from) === start && total !== undefined && body.length > 0) {
    return { body, size: Number(total) };
  }
  throw new ArchiveError(
    "archive_unreachable",
    `cannot read an object of ${location.where}: other bytes came than were asked for`,
    NO_S3,
  );
}
