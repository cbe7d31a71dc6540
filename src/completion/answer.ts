import { knownAssets, knownMarkets, type Place } from "./cached.js";
import { recallIds } from "./ids.js";
import { DYNAMIC_KINDS, type DynamicKind, type Word } from "./model.js";
import { profileInUse, profileNames } from "./profiles.js";

/** No value is longer; what is longer is no value. */
const LONGEST_VALUE = 200;
const LONGEST_DESCRIPTION = 80;
/**
 * The values that can stand on a command line: text that bash, zsh, fish and PowerShell take
 * literally whether no quote is open, a single one or a double one. A value comes from the service,
 * and Enter may follow TAB unread. Left out are also the comma, which separates the values of a
 * list, and the percent sign, which `cmd` expands in the arguments of `carry.cmd`.
 */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_./:@+-]*$/u;

/**
 * What the hidden command prints: `value<tab>description` a line, of what begins with a prefix in
 * either case, each value once. It reads local files only, and whatever is wrong with them is no
 * answer, never an error. A value that is not plain text is left out; a description is only shown.
 * @param argv a kind, a prefix, and `--profile=<name>` when the line names one
 */
export function answer(argv: readonly string[], place: Place): string {
  const [kind, prefix = ""] = argv.filter((word) => !word.startsWith("--profile="));
  const named = argv.find((word) => word.startsWith("--profile="))?.slice("--profile=".length);
  if (!isKind(kind)) return "";
  try {
    const words = wordsOf(kind, { ...place, profile: named || profileInUse(place) })
      .filter(({ value }) => value.toLowerCase().startsWith(prefix.toLowerCase()))
      .filter(({ value }) => value.length <= LONGEST_VALUE && PLAIN.test(value));
    const descriptions = new Map(words.map((it) => [it.value, it.description ?? ""]));
    return [...descriptions].map(([value, text]) => `${value}\t${harmless(text)}\n`).join("");
  } catch {
    return "";
  }
}

function isKind(text: string | undefined): text is DynamicKind {
  return DYNAMIC_KINDS.some((kind) => kind === text);
}

function wordsOf(kind: DynamicKind, place: Place & { profile: string | undefined }): Word[] {
  switch (kind) {
    case "profile":
      return profileNames(place);
    case "asset":
      return knownAssets(place).map(({ asset, name }) => ({ value: asset, description: name }));
    case "asset-class":
      return distinct(knownAssets(place).map((it) => it.assetClass)).map((value) => ({ value }));
    case "exchange":
      return distinct(knownMarkets(place).map((it) => it.exchange)).map((value) => ({ value }));
    case "market-id":
      return knownMarkets(place).map(({ id, symbol, exchange }) => ({
        value: id,
        description: [symbol, exchange].filter((it) => it !== "").join(" "),
      }));
    case "position-id":
      return recallIds({ ...place, profile: place.profile ?? "" }).map(({ id, asset, status }) => ({
        value: id,
        description: `${asset} ${status}`,
      }));
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => value !== "").sort();
}

function harmless(text: string): string {
  return text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").slice(0, LONGEST_DESCRIPTION);
}
