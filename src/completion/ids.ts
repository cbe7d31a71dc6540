import { join } from "node:path";
import { stateDirectory } from "../storage/places.js";
import {
  readPrivate,
  removePrivate,
  removeUnfinished,
  writePrivate,
} from "../storage/private-file.js";
import { asRecord, type Place } from "./profiles.js";

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
 * Keeps the ids of a listing for completion. A computer that cannot keep them does without.
 * @param positions the listing, of which the first {@link MOST_IDS} are kept
 */
export function rememberIds(place: Owner, positions: readonly KnownPosition[]): void {
  const path = fileIn(place);
  if (path === undefined) return;
  const ids = positions
    .slice(0, MOST_IDS)
    .map(({ id, asset, status }): Entry => [id, asset, status]);
  writePrivate(path, JSON.stringify({ version: 1, profile: place.profile, ids }));
}

/** Forgets those of a profile, and what a killed process has begun to keep of any. */
export function forgetIds(place: Owner): void {
  const path = fileIn(place);
  if (path === undefined) return;
  if (read(path)?.profile === place.profile) removePrivate(path);
  else removeUnfinished(path);
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
  const text = readPrivate(path);
  if (text === undefined) return undefined;
  try {
    const kept = asRecord(JSON.parse(text));
    return kept.version === 1 ? kept : undefined;
  } catch {
    return undefined;
  }
}
