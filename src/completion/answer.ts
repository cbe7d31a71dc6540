import { knownAssets, knownMarkets, type Place } from "./cached.js";
import { recallIds } from "./ids.js";
import { DYNAMIC_KINDS, type DynamicKind, type Word } from "./model.js";
import { profileInUse, profileNames } from "./profiles.js";

/** No value is longer; what is longer is no value. */
const LONGEST_VALUE = 200;
const LONGEST_DESCRIPTION = 80;
/** Characters that would move a cursor, hide, or turn text round; also separators but the space. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * What the hidden command prints: `value<tab>description` a line, of what begins with a prefix in
 * either case. It reads local files only, and whatever is wrong with them is no answer, never an
 * error.
 * @param argv a kind, a prefix, and `--profile=<name>` when the line names one
 */
export function answer(argv: readonly string[], place: Place): string {
  const [kind, prefix = ""] = argv.filter((word) => !word.startsWith("--profile="));
  const named = argv.find((word) => word.startsWith("--profile="))?.slice("--profile=".length);
  if (!isKind(kind)) return "";
  try {
    return wordsOf(kind, { ...place, profile: named || profileInUse(place) })
      .filter(({ value }) => value.toLowerCase().startsWith(prefix.toLowerCase()))
      .filter(({ value }) => value.length <= LONGEST_VALUE && !UNSAFE.test(value))
      .map(({ value, description = "" }) => `${value}\t${harmless(description)}\n`)
      .join("");
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
