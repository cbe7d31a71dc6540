import { timeOfComputer } from "../base/time/clock.js";
import type { Io } from "../terminal/io.js";
import { ArchiveError } from "./errors.js";
import type { S3Options } from "./s3/connection.js";
import type { CopyOptions } from "./s3/copies.js";
import { isS3Location } from "./s3/location.js";
import type { ArchiveStore } from "./store.js";

/** What a store uses of the program; a directory needs no environment. */
export type StoreIo = Pick<Io, "env" | "clock" | "random" | "signal" | "secrets">;

/** Options of the requests to a bucket, and of a directory. */
export interface StoreOptions extends S3Options {
  /** Whether the user has named the place; a directory may then be shared by its group. */
  readonly isNamed?: boolean;
  /** Where copies of the files of a bucket are kept; nowhere when omitted. */
  readonly copies?: CopyOptions | undefined;
}

/**
 * Opens the store of an archive: a directory, or a bucket for `s3://bucket/prefix`; reads or creates nothing.
 * @throws {ArchiveError} for a place that cannot be one, or a bucket without keys
 * @throws {UsageError} for a URL of a bucket that cannot be used
 */
export async function openStore(
  where: string,
  io: StoreIo,
  options: StoreOptions = {},
): Promise<ArchiveStore> {
  if (isS3Location(where)) {
    const { openS3Store } = await import("./s3/s3-store.js");
    const now = () => timeOfComputer(io.clock); // requests are signed with it
    const { listedOnce } = await import("./s3/listed-once.js");
    const store = listedOnce(openS3Store(where, { ...io, clock: { ...io.clock, now } }, options));
    if (options.copies === undefined) return store;
    const { withCopies } = await import("./s3/copies.js");
    return withCopies(store, options.copies);
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) {
    throw new ArchiveError(
      "archive",
      `an archive cannot be kept at ${where.replace(/\/\/.*@/, "//")}`,
      "name a directory or s3://bucket/prefix with --archive",
    );
  }
  const { openDirectoryStore } = await import("./local/directory-store.js");
  const { clock, random, signal } = io;
  return openDirectoryStore(where, { ...clock, random, signal }, options.isNamed ?? false);
}
