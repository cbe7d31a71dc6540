import { UsageError } from "../base/usage-error.js";
import type { OutputOptions } from "../output/formats/options.js";
import { parseSort } from "../output/table/sort.js";
import type { SettingName } from "../settings/settings.js";
import type { OutputFormat } from "../settings/values.js";

/** Options of every command that are settings, as they were typed. */
export interface TypedSettings {
  readonly output?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly baseUrl?: string;
  readonly timeout?: string;
  readonly retries?: string;
}

/** Options of every command that say what of the data is printed, as they were typed. */
export interface TypedShape {
  readonly columns?: string;
  readonly sort?: string;
  readonly header?: boolean;
  readonly pager?: boolean;
  readonly query?: string;
}

/** The settings that were given as options, as text. */
export function typedSettings(options: TypedSettings): Partial<Record<SettingName, string>> {
  return {
    ...(options.baseUrl !== undefined && { baseUrl: options.baseUrl }),
    ...(options.timeout !== undefined && { timeoutMs: options.timeout }),
    ...(options.retries !== undefined && { retries: options.retries }),
    ...outputOption(options),
  };
}

function outputOption(options: TypedSettings): { output?: string } {
  const named = [
    options.output,
    options.json === true ? "json" : undefined,
    options.csv === true ? "csv" : undefined,
  ].filter((value) => value !== undefined);
  const [first] = named;
  if (first === undefined) return {};
  const other = named.find((value) => value !== first);
  if (other !== undefined)
    throw new UsageError(`--output: ${first} and ${other} exclude each other`);
  return { output: first };
}

/**
 * What of the data is to be printed.
 * @throws {UsageError} for a query that the format has no use for
 */
export function readShape(
  { columns, sort, header, pager, query }: TypedShape,
  format: OutputFormat,
): Omit<OutputOptions, "look"> {
  if (query !== undefined && format !== "json" && format !== "ndjson") {
    throw new UsageError(`--query works on json and ndjson, not on ${format}`, "add -o json");
  }
  return {
    format,
    columns: columns?.split(",").map((column) => column.trim()),
    sort: sort === undefined ? undefined : parseSort(sort),
    header: header !== false,
    pager: pager !== false,
    query,
  };
}
