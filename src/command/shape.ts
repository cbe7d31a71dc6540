import { UsageError } from "../base/usage-error.js";
import { FORMATS, OUTPUT_FORMATS, type OutputFormat } from "../output/formats/all-formats.js";
import {
  type Dialect,
  type Format,
  type OutputOptions,
  RFC_4180,
} from "../output/formats/format.js";
import { parseSort } from "../output/table/sort.js";
import type { Setting } from "../settings/sources.js";
import type { CommonOptions } from "./common-options.js";
import type { ColumnsWish } from "./saved-columns.js";

/**
 * Returns the output options of the command line, except the appearance.
 * @param isChart whether a chart is requested
 * @throws {UsageError} for options that the format does not support, and for a format of charts without one
 */
export function readShape(
  { columns, sort, header, pager, query, wide, ...common }: CommonOptions,
  name: OutputFormat,
  isChart: boolean,
): Omit<OutputOptions, "look"> {
  const format: Format = FORMATS[name];
  if (!isChart) refuseOnlyChart(name);
  if (query !== undefined && format.query === undefined) {
    const able = OUTPUT_FORMATS.filter((it) => "query" in FORMATS[it]);
    const words = new Intl.ListFormat("en-GB").format(able);
    throw new UsageError(`--query works with ${words}, not with ${name}`, "add -o json");
  }
  format.check?.({ columns, query });
  if (format.takesDialect !== true) refuseDialect(common, name);
  return {
    format,
    columns: columns?.map((name) => name.replace(/^\+/, "")),
    later: columns?.filter((name) => name.startsWith("+")).map((name) => name.slice(1)),
    sort: sort === undefined ? undefined : parseSort(sort),
    header: header !== false,
    wide: wide === true,
    pager: pager !== false,
    query,
    dialect: dialectOf(common),
  };
}

/** Returns the format that was typed, else the default; a table where the default does not apply. */
export function formatOf(
  setting: Setting<OutputFormat> | undefined,
  { query, columns, view, chart, watch, once }: ColumnsWish["options"],
  command: string,
): OutputFormat {
  if (setting === undefined) return "table";
  const { value, origin } = setting;
  if (origin === "option") return value;
  const format: Format = FORMATS[value];
  const hasEvents = format.jsonMessages && once !== true; // a watch prints them as JSON
  const hasValues = value !== "text" || (query ?? columns ?? view) !== undefined;
  const isWatch = watch !== undefined || command === "watch";
  const applies = chart === true ? format.chart !== undefined : isWatch ? hasEvents : hasValues;
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
  const { json, csv, columns, view, wide, sort, header, query, time, delimiter, eol, bom } = common;
  const output = json === true ? "json" : csv === true ? "csv" : common.output;
  const isOutput = formats.every((it) => it !== output) || undefined;
  const refused = {
    ...(output !== undefined && { [`output ${output}`]: isOutput }),
    ...{ columns, view, wide, sort, "no-header": header, query, time, delimiter, eol, bom },
  };
  const typed = Object.entries(refused).find(([, value]) => value !== undefined)?.[0];
  if (typed === undefined) return;
  const isJson = typed === "output json" || typed === "output ndjson";
  throw new UsageError(
    `--${typed}: this command prints ${prints}`,
    isJson
      ? "leave it out; --error-format json is the format of stderr alone"
      : `leave out --${typed}, or process the output`,
  );
}

/** @throws {UsageError} for a format that only draws charts */
export function refuseOnlyChart(typed: string | undefined): void {
  const name = OUTPUT_FORMATS.find((it) => it === typed);
  if (name === undefined || !("isOnlyChart" in FORMATS[name])) return;
  throw new UsageError(
    `--output ${name} is a chart, and works only with --chart`,
    "add --chart to a command that has it, such as `carry funding history`, or choose another format with -o; `carry profile unset output` takes it out of a profile",
  );
}

/** Returns how csv is written. */
function dialectOf({ delimiter, eol, bom }: CommonOptions): Dialect {
  return {
    delimiter: delimiter ?? RFC_4180.delimiter,
    eol: eol ?? RFC_4180.eol,
    bom: bom === true,
  };
}

/** @throws {UsageError} for an option of csv */
function refuseDialect({ delimiter, eol, bom }: CommonOptions, name: OutputFormat): void {
  const typed = Object.entries({ delimiter, eol, bom }).find(([, value]) => value !== undefined);
  if (typed === undefined) return;
  throw new UsageError(`--${typed[0]} works with csv, not with ${name}`, "add -o csv");
}
