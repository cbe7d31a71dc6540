import { UsageError } from "../base/usage-error.js";
import { UnknownColumnError } from "../output/formats/errors.js";
import type { Format } from "../output/formats/format.js";
import { firstOf } from "../output/text/first-of.js";
import { nearestTo } from "../output/text/nearest.js";
import { COLUMN_NAMES, type NamedKey, namedIn } from "../settings/named.js";
import type { Sources } from "../settings/sources.js";
import type { CommonOptions } from "./common-options.js";

/** Columns that a profile has, and the setting that has them. */
export interface SavedColumns {
  readonly key: NamedKey;
  readonly columns: readonly string[];
}

/** Options of some commands that a context reads. */
interface OwnOptions extends Readonly<Partial<Record<"chart" | "watch" | "once", unknown>>> {
  readonly view?: string;
  readonly refresh?: boolean;
}

/** What a command line says about columns. */
export interface ColumnsWish {
  readonly options: CommonOptions & OwnOptions;
  readonly format: Format;
  /** Name of the command in `columns.<command>`. */
  readonly command: string;
}

/**
 * Returns the columns of the profile to show: those of `--view`, else in a table those of
 * `columns.<command>`, unless `--columns`, `--wide` or `--query` is given, or it is a chart or a watch.
 * @throws {UsageError} for a view that the profile lacks, and for invalid columns
 */
export function savedColumns(
  { options, format, command }: ColumnsWish,
  { profile, profileName }: Pick<Sources, "profile" | "profileName">,
): SavedColumns | undefined {
  const { view, columns, wide, query, chart, watch } = options;
  if (view !== undefined) {
    if (columns !== undefined) {
      throw new UsageError("--view and --columns exclude each other", "leave out one of them");
    }
    if (command === "list" && BUILT_IN.has(view)) return undefined;
    const views = namedIn("view", profile);
    const text = views.get(view);
    return text === undefined ? refuseView(view, [...views.keys()]) : read(`view.${view}`, text);
  }
  const isTable = format.columns === "table" && chart === undefined && watch === undefined;
  if (!isTable || columns !== undefined || wide === true || query !== undefined) return undefined;
  const text = namedIn("columns", profile).get(command);
  return text === undefined ? undefined : read(`columns.${command}`, text);

  function read(key: NamedKey, text: string): SavedColumns {
    const names = COLUMN_NAMES.parse(text);
    if (names !== undefined) return { key, columns: names };
    throw new UsageError(
      `profile "${profileName}": ${key}: "${text}" is not ${COLUMN_NAMES.allowed}`,
      remedyOf(key),
    );
  }
}

/** Views of `carry list` that need no profile. */
const BUILT_IN: ReadonlySet<string> = new Set(["now", "pnl", "funding", "risk", "next"]);

function refuseView(name: string, known: readonly string[]): never {
  const nearest = nearestTo(name, known);
  const have = known.length === 0 ? "it has none" : `its views are ${firstOf(known)}`;
  throw new UsageError(
    `--view: the profile has no view "${name}"`,
    nearest === undefined
      ? `${have}; carry profile set view.${name} <a,b,c> saves one`
      : `did you mean ${nearest}?`,
  );
}

function remedyOf(key: NamedKey): string {
  return `correct it: carry profile set ${key} <a,b,c>, or remove it: carry profile unset ${key}`;
}

/** Names the setting that has the columns which an error is about; returns any other error as it is. */
export function ofSavedColumns(error: unknown, saved: SavedColumns | undefined): unknown {
  if (saved === undefined) return error;
  if (error instanceof UsageError && error.message.startsWith("--columns: ")) {
    const message = error.message.replace("--columns", `${saved.key} of the profile`);
    return new UsageError(message, error.hint);
  }
  if (!(error instanceof UnknownColumnError) || error.option !== "--columns") return error;
  const hint = [error.nearest && `did you mean ${error.nearest}?`, remedyOf(saved.key)];
  return new UsageError(
    `${saved.key} of the profile: there is no column "${error.column}"`,
    hint.filter((it) => it !== undefined).join(" "),
  );
}

/** Returns the name of a command in `columns.<command>`: `list` of `carry positions list`. */
export function nameInColumns(words: string): string {
  return words.replace(/^(carry )?((positions|funding) (?=.))?/, "").replaceAll(" ", "-");
}
