import { UsageError } from "../base/usage-error.js";
import { FORMATS, OUTPUT_FORMATS, type OutputFormat } from "../output/formats/all-formats.js";
import type { Format, OutputOptions } from "../output/formats/format.js";
import { parseSort } from "../output/table/sort.js";
import type { Setting } from "../settings/sources.js";
import type { CommonOptions } from "./common-options.js";
import type { ColumnsWish } from "./saved-columns.js";

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
    ...{ columns, wide, sort, query },
  };
  const typed = Object.entries(refused).find(([, value]) => value !== undefined)?.[0];
  if (typed === undefined) return;
  throw new UsageError(
    `--${typed}: this command prints ${prints}`,
    `leave out --${typed}, or process the output`,
  );
}
