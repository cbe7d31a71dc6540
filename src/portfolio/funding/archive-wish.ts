import { UsageError } from "../../base/usage-error.js";
import { keptSince } from "../../client/resources/resolution.js";
import { SINCE } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";
import { parseTime } from "../../command/times.js";

/** Options of commands that read settled funding from the archive too. */
export const ARCHIVE_OPTIONS = {
  archive: { setting: "archive", negated: "do not read the archive" },
  asOf: {
    kind: SINCE,
    value: "time",
    help: "what the archive had recorded by then, before later corrections; no request is sent",
  },
} as const satisfies OptionsData;

/** Whether the archive is to be read. */
export interface ArchiveWish {
  /** Whether --archive names it, or --as-of needs it: then a missing archive is an error. */
  readonly isNamed: boolean;
  /** Milliseconds since the epoch. */
  readonly asOf: number | undefined;
}

/** The options as typed. */
export interface TypedArchive {
  readonly archive?: string | false;
  readonly asOf?: string;
}

/** @throws {UsageError} for options that exclude each other */
export function checkArchiveOptions({ archive, asOf }: TypedArchive): void {
  if (archive === false && asOf !== undefined) {
    throw new UsageError("--no-archive excludes --as-of", "leave out one of them");
  }
}

/** Returns `--as-of`, ms since the epoch. @throws {UsageError} for an invalid time, and one in the future */
export function parseAsOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const asOf = parseTime("--as-of", text, now);
  if (asOf <= now) return asOf;
  throw new UsageError(
    `--as-of: "${text}" is in the future`,
    "nothing is recorded then; leave it out for what is recorded now",
  );
}

/**
 * Reads whether the archive is to be read: if it was named, or for what the service no longer keeps.
 * @param start of the range, milliseconds since the epoch
 * @param now of the service
 * @throws {UsageError} for options that exclude each other, and an invalid time
 */
export function readArchiveWish(
  typed: TypedArchive,
  start: number | undefined,
  now: number,
): ArchiveWish | undefined {
  checkArchiveOptions(typed);
  const { archive, asOf } = typed;
  const isNamed = archive !== undefined || asOf !== undefined;
  const isPast = start !== undefined && start < keptSince(now);
  if (archive === false || !(isNamed || isPast)) return undefined;
  return { isNamed, asOf: parseAsOf(asOf, now) };
}
