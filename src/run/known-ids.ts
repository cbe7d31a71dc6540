import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asRecord } from "../base/collections.js";
import { orElse } from "../base/functions.js";
import { digestOf, openCache, readCached, removeCached } from "../base/storage/cache.js";
import { stateDirectory } from "../base/storage/places.js";
import type { Computer, KnownPosition } from "./completion-model.js";

type Entry = readonly [id: string, asset: string, status: string, exchanges: string];

/** Maximum number of stored ids of a portfolio. */
export const MOST_IDS = 10_000;
/** Maximum number of stored portfolios; those listed least recently are removed. */
const MOST_PORTFOLIOS = 64;
const VERSION = 3;

/** The owner of ids. */
interface Owner extends Computer {
  /** The profile used for the listing; empty without one. */
  readonly profile: string;
  /** Its id, case-insensitive. */
  readonly portfolio: string;
}

/**
 * Stores the ids of the first {@link MOST_IDS} positions for completion, replacing those of the same
 * profile and portfolio. Failures are ignored.
 */
export function rememberIds(owner: Owner, positions: readonly KnownPosition[]): void {
  const directory = directoryIn(owner);
  if (directory === undefined) return;
  const ids = positions
    .slice(0, MOST_IDS)
    .map(({ id, asset, status, exchanges = "" }): Entry => [id, asset, status, exchanges]);
  const text = JSON.stringify({ version: VERSION, ...keyOf(owner), ids });
  openCache(directory, MOST_PORTFOLIOS).write(fileOf(owner), text);
}

/** Removes the ids of every portfolio of a profile, and what killed processes have begun to write. */
export function forgetIds(owner: Omit<Owner, "portfolio">): void {
  const directory = directoryIn(owner) ?? "";
  for (const name of orElse(() => readdirSync(directory), [])) {
    if (name.startsWith(`${digestOf(owner.profile)}-`)) removeCached(join(directory, name));
  }
}

/** Returns the positions of the last listing of a profile and portfolio. */
export function recallIds(owner: Owner): KnownPosition[] {
  const directory = directoryIn(owner);
  const text = directory && readCached(join(directory, fileOf(owner)));
  const kept = asRecord(orElse((): unknown => JSON.parse(text ?? ""), undefined));
  const { profile, portfolio } = keyOf(owner);
  if (kept.version !== VERSION || kept.profile !== profile || kept.portfolio !== portfolio) {
    return [];
  }
  const ids: readonly unknown[] = Array.isArray(kept.ids) ? kept.ids : [];
  return ids.flatMap((entry) => {
    const [id = "", asset = "", status = "", exchanges = ""] = Array.isArray(entry)
      ? entry.map((word) => String(word ?? ""))
      : [];
    return id === "" ? [] : [{ id, asset, status, exchanges }];
  });
}

function directoryIn({ env, platform }: Computer): string | undefined {
  const state = stateDirectory(env, platform);
  return state === undefined ? undefined : join(state, "ids");
}

function fileOf(owner: Owner): string {
  const { profile, portfolio } = keyOf(owner);
  return `${digestOf(profile)}-${digestOf(portfolio)}.json`;
}

function keyOf({ profile, portfolio }: Owner) {
  return { profile, portfolio: portfolio.toLowerCase() };
}
