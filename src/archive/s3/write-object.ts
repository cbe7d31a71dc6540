import { backoff } from "../../client/http/retry.js";
import { ArchiveError } from "../errors.js";
import type { S3Answer, S3Connection } from "./connection.js";
import { INTERNAL } from "./location.js";

/** Metadata that identifies the call that wrote an object. */
const TOKEN_HEADER = "x-amz-meta-carry-token";

/** Maximum number of attempts when the store reports a conflict with another write. */
const ATTEMPTS = 8;

/** Writes the objects of a bucket. */
export type S3Writer = ReturnType<typeof createS3Writer>;

/**
 * Creates the writer of a bucket. Before the first `create` it finds out, with an object of its own,
 * whether the store honours `If-None-Match: *`. Where it does not, `create` checks before the write that
 * the name is free and afterwards whose object it is; of two calls at the same moment one then wins, but a
 * reader may have seen the object of the other.
 */
export function createS3Writer(connection: S3Connection) {
  let honours: Promise<boolean> | undefined;
  return {
    /** Writes a new object; false when the name exists. */
    async create(name: string, bytes: Uint8Array): Promise<boolean> {
      honours ??= honoursCreateOnly(connection).catch((error) => {
        honours = undefined; // the next call finds out again
        throw error;
      });
      const token = crypto.randomUUID();
      if (await honours) {
        if (await isCreated(connection, name, bytes, token)) return true;
      } else {
        if ((await look(connection, name)).exists) return false;
        await put(connection, name, bytes, { [TOKEN_HEADER]: token });
      }
      // Also where the name exists: an answer may have been lost, and the request sent again.
      return (await look(connection, name)).token === token;
    },
    /** Writes an object whether or not the name exists. */
    put: async (name: string, bytes: Uint8Array) => void (await put(connection, name, bytes)),
    /** Removes an object, if it is there. */
    remove: async (name: string) => void (await remove(connection, name)),
  };
}

/**
 * Reports whether the store honours `If-None-Match: *` and refuses to write the same object twice. An object
 * that may not be removed stays, and no command lists it.
 */
async function honoursCreateOnly(connection: S3Connection): Promise<boolean> {
  const name = `${INTERNAL}probe-${crypto.randomUUID()}`;
  const write = () =>
    putNew(connection, name, Buffer.from("probe"), crypto.randomUUID(), "write objects of");
  const first = await write();
  const honours = first.code === undefined && (await write()).code === "PreconditionFailed";
  await remove(connection, name).catch(() => {});
  return honours;
}

async function isCreated(
  connection: S3Connection,
  name: string,
  bytes: Uint8Array,
  token: string,
): Promise<boolean> {
  const { clock, random, signal, location } = connection;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { code } = await putNew(connection, name, bytes, token);
    if (code !== "ConditionalRequestConflict") return code === undefined;
    await clock.sleep(backoff(attempt, random()), signal);
  }
  throw new ArchiveError(
    "archive_unreachable",
    `cannot write ${name} of ${location.where}: the store reports a conflict each time`,
  );
}

function putNew(
  connection: S3Connection,
  name: string,
  bytes: Uint8Array,
  token: string,
  action?: string,
): Promise<S3Answer> {
  const accepted = ["PreconditionFailed", "ConditionalRequestConflict", "NotImplemented"];
  const headers = { "if-none-match": "*", [TOKEN_HEADER]: token };
  return put(connection, name, bytes, headers, accepted, action);
}

function put(
  connection: S3Connection,
  name: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
  accepted: readonly string[] = [],
  action = `write ${name} of`,
): Promise<S3Answer> {
  const type = { "content-type": "application/octet-stream" };
  const request = { method: "PUT", action, name, body } as const;
  return connection.send({ ...request, headers: { ...type, ...headers } }, accepted);
}

function remove(connection: S3Connection, name: string): Promise<S3Answer> {
  return connection.send({ method: "DELETE", action: `remove ${name} of`, name }, ["NoSuchKey"]);
}

/** Reads the first byte of an object, since the answer to a HEAD has no code of an error. */
async function look(
  connection: S3Connection,
  name: string,
): Promise<{ readonly exists: boolean; readonly token: string | undefined }> {
  const headers = { range: "bytes=0-0" };
  const request = { method: "GET", action: `read ${name} of`, name, headers } as const;
  const answer = await connection.send(request, ["NoSuchKey", "InvalidRange"]);
  return { exists: answer.code !== "NoSuchKey", token: answer.headers[TOKEN_HEADER] };
}
