import { isoTime } from "../../base/time/iso-time.js";
import { fateOf, type Holder, parseHolder, thisProcess } from "../../storage/lock/holder.js";
import { ArchiveError } from "../errors.js";
import type { S3Connection } from "./connection.js";
import { type ListedObject, listObjects } from "./list-objects.js";
import { INTERNAL } from "./location.js";
import { readObject } from "./read-object.js";
import type { S3Writer } from "./write-object.js";

/** Interval at which a holder writes its claim again, so that others know that it is alive. */
const REFRESH_MS = 20_000;

/** A claim not written again for this long is abandoned, unless its holder is known to be alive. */
const ABANDONED_MS = 120_000;

/** A claim older than this is held; a newer one may still be withdrawn. */
const SETTLED_MS = 5_000;

/** Maximum number of looks at the claims, when others try to take the lock at the same moment. */
const LOOKS = 12;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 2_000;

interface Bucket {
  readonly connection: S3Connection;
  readonly writer: S3Writer;
}

/**
 * Takes a lock. Each process creates a claim, an object with a unique name below the lock's that names the
 * process, and has the lock when a listing then shows its claim and no other. Of two, at least one sees the
 * other's claim, since listings of S3 show what was written before; the one whose name comes first stays, and
 * the other withdraws. Claims are never reused, so that removing an abandoned one cannot remove the claim of
 * another process, as it could with one object for all; and the store need not honour `If-None-Match`. Ages
 * are by the store's clock alone.
 * @returns its release
 * @throws {ArchiveError} of kind `archive_locked` when a living process holds it; `archive_unreachable` when
 *   the store does not list a new claim
 */
export async function takeS3Lock(bucket: Bucket, name: string): Promise<() => Promise<void>> {
  const { connection, writer } = bucket;
  const prefix = `${INTERNAL}${name}/`;
  const content = describeOwner(connection);
  let own: string | undefined;
  try {
    for (let look = 1; ; look++) {
      const { other, isOwnThere } = await lookAtClaims(bucket, prefix, own);
      if (own !== undefined && isOwnThere && other === undefined) return hold(bucket, own, content);
      if (other?.isSettled || look >= LOOKS) throw lockedBy(bucket, name, other);
      if (own === undefined && other === undefined) {
        own = prefix + crypto.randomUUID();
        await writer.put(own, content);
        continue;
      }
      if (own !== undefined && (!isOwnThere || (other !== undefined && other.name < own))) {
        await writer.remove(own);
        own = undefined;
      }
      const longest = Math.min(FIRST_WAIT_MS * 2 ** look, LONGEST_WAIT_MS);
      await connection.clock.sleep(connection.random() * longest, connection.signal);
    }
  } catch (error) {
    if (own !== undefined) await writer.remove(own).catch(() => {}); // the write may have succeeded
    throw error;
  }
}

function describeOwner({ clock }: S3Connection): Uint8Array {
  const { pid, host, scope } = thisProcess();
  const since = isoTime(clock.now());
  return Buffer.from(`${JSON.stringify({ pid, host, ...scope, since })}\n`);
}

/** Somebody else's claim. */
interface Claim {
  readonly name: string;
  readonly owner: Holder | undefined;
  readonly since: string | undefined;
  readonly isSettled: boolean;
}

/**
 * Returns the claim of another living process, a settled one if there is one, else the first by name; and
 * whether the own claim exists, which others remove when this process was stopped for long. Removes
 * abandoned claims.
 */
async function lookAtClaims(
  { connection, writer }: Bucket,
  prefix: string,
  own: string | undefined,
): Promise<{ readonly other: Claim | undefined; readonly isOwnThere: boolean }> {
  const { objects, storeNow } = await listObjects(connection, prefix);
  const isOwnThere = objects.some(({ name }) => name === own);
  let first: Claim | undefined;
  for (const object of objects) {
    if (object.name === own) continue;
    const content = await readObject(connection, object.name);
    if (content === undefined) continue; // withdrawn meanwhile
    const text = Buffer.from(content).toString("utf8");
    const owner = parseHolder(text);
    if (isAbandoned(object, owner, storeNow)) {
      await writer.remove(object.name);
      continue;
    }
    const since = /"since":"([0-9TZ:.-]{1,30})"/.exec(text)?.[1];
    const isSettled = storeNow - object.modifiedAt > SETTLED_MS;
    const claim = { name: object.name, owner, since, isSettled };
    if (isSettled) return { other: claim, isOwnThere };
    first ??= claim;
  }
  return { other: first, isOwnThere };
}

function isAbandoned(
  { modifiedAt }: ListedObject,
  owner: Holder | undefined,
  storeNow: number,
): boolean {
  const fate = fateOf(owner, thisProcess());
  return fate === "unknown" ? storeNow - modifiedAt > ABANDONED_MS : fate === "dead";
}

/** Writes a claim again and again; returns the release, which awaits a write that is under way. */
function hold(
  { connection, writer }: Bucket,
  own: string,
  content: Uint8Array,
): () => Promise<void> {
  let writing: Promise<void> = Promise.resolve();
  let cancel: () => void;
  const refresh = async () => {
    // A claim that others have removed, because this process was stopped for long, stays removed.
    if ((await readObject(connection, own)) !== undefined) await writer.put(own, content);
  };
  const schedule = () => {
    cancel = connection.clock.after(REFRESH_MS, () => {
      writing = refresh().catch(() => {}); // the next time, or the work itself, shows what is wrong
      schedule();
    });
  };
  schedule();
  return async () => {
    cancel();
    await writing;
    await writer.remove(own);
  };
}

function lockedBy({ connection }: Bucket, name: string, claim: Claim | undefined): ArchiveError {
  const { where } = connection.location;
  if (claim === undefined) {
    return new ArchiveError(
      "archive_unreachable",
      `cannot take the lock ${name} of ${where}: the store does not list what was written to it`,
      "a store has to list an object as soon as it is written, as Amazon S3 does",
    );
  }
  const { owner, since } = claim;
  const who = owner === undefined ? "" : ` (${owner.pid} on ${owner.host})`;
  const time = since === undefined ? "" : ` since ${since}`;
  return new ArchiveError(
    "archive_locked",
    `another carry process${who} holds the lock ${name} of ${where}${time}`,
    "try again when it has finished; the lock of a process that was killed ends after 2 minutes",
  );
}
