import { ProgramError } from "../base/program-error.js";
import { type Io, isDumb, type Sink } from "../base/terminal/io.js";
import { UsageError } from "../base/usage-error.js";
import { FORMATS, OUTPUT_FORMATS, type OutputFormat } from "../output/formats/all-formats.js";
import { type Format, type OutputOptions, parseSort } from "../output/formats/format.js";
import type { Look } from "../output/text/look.js";
import { firstOf, nearestTo } from "../output/text/words.js";
import type { CommonOptions } from "./common-options.js";
import type { Setting, Sources } from "./settings/sources.js";
import { COLUMN_NAMES, type NamedKey, namedIn } from "./settings/table.js";

/** Reports whether output is coloured: by option, environment (no-color.org, force-color.org), terminal. */
export function wantsColor(io: Io, options: CommonOptions, sink: Sink): boolean {
  if (options.color === false || io.env.NO_COLOR) return false;
  const forced = io.env.FORCE_COLOR;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return sink.isTTY && !isDumb(io.env);
}

/** Minimum width of a layout, in columns. */
const NARROWEST = 20;

/** Returns the appearance of output on stdout. */
export function lookOf(io: Io, options: CommonOptions): Look {
  return {
    color: wantsColor(io, options, io.stdout),
    width: io.stdout.isTTY ? Math.max(io.stdout.columns || 80, NARROWEST) : undefined,
    height: io.stdout.isTTY ? io.stdout.rows : undefined,
    unicode: speaksUnicode(io.env),
    now: io.clock.now(),
    zone: "UTC",
  };
}

/** Reports whether the locale is UTF-8, in the precedence of POSIX (LC_ALL, LC_CTYPE, LANG). */
function speaksUnicode(env: Io["env"]): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale === undefined || locale === "" || /utf-?8/i.test(locale);
}

/**
 * Returns the output options of the command line.
 * @throws {UsageError} for options that the format does not support
 */
export function readShape(
  { columns, sort, query, wide }: CommonOptions,
  name: OutputFormat,
): Omit<OutputOptions, "look" | "hasMark"> {
  const format: Format = FORMATS[name];
  if (query !== undefined && format.query === undefined) {
    const able = OUTPUT_FORMATS.filter((it) => "query" in FORMATS[it]);
    const words = new Intl.ListFormat("en-GB").format(able);
    throw new UsageError(`--query works with ${words}, not with ${name}`, "add -o json");
  }
  return {
    format,
    columns,
    sort: sort === undefined ? undefined : parseSort(sort),
    wide: wide === true,
    query,
  };
}

/** Returns the format that was typed, else the default; a table where the default does not apply. */
export function formatOf(
  setting: Setting<OutputFormat> | undefined,
  { chart, watch, once }: ColumnsWish["options"],
  command: string,
): OutputFormat {
  if (setting === undefined) return "table";
  const { value, origin } = setting;
  if (origin === "option") return value;
  const format: Format = FORMATS[value];
  const hasEvents = format.jsonMessages && once !== true; // a watch prints them as JSON
  const isWatch = watch !== undefined || command === "watch";
  const applies = chart === true ? format.isLaidOut : !isWatch || hasEvents;
  return applies ? value : "table";
}

/** Form of the output of a command. */
export interface OwnShape {
  /** What it prints, if that has a form of its own; --columns, --query and similar options are refused. */
  readonly prints?: string;
  /** Formats of --output that it accepts nevertheless. */
  readonly formats?: readonly OutputFormat[];
}

/** @throws {UsageError} for an output option that the form of the command does not support */
export function refuseShape({ prints, formats = [] }: OwnShape, common: CommonOptions): void {
  if (prints === undefined) return;
  const { json, csv, columns, wide, sort, query } = common;
  const output = json === true ? "json" : csv === true ? "csv" : common.output;
  const isOutput = formats.every((it) => it !== output) || undefined;
  const refused = {
    ...(output !== undefined && { [`output ${output}`]: isOutput }),
    columns,
    wide,
    sort,
    query,
  };
  const typed = Object.entries(refused).find(([, value]) => value !== undefined)?.[0];
  if (typed === undefined) return;
  throw new UsageError(
    `--${typed}: this command prints ${prints}`,
    `leave out --${typed}, or process the output`,
  );
}

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
    const isBuiltIn = VIEWS.some((it) => it === view);
    if (isBuiltIn && (command === "list" || command === "watch")) return undefined;
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

/** Views of `carry list`, and pages of `carry watch`, that need no profile. */
export const VIEWS = ["now", "pnl", "funding", "risk", "next"] as const;
export type ViewName = (typeof VIEWS)[number];

function refuseView(name: string, known: readonly string[]): never {
  const nearest = nearestTo(name, known);
  const have =
    known.length === 0 ? `carry list has ${VIEWS.join(", ")}` : `its views are ${firstOf(known)}`;
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
  const option = "--columns";
  if (saved === undefined || !(error instanceof ProgramError)) return error;
  if (!error.message.startsWith(`${option}: `)) return error;
  return new UsageError(
    error.message.replace(option, `${saved.key} of the profile`),
    error.hint ?? remedyOf(saved.key),
  );
}

/** Returns the name of a command in `columns.<command>`: `list` of `carry positions list`. */
export function nameInColumns(words: string): string {
  return words.replace(/^(carry )?((positions|funding) (?=.))?/, "").replaceAll(" ", "-");
}
