import { readdirSync } from "node:fs";
import { join } from "node:path";
import { asRecord } from "../base/collections.js";
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
  const { profile, portfolio } = normal(owner);
  const ids = positions
    .slice(0, MOST_IDS)
    .map(({ id, asset, status, exchanges = "" }): Entry => [id, asset, status, exchanges]);
  const text = JSON.stringify({ version: VERSION, profile, portfolio, ids });
  openCache(directory, MOST_PORTFOLIOS).write(fileOf(owner), text);
}

/** Removes the ids of every portfolio of a profile, and temporary files of killed processes. */
export function forgetIds(owner: Omit<Owner, "portfolio">): void {
  const directory = directoryIn(owner);
  if (directory === undefined) return;
  for (const name of namesIn(directory)) {
    if (name.startsWith(`${digestOf(owner.profile)}-`)) removeCached(join(directory, name));
  }
}

/** Returns the positions of the last listing of a profile and portfolio. */
export function recallIds(owner: Owner): KnownPosition[] {
  const directory = directoryIn(owner);
  const text = directory === undefined ? undefined : readCached(join(directory, fileOf(owner)));
  return text === undefined ? [] : idsIn(text, normal(owner));
}

function idsIn(text: string, { profile, portfolio }: Owner): KnownPosition[] {
  const kept = recordIn(text);
  if (kept.version !== VERSION || !Array.isArray(kept.ids)) return [];
  if (kept.profile !== profile || kept.portfolio !== portfolio) return [];
  return kept.ids.flatMap((entry: unknown) => {
    const [id, ...words] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof id !== "string" || id === "") return [];
    const [asset = "", status = "", exchanges = ""] = words.map((word) => String(word ?? ""));
    return [{ id, asset, status, exchanges }];
  });
}

function recordIn(text: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return {};
  }
}

function directoryIn({ env, platform }: Computer): string | undefined {
  const state = stateDirectory(env, platform);
  return state === undefined ? undefined : join(state, "ids");
}

function fileOf(owner: Owner): string {
  const { profile, portfolio } = normal(owner);
  return `${digestOf(profile)}-${digestOf(portfolio)}.json`;
}

function normal(owner: Owner): Owner {
  return { ...owner, portfolio: owner.portfolio.toLowerCase() };
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // missing or unreadable
  }
}
