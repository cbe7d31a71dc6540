import { join } from "node:path";
import type { Archive } from "../archive/archive.js";
import { type ArchiveStore, openDirectory } from "../archive/directory.js";
import type { Due } from "../archive/status.js";
import { dataDirectory } from "../base/storage/places.js";
import { DAY_MS } from "../base/time/periods.js";
import { UsageError } from "../base/usage-error.js";
import { timeText } from "../output/text/format.js";
import { counted } from "../output/text/words.js";
import type { Context } from "../run/context.js";
import { SANDBOX_PROFILE } from "../run/settings/profile-name.js";

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
      "name a directory with CARRY_ARCHIVE",
    );
  }
  const { profileName } = await context.sources();
  return join(directory, profileName === SANDBOX_PROFILE ? "archive-sandbox" : "archive");
}

/**
 * Does work on the place of the archive of the settings, whether there is one or not.
 * @throws {UsageError} for a place that is no directory
 */
export async function withStore<T>(
  context: Context,
  work: (store: ArchiveStore) => Promise<T>,
): Promise<T> {
  const where = (await context.setting("archive")) ?? (await defaultPlace(context));
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) {
    throw new UsageError(
      `the archive is a directory, and ${where.replace(/\/\/.*@/, "//")} is none`,
      "a bucket is a copy of the directory: rclone copy <directory> <remote>:<bucket>",
    );
  }
  return work(openDirectory(where));
}

/** Returns the origin of archives: `sandbox`, or the base URL without a final slash; undefined if unset. */
export async function originOfService(context: Context): Promise<string | undefined> {
  const { profileName, options } = await context.sources();
  if (profileName === SANDBOX_PROFILE && options["base-url"] === undefined) return SANDBOX_PROFILE;
  const base = await context.setting("base-url");
  if (base === undefined) return undefined;
  const { parseBaseUrl } = await import("../client/base-url.js");
  return parseBaseUrl(base).href.replace(/\/+$/, "");
}

/**
 * Does work with the archive of the settings.
 * @returns undefined without one
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function ifArchive<T>(
  context: Context,
  work: (archive: Archive) => Promise<T>,
): Promise<T | undefined> {
  const { findArchive } = await import("../archive/archive.js");
  return withStore(context, async (store) => {
    const archive = await findArchive(store, await originOfService(context));
    return archive === undefined ? undefined : work(archive);
  });
}

/** Reports whether there is an archive of this service that can be read. */
export async function hasArchive(context: Context): Promise<boolean> {
  const found = await ifReadable(context, "no archive was read", () =>
    ifArchive(context, async () => true),
  );
  return found ?? false;
}

/** Does work with an archive; leaves one that cannot be read to the commands that need it. */
export async function ifReadable<T>(
  context: Context,
  otherwise: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    context.io.signal.throwIfAborted();
    context.messages.detail(`${otherwise}: ${context.failureOf(error).message}`);
    return undefined;
  }
}

/** Time before the service forgets something at which that is reported. */
export const DUE_WITHIN_MS = 5 * DAY_MS;

/**
 * Reads by when the archive of the settings has to be synced; undefined without an archive.
 * @param now milliseconds since the epoch
 * @throws {ArchiveError} when it cannot be read, or is of another service
 */
export async function dueArchive(context: Context, now: number) {
  return ifArchive(context, async (archive) => {
    const { dueMarkets } = await import("../archive/status.js");
    return { ...(await dueMarkets(archive, now, DUE_WITHIN_MS)), where: archive.store.where };
  });
}

/** Describes events that are about to be lost. */
export function dueText({ due, by }: Due): string {
  return `${counted(due.length, "market")} of the archive: the service forgets events that are not recorded from ${timeText(by)} on`;
}

/** Warns when the archive is about to lose events. */
export async function warnOfDueArchive(context: Context, now: number): Promise<void> {
  const found = await ifReadable(context, "the archive was not looked at", () =>
    dueArchive(context, now),
  );
  if (found === undefined || found.due.length === 0) return;
  context.messages.warning("ARCHIVE_DUE", `${dueText(found)}; run \`carry archive sync\``);
}
