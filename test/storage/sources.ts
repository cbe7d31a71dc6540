import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EMPTY_STATE } from "../../src/alerts/book.js";
import { readAlertState, writeAlertState } from "../../src/alerts/open-keeper.js";
import { rulesOf } from "../../src/alerts/rule.js";
import { openArchive } from "../../src/archive/archive.js";
import { openDirectory } from "../../src/archive/directory.js";
import { createAnswerCache, digestOf, entryName, openCache } from "../../src/base/storage/cache.js";
import { knownAssets, profileNames } from "../../src/cli/completion/known.js";
import { exampleRules } from "../../src/commands/check/example.js";
import { recallIds, rememberIds } from "../../src/run/known-ids.js";
import { readKeyFile } from "../../src/run/settings/key-source.js";
import { readConfig } from "../../src/run/settings/store.js";
import { ORIGIN } from "../archive/temp-archive.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";

/** A file that carry reads. */
export interface Source {
  readonly name: string;
  /** Where it is, below a directory. */
  readonly at: string;
  /** Its content, or what writes it. */
  readonly content: string | ((path: string) => void);
  /** Whether it is the caller's alone: it can send the key elsewhere, or run a program. */
  readonly isKey?: true;
  /** Reads it; reports whether its content was used. */
  used(path: string): boolean | Promise<boolean>;
}

/** Writes the file of a source, and returns its path. */
export function writeSource({ at, content }: Source, directory: string): string {
  const path = join(directory, at);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (typeof content === "string") writeFileSync(path, content, { mode: 0o600 });
  else content(path);
  return path;
}

const CONFIG = JSON.stringify({ version: 1, profiles: { planted: {} } });
const URL_OF_ASSETS = new URL("/v1/assets", ORIGIN);
const ASSETS = JSON.stringify({ data: [{ asset: "PLANTED", name: "x", asset_class: "x" }] });
const platform = "linux";

const ownerBelow = (path: string) => ({
  env: { CARRY_STATE_DIR: join(path, "..", "..") },
  platform: platform as NodeJS.Platform,
  profile: "",
  portfolio: PORTFOLIO,
});
const cached = (path: string) => createAnswerCache(dirname(path));
const settled = (path: string) => openCache(dirname(path), 1024);
/** A file of an archive, which is read by its name there. */
function ofArchive(name: string): Source {
  return {
    name: `the archive's ${name}`,
    at: `archive/${name}`,
    content: "PLANTED",
    async used(path) {
      const root = path.slice(0, -name.length - 1);
      const bytes = await openDirectory(root).read(name);
      return bytes !== undefined && Buffer.from(bytes).toString() === "PLANTED";
    },
  };
}

/** Every file that carry reads. */
export const SOURCES: readonly Source[] = [
  {
    name: "the configuration",
    isKey: true,
    at: "carry/config.json",
    content: CONFIG,
    used: (path) => "planted" in readConfig(path).profiles,
  },
  {
    name: "the profiles for completion",
    isKey: true,
    at: "carry/config.json",
    content: CONFIG,
    used: (path) =>
      profileNames({ env: { CARRY_CONFIG_DIR: dirname(path) }, platform }).some(
        ({ value }) => value === "planted",
      ),
  },
  {
    name: "the file of the key",
    isKey: true,
    at: "run/key",
    content: "planted",
    used: (path) => readKeyFile(path, "CARRY_API_KEY_FILE") === "planted",
  },
  {
    name: "the rules",
    at: "carry/rules.toml",
    content: exampleRules(),
    used: async (path) => (await rulesOf(path)).length > 0,
  },
  {
    name: "the state of alerts",
    at: "state/alerts/1.json",
    content: (path) => writeAlertState(path, { ...EMPTY_STATE, last_success: 1 }),
    used: (path) => readAlertState(path).last_success !== null,
  },
  {
    name: "the identity of an archive",
    at: "archive/carry-archive.json",
    content: JSON.stringify({ format: 3, origin: ORIGIN, created_at: "2026-01-01T00:00:00Z" }),
    used: async (path) =>
      (await openArchive(openDirectory(dirname(path)))).identity.origin === ORIGIN,
  },
  ofArchive("funding/month=2026-05/1-a.parquet"),
  ofArchive("coverage/month=2026-05/1-a.parquet"),
  {
    name: "cached public data",
    at: `cache/${entryName(URL_OF_ASSETS)}`,
    content: (path) => cached(path).write(URL_OF_ASSETS, { body: ASSETS, storedAt: 1 }),
    used: (path) => cached(path).read(URL_OF_ASSETS) !== undefined,
  },
  {
    name: "cached public data for completion",
    at: `cache/${entryName(URL_OF_ASSETS)}`,
    content: (path) => cached(path).write(URL_OF_ASSETS, { body: ASSETS, storedAt: 1 }),
    used: (path) =>
      knownAssets({
        env: { CARRY_CACHE_DIR: dirname(path) },
        platform,
        now: 0,
        profile: undefined,
        baseUrl: undefined,
        portfolios: [],
      }).length > 0,
  },
  {
    name: "a kept history",
    at: `cache/settled/${entryName(URL_OF_ASSETS)}`,
    content: (path) => settled(path).write(entryName(URL_OF_ASSETS), "planted"),
    used: (path) => settled(path).read(entryName(URL_OF_ASSETS)) === "planted",
  },
  {
    name: "the ids for completion",
    at: `state/ids/${digestOf("")}-${digestOf(PORTFOLIO)}.json`,
    content: (path) =>
      rememberIds(ownerBelow(path), [{ id: uuidOf(1), asset: "BTC", status: "open" }]),
    used: (path) => recallIds(ownerBelow(path)).length > 0,
  },
];
