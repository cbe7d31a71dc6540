import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { createHandles } from "../../base/names/handle.js";
import { parseMoment } from "../../base/time/moment.js";
import type {
  DynamicKind,
  KnownMarket,
  KnownPosition,
  Place,
  Word,
} from "../../run/completion-model.js";
import { recallIds } from "../../run/known-ids.js";
import { ALL_PORTFOLIOS } from "../../run/settings/kinds.js";
import { SANDBOX_PROFILE } from "../../run/settings/profile-name.js";
import { assets, listMarkets } from "../../sandbox/catalog.js";
import { outlinePositions } from "../../sandbox/identity.js";
import { SANDBOX_PORTFOLIOS, SCENARIO_NAMES } from "../../sandbox/scenarios.js";
import {
  knownAssets,
  knownMarkets,
  portfoliosOf,
  profileInUse,
  profileNames,
  profileValue,
} from "./known.js";
import type { Line } from "./line.js";
import type { Lookup } from "./offer.js";

/** Maximum length of a value; longer ones are not offered. */
const LONGEST_VALUE = 200;
const LONGEST_DESCRIPTION = 80;
/**
 * Reports whether a value is safe on a command line: bash, zsh, fish and PowerShell take it literally
 * unquoted, in single and in double quotes. Values come from the service, and a user may press Enter
 * without reading what TAB inserted. Also excludes the comma, which separates the values of a list,
 * and the percent sign, which `cmd` expands in the arguments of `carry.cmd`.
 */
function isPlain(value: string): boolean {
  if (value.length > LONGEST_VALUE) return false;
  // Most values are ASCII, and the other expression takes 1 ms to compile.
  return /^\w[\w./:@+-]*$/.test(value) || /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_./:@+-]*$/u.test(value);
}

/** A computer, its time in milliseconds since the epoch, and the base of relative paths. */
interface Here extends Pick<Place, "env" | "platform" | "now"> {
  readonly directory: string;
}

/**
 * Returns the lookup in local files, without the network; each value is returned once. Invalid files
 * have no values, and unsafe values are left out; descriptions are only shown.
 */
export function lookupOn(here: Here): Lookup {
  return {
    values(kind, typed, line) {
      const words = wordsOf(kind, placeOf(here, line), typed)
        .filter(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()))
        .filter(({ value }) => isPlain(value));
      const descriptions = new Map(words.map((it) => [it.value, it.description ?? ""]));
      return [...descriptions].map(([value, text]) => ({
        value,
        description: text.slice(0, LONGEST_DESCRIPTION),
      }));
    },
    files: (typed) => filesBeginning(typed, here.directory),
  };
}

/** Finds profile, service and portfolio; the line takes precedence over environment and profile. */
function placeOf(here: Here, { given }: Line): Place {
  const named = (option: string) => given.get(option)?.at(-1) || undefined;
  const profile = named("--profile") ?? profileInUse(here);
  const isSandbox = profile === SANDBOX_PROFILE; // has its own service and portfolio
  const own = (variable: string, key: string) =>
    here.env[variable] || (profile && profileValue(here, profile, key)) || undefined;
  const known = portfoliosOf(here, profile ?? "");
  const usual = isSandbox ? SANDBOX_PORTFOLIOS[0].name : own("CARRY_PORTFOLIO", "portfolio");
  const typed = given.get("--portfolio")?.join(",") || usual || "";
  return {
    ...here,
    profile,
    baseUrl: named("--base-url") ?? own("CARRY_BASE_URL", "base-url"),
    portfolios: typed.split(",").flatMap((name) => {
      return name === ALL_PORTFOLIOS ? [...known.values()] : [known.get(name) ?? name];
    }),
  };
}

function wordsOf(kind: DynamicKind, place: Place, typed: string): Word[] {
  const { assets, markets, positions } = knowledgeAt(place);
  switch (kind) {
    case "profile":
      return profileNames(place);
    case "asset":
      return assets().map(({ asset, name }) => ({ value: asset, description: name }));
    case "asset-class":
      return distinct(assets().map((it) => it.assetClass)).map((value) => ({ value }));
    case "exchange":
      return distinct(markets().map((it) => it.exchange)).map((value) => ({ value }));
    case "market-id":
      return markets().map((market) => marketWord(market, typed));
    case "position-id":
      return positionWords(positions(), typed);
    case "portfolio":
      return portfolioWords(place);
  }
}

/** Returns the name of a market, `binance:BTCUSDT`; its id if digits are typed, or without a name. */
function marketWord({ id, symbol, exchange }: KnownMarket, typed: string): Word {
  const hasName = symbol !== "" && exchange !== "";
  if (hasName && !/^\d/.test(typed)) {
    return { value: `${exchange}:${symbol}`, description: id === "" ? "" : `market ${id}` };
  }
  return { value: id, description: [symbol, exchange].filter((it) => it !== "").join(" ") };
}

/** Returns names of positions, `AVAX.0de7`; ids if none begins with what is typed. */
function positionWords(all: readonly KnownPosition[], typed: string): Word[] {
  const handles = createHandles(false);
  const named = all.map((position) => ({ ...position, position_id: position.id }));
  for (const position of named) handles.add(position);
  const words = named.map((position) => {
    const { status, exchanges = "" } = position;
    const description = [status, exchanges].filter((it) => it !== "").join(", ");
    return { value: handles.of(position), description };
  });
  if (words.some(({ value }) => value.toLowerCase().startsWith(typed.toLowerCase()))) return words;
  return all.map(({ id, asset, status }) => ({ value: id, description: `${asset} ${status}` }));
}

/** Returns the names of the profile's portfolios, and `all` where there are several. */
function portfolioWords(place: Place): Word[] {
  const known = [...portfoliosOf(place, place.profile ?? "")];
  const words = known.map(([value, description]) => ({ value, description }));
  return known.length < 2 ? words : [...words, { value: ALL_PORTFOLIOS, description: "each" }];
}

/** Returns the known data of a service; that of the sandbox follows from the time. */
function knowledgeAt(place: Place) {
  const { profile = "", portfolios } = place;
  if (profile === SANDBOX_PROFILE) return knownSandbox(place);
  return {
    assets: () => knownAssets(place),
    markets: () => knownMarkets(place),
    positions: () => portfolios.flatMap((portfolio) => recallIds({ ...place, profile, portfolio })),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}

/**
 * Returns the paths, relative ones from `directory`, that begin with a text; directories with a trailing
 * slash, hidden files only if their dot is typed. Empty for an unreadable directory.
 */
function filesBeginning(typed: string, directory: string): string[] {
  const start = typed.lastIndexOf("/") + 1;
  const [folder, name] = [typed.slice(0, start), typed.slice(start)];
  try {
    const place = resolve(directory, folder); // throws if the working directory was removed
    return readdirSync(place)
      .filter((it) => it.startsWith(name) && (name !== "" || !it.startsWith(".")))
      .sort()
      .map((it) => folder + it + (isDirectory(join(place, it)) ? "/" : ""));
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Returns the data that a command with `--profile sandbox` would list, without its server. */
function knownSandbox({ env, now, portfolios }: Pick<Place, "env" | "now" | "portfolios">) {
  return {
    assets: () =>
      assets.map(({ symbol, name, assetClass }) => ({ asset: symbol, name, assetClass })),
    markets: () =>
      listMarkets().map(({ id, symbol, exchange }) => ({ id: String(id), symbol, exchange })),
    positions: () => {
      if (!portfolios.includes(SANDBOX_PORTFOLIOS[0].id)) return []; // outlined is the first alone
      const start = parseMoment(env.CARRY_SANDBOX_AT ?? "", now) ?? now;
      const named = (env.CARRY_SANDBOX_SCENARIO ?? "").split(",").map((part) => part.trim());
      // Unknown names are ignored; the command reports them.
      const scenarios = new Set(SCENARIO_NAMES.filter((name) => named.includes(name)));
      return outlinePositions(start, scenarios);
    },
  };
}
