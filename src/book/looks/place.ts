import { join } from "node:path";
import { type ArchiveStore, openDirectory } from "../../archive/directory.js";
import { dataDirectory } from "../../base/storage/places.js";
import { UsageError } from "../../base/usage-error.js";
import type { Context } from "../../run/context.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";

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
 * Does work on the archive of the settings, whether it exists or not.
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
  const { parseBaseUrl } = await import("../../client/base-url.js");
  return parseBaseUrl(base).href.replace(/\/+$/, "");
}
