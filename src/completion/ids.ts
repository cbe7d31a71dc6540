import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asRecord, type Place } from "./profiles.js";
import { stateDirectory } from "./state-directory.js";

/** A position as completion remembers it: never what it is worth. */
export interface KnownPosition {
  readonly id: string;
  readonly asset: string;
  readonly status: string;
}

/** Ids beyond this many are not kept. */
const MOST_IDS = 10_000;

/**
 * Keeps the ids of a listing for completion and for id prefixes: one file (0600) in the state
 * directory (0700), put in place by a rename. A computer that cannot keep them does without.
 * @param positions the whole listing; the caller leaves the call out where `completion-ids` is off
 */
export function rememberIds(
  place: Place & { readonly profile: string },
  positions: Iterable<KnownPosition>,
): void {
  const directory = stateDirectory(place.env, place.platform);
  if (directory === undefined) return;
  const path = join(directory, "ids.json");
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const ids: string[][] = [];
    for (const { id, asset, status } of positions) {
      if (ids.length === MOST_IDS) break;
      ids.push([id, asset, status]);
    }
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(temporary, JSON.stringify({ version: 1, profile: place.profile, ids }), {
      mode: 0o600,
    });
    renameSync(temporary, path);
  } catch {
    remove(temporary);
  }
}

/** Forgets them, as far as they can be removed. */
export function forgetIds(place: Place): void {
  const directory = stateDirectory(place.env, place.platform);
  if (directory !== undefined) remove(join(directory, "ids.json"));
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // force passes over a file that is missing, not over a directory that is a file
  }
}

/** The positions of the last listing, if it was of that profile. */
export function recallIds(place: Place & { readonly profile: string }): KnownPosition[] {
  const directory = stateDirectory(place.env, place.platform);
  if (directory === undefined) return [];
  try {
    const kept = asRecord(JSON.parse(readFileSync(join(directory, "ids.json"), "utf8")));
    if (kept.version !== 1 || kept.profile !== place.profile || !Array.isArray(kept.ids)) return [];
    return kept.ids.flatMap((entry: unknown) => {
      const [id, asset, status] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof id !== "string" || id === "") return [];
      return [{ id, asset: String(asset ?? ""), status: String(status ?? "") }];
    });
  } catch {
    return [];
  }
}
