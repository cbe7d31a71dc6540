import { join } from "node:path";
import { type Archive, clockOfRecords } from "../../archive/archive.js";
import { openStore } from "../../archive/open-store.js";
import type { CopyOptions } from "../../archive/s3/copies.js";
import type { ArchiveStore } from "../../archive/store.js";
import type { Stamp } from "../../archive/sync/stamp.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import { SANDBOX_PROFILE } from "../../settings/profile-name.js";
import { cacheDirectory, dataDirectory } from "../../storage/places.js";

/** Options of every command that uses the archive. */
export const PLACE_OPTION = { archive: { setting: "archive" } } as const;

/**
 * Returns the default place of the archive, in the platform's data directory. The sandbox has its own, since
 * its records are made up.
 * @throws {UsageError} when the directory is unknown
 */
async function defaultPlace(context: Context): Promise<string> {
  const directory = dataDirectory(context.io.env, process.platform);
  if (directory === undefined) {
    throw new UsageError(
      "no place for the archive is set, and there is no home directory",
      "name one with --archive <dir>, or set CARRY_ARCHIVE",
    );
  }
  const { profileName } = await context.sources();
  return join(directory, profileName === SANDBOX_PROFILE ? "archive-sandbox" : "archive");
}

/**
 * Does work on the store of the archive of the settings, or of another place, and closes it.
 * @param isItself whether a bucket is read without the copies of its files on this computer
 */
export async function withStore<T>(
  context: Context,
  work: (store: ArchiveStore) => Promise<T>,
  { where, isItself = false }: { readonly where?: string; readonly isItself?: boolean } = {},
): Promise<T> {
  const named = where ?? (await context.setting("archive"));
  const store = await openStore(named ?? (await defaultPlace(context)), context.io, {
    isNamed: named !== undefined,
    timeoutMs: await context.setting("timeout"),
    retries: await context.setting("retries"),
    onDetail: context.messages.detail,
    copies: isItself ? undefined : await copiesOf(context),
  });
  return work(store).finally(() => store.close());
}

/** Returns where copies of the files of a bucket are kept; undefined for no copies. */
async function copiesOf(context: Context): Promise<CopyOptions | undefined> {
  const cache = cacheDirectory(context.io.env, process.platform);
  const bytes = await context.setting("archive-cache");
  if (cache === undefined || !bytes) return undefined;
  const isPrivate =
    (await context.setting("record")) === true ||
    (await context.setting("archive-cache-private")) === true;
  return { directory: join(cache, "archive"), bytes, isPrivate };
}

/**
 * Judges the service's time by the records of an archive, too; the caller asks whether it is doubted.
 * @param archive undefined when there is none yet
 */
export async function judgeByArchive(
  { io }: Context,
  client: Client,
  archive: Archive | undefined,
): Promise<void> {
  client.judgeTime(archive && (await clockOfRecords(archive, io.clock.now())));
}

/** Does work that records rows under a lease, each dated by the stamp. @throws {ArchiveError} */
export async function recordUnderLease<T>(
  context: Context,
  client: Client,
  archive: Archive,
  work: (stamp: Stamp) => Promise<T>,
): Promise<T> {
  const { NOBODY, thisAuthor } = await import("../../archive/sync/author.js");
  const { underLease } = await import("../../archive/sync/stamp.js");
  const isNamed = (await context.setting("archive-author")) !== false;
  const author = isNamed ? thisAuthor() : NOBODY;
  const onLeft = (error: unknown) =>
    context.messages.detail(
      `the lease of this sync ends in 10 minutes: ${context.failureOf(error).message}`,
    );
  return underLease(archive, client, { clock: context.io.clock, onLeft, author }, work);
}

/** Returns the origin of archives: `sandbox`, or the base URL without a final slash; undefined if unset. */
export async function originOfService(context: Context): Promise<string | undefined> {
  const { profileName, options } = await context.sources();
  if (profileName === SANDBOX_PROFILE && options["base-url"] === undefined) return SANDBOX_PROFILE;
  const base = await context.setting("base-url");
  if (base === undefined) return undefined;
  const { parseBaseUrl } = await import("../../client/base-url.js");
  return parseBaseUrl(base).href.replace(/\/+$/, "");
}
