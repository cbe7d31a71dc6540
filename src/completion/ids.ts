import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDirectory } from "../config/make-directory.js";
import { asRecord, type Place } from "./profiles.js";
import { stateDirectory } from "./state-directory.js";

/** A position as completion remembers it: never what it is worth. */
export interface KnownPosition {
  readonly id: string;
  readonly asset: string;
  readonly status: string;
}

type Entry = readonly [id: string, asset: string, status: string];

/** Ids beyond this many are not kept. */
export const MOST_IDS = 10_000;

/** Where they are kept, and the profile they were listed with. */
interface Owner extends Place {
  /** Empty where there was none. */
  readonly profile: string;
}

/**
 * Keeps the ids of a listing for completion: one file (0600) in the state directory (0700), put in
 * place by a rename. A computer that cannot keep them does without.
 * @param positions the listing, of which the first {@link MOST_IDS} are kept
 */
export function rememberIds(place: Owner, positions: readonly KnownPosition[]): void {
  const path = fileIn(place);
  if (path === undefined) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const ids = positions
      .slice(0, MOST_IDS)
      .map(({ id, asset, status }): Entry => [id, asset, status]);
    makeDirectory(dirname(path), 0o700);
    writeFileSync(temporary, JSON.stringify({ version: 1, profile: place.profile, ids }), {
      mode: 0o600,
    });
    renameSync(temporary, path);
  } catch {
    remove(temporary);
  }
}

/** Forgets those of a profile, as far as they can be removed. */
export function forgetIds(place: Owner): void {
  const path = fileIn(place);
  if (path !== undefined && read(path)?.profile === place.profile) remove(path);
}

/** The positions of the last listing, if it was of that profile. */
export function recallIds(place: Owner): KnownPosition[] {
  const path = fileIn(place);
  const kept = path === undefined ? undefined : read(path);
  if (kept?.profile !== place.profile || !Array.isArray(kept.ids)) return [];
  return kept.ids.flatMap((entry: unknown) => {
    const [id, asset, status] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof id !== "string" || id === "") return [];
    return [{ id, asset: String(asset ?? ""), status: String(status ?? "") }];
  });
}

function fileIn({ env, platform }: Place): string | undefined {
  const directory = stateDirectory(env, platform);
  return directory === undefined ? undefined : join(directory, "ids.json");
}

function read(path: string): Record<string, unknown> | undefined {
  try {
    const kept = asRecord(JSON.parse(readFileSync(path, "utf8")));
    return kept.version === 1 ? kept : undefined;
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // force passes over a file that is missing, not over a directory that is a file
  }
}
