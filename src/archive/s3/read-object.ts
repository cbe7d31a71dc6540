import { BOUNDS } from "../../base/bounds.js";
import { ArchiveError } from "../errors.js";
import type { S3Answer, S3Connection } from "./connection.js";
import { unexpected } from "./refusal.js";

/** Bytes of one request: half of the largest body that the transport accepts. */
const PART_BYTES = BOUNDS.service.bodyBytes / 2;

/** Maximum number of attempts when the object is replaced meanwhile. */
const ATTEMPTS = 5;

/**
 * Reads an object in parts.
 * @returns undefined when it is not there
 * @throws as {@link S3Connection.send}
 */
export async function readObject(
  connection: S3Connection,
  name: string,
): Promise<Uint8Array | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await readParts(connection, name);
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
): Promise<Uint8Array | undefined | "replaced"> {
  const parts: Buffer[] = [];
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  let etag: string | undefined;
  let total: number | undefined;
  while (start < end) {
    const last = Math.min(end, start + PART_BYTES) - 1;
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
    const { body, size } = readPart(answer, name, [start, last], connection);
    total ??= size;
    if (size !== total) throw wrongBytes(name, connection);
    parts.push(body);
    end = size;
    start += body.length;
    etag = answer.headers.etag;
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/**
 * Returns the bytes from `start` on that came, and the size of the whole object. They have to be all that
 * were requested, up to `last` (inclusive) or the end of the object: with fewer, reading might never end.
 */
function readPart(
  { status, headers, body }: S3Answer,
  name: string,
  [start, last]: readonly [start: number, last: number],
  connection: S3Connection,
): { readonly body: Buffer; readonly size: number } {
  // Without support for ranges the whole object comes.
  if (status === 200) return { body: body.subarray(start), size: body.length };
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  const size = Number(total);
  if (size > BOUNDS.archive.objectBytes) {
    const most = `${BOUNDS.archive.objectBytes / 1024 / 1024} MiB`;
    throw unexpected(
      `read ${name} of`,
      connection.location,
      `it is announced as larger than ${most}`,
    );
  }
  const length = Math.min(last + 1, size) - start;
  if (Number(from) === start && length > 0 && body.length === length) return { body, size };
  throw wrongBytes(name, connection);
}

function wrongBytes(name: string, { location }: S3Connection): ArchiveError {
  return unexpected(`read ${name} of`, location, "other bytes came than were requested");
}
