import { fateOf, type Holder, parseHolder, thisProcess } from "../../storage/lock/holder.js";
import { ArchiveError } from "../errors.js";
import type { S3Connection } from "./connection.js";
import { INTERNAL } from "./internal.js";
import { type ListedObject, listObjects } from "./list-objects.js";
import { readObject } from "./read-object.js";
import type { S3Writer } from "./write-object.js";

/** How often a holder writes its claim again, so that others know that it is alive. */
const REFRESH_MS = 20_000;

/** A claim that was not written again for so long is abandoned, unless its holder is known to live. */
const ABANDONED_MS = 120_000;

/** A claim older than this is held; a younger one may be withdrawn at once. */
const SETTLED_MS = 5_000;

/** How often a lock is tried that others try at the same moment. */
const ATTEMPTS = 6;
const FIRST_WAIT_MS = 100;

/** What a lock is made of. */
interface Bucket {
  readonly connection: S3Connection;
  readonly writer: S3Writer;
}

/**
 * Takes a lock. Whoever wants it creates a claim, an object with a name of its own below the lock's
 * that says who it is and since when, and has the lock when a listing then shows no claim but its
 * own; else it withdraws. Of two, at least one sees the other's claim, since listings of S3 show
 * what was written before. Claims are never reused: to remove an abandoned one cannot harm the
 * claim of somebody else, as it could with one object for all, and no store has to honour
 * `If-None-Match`. Ages are by the store's clock alone.
 * @param name of the lock
 * @returns its release
 * @throws {ArchiveError} of kind `archive_locked` when a living process holds it
 */
export async function takeS3Lock(bucket: Bucket, name: string): Promise<() => Promise<void>> {
  const { clock, random, signal } = bucket.connection;
  const prefix = `${INTERNAL}${name}/`;
  for (let attempt = 1; ; attempt++) {
    const holder = (await livingClaim(bucket, prefix, undefined)) ?? (await claim(bucket, prefix));
    if (typeof holder === "function") return holder;
    if (holder.isSettled || attempt === ATTEMPTS) throw lockedBy(bucket, name, holder);
    await clock.sleep(random() * FIRST_WAIT_MS * 2 ** attempt, signal);
  }
}

/** Somebody else's claim. */
interface Claim {
  readonly owner: Holder | undefined;
  readonly since: string | undefined;
  readonly isSettled: boolean;
}

/** Creates a claim, and withdraws it when there is another; returns the release, or the other. */
async function claim(
  { connection, writer }: Bucket,
  prefix: string,
): Promise<(() => Promise<void>) | Claim> {
  const own = prefix + crypto.randomUUID();
  const { pid, host, scope } = thisProcess();
  const since = new Date(connection.clock.now()).toISOString();
  const content = Buffer.from(`${JSON.stringify({ pid, host, ...scope, since })}\n`);
  let other: Claim | undefined;
  try {
    await writer.put(own, content);
    other = await livingClaim({ connection, writer }, prefix, own);
  } catch (error) {
    await writer.remove(own).catch(() => {}); // it may have come to be all the same
    throw error;
  }
  if (other !== undefined) {
    await writer.remove(own);
    return other;
  }
  const stop = keepAlive({ connection, writer }, own, content);
  return async () => {
    await stop();
    await writer.remove(own);
  };
}

/** Returns the first claim of a living process other than the own one; removes abandoned ones. */
async function livingClaim(
  { connection, writer }: Bucket,
  prefix: string,
  own: string | undefined,
): Promise<Claim | undefined> {
  const { objects, storeNow } = await listObjects(connection, prefix);
  for (const object of objects) {
    if (object.name === own) continue;
    const content = await readObject(connection, object.name);
    if (content === undefined) continue; // withdrawn meanwhile
    const text = Buffer.from(content).toString("utf8");
    const owner = parseHolder(text);
    if (!isAbandoned(object, owner, storeNow)) {
      const isSettled = storeNow - object.modifiedAt > SETTLED_MS;
      return { owner, since: sinceOf(text), isSettled };
    }
    await writer.remove(object.name);
  }
  return undefined;
}

function isAbandoned(
  { modifiedAt }: ListedObject,
  owner: Holder | undefined,
  storeNow: number,
): boolean {
  const fate = fateOf(owner, thisProcess());
  return fate === "unknown" ? storeNow - modifiedAt > ABANDONED_MS : fate === "dead";
}

/** Writes the claim again and again; returns what ends this, after a write that is under way. */
function keepAlive(
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
  };
}

function sinceOf(text: string): string | undefined {
  return /"since":"([0-9TZ:.-]{1,30})"/.exec(text)?.[1];
}

function lockedBy({ connection }: Bucket, name: string, { owner, since }: Claim): ArchiveError {
  const who = owner === undefined ? "" : ` (${owner.pid} on ${owner.host})`;
  const time = since === undefined ? "" : ` since ${since}`;
  return new ArchiveError(
    "archive_locked",
    `another carry process${who} holds the lock ${name} of ${connection.location.where}${time}`,
    "try again when it has finished; the lock of a process that was killed ends after 2 minutes",
  );
}
