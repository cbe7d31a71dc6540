import { SANDBOX_PROFILE } from "../settings/profile-name.js";
import { knownAssets, knownMarkets } from "./cached.js";
import { filesBeginning } from "./files.js";
import { recallIds } from "./ids.js";
import type { Line } from "./line.js";
import type { DynamicKind, Word } from "./model.js";
import type { Lookup } from "./offer.js";
import type { Knowledge, Place } from "./place.js";
import { profileInUse, profileNames, profileValue } from "./profiles.js";
import { knownSandbox } from "./sandbox.js";

/** No value is longer; what is longer is no value. */
const LONGEST_VALUE = 200;
const LONGEST_DESCRIPTION = 80;
/**
 * Whether a value can stand on a command line: it is text that bash, zsh, fish and PowerShell take
 * literally whether no quote is open, a single one or a double one. A value comes from the service,
 * and Enter may follow TAB unread. Left out are also the comma, which separates the values of a
 * list, and the percent sign, which `cmd` expands in the arguments of `carry.cmd`.
 */
function isPlain(value: string): boolean {
  if (value.length > LONGEST_VALUE) return false;
  // Most are ASCII, and the other expression takes 1 ms to compile.
  return /^\w[\w./:@+-]*$/.test(value) || /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_./:@+-]*$/u.test(value);
}

/** A computer, the time there in milliseconds since the epoch, and where relative paths begin. */
interface Here extends Pick<Place, "env" | "platform" | "now"> {
  readonly directory: string;
}

/**
 * Returns what can be looked up without the network: the values that local files hold, each once.
 * A file with something wrong in it holds none. A value that is not plain text is left out; a
 * description is only shown.
 */
export function lookupOn(here: Here): Lookup {
  return {
    values(kind, typed, line) {
      const words = wordsOf(kind, placeOf(here, line))
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

/** What the line names counts before the environment and the profile. */
function placeOf(here: Here, { given }: Line): Place {
  const named = (option: string) => given.get(option)?.at(-1) || undefined;
  const profile = named("--profile") ?? profileInUse(here);
  const isSandbox = profile === SANDBOX_PROFILE; // its own service, with its own portfolio
  const own = (variable: string, key: string) =>
    here.env[variable] || (profile && profileValue(here, profile, key)) || undefined;
  return {
    ...here,
    profile,
    baseUrl: isSandbox ? undefined : (named("--base-url") ?? own("CARRY_BASE_URL", "base-url")),
    portfolio: isSandbox
      ? undefined
      : (named("--portfolio") ?? own("CARRY_PORTFOLIO", "portfolio")),
  };
}

function wordsOf(kind: DynamicKind, place: Place): Word[] {
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
      return markets().map(({ id, symbol, exchange }) => ({
        value: id,
        description: [symbol, exchange].filter((it) => it !== "").join(" "),
      }));
    case "position-id":
      return positions().map(({ id, asset, status }) => ({
        value: id,
        description: `${asset} ${status}`,
      }));
  }
}

/** The sandbox needs no file: what is in it follows from the time. */
function knowledgeAt(place: Place): Knowledge {
  const { profile = "", portfolio = "" } = place;
  if (profile === SANDBOX_PROFILE) return knownSandbox(place);
  return {
    assets: () => knownAssets(place),
    markets: () => knownMarkets(place),
    positions: () => recallIds({ ...place, profile, portfolio }),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}
