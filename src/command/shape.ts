import { UsageError } from "../base/usage-error.js";
import type { OutputFormat } from "../output/formats/names.js";
import type { OutputOptions } from "../output/formats/options.js";
import { parseSort } from "../output/table/sort.js";
import type { CommonOptions } from "./common-options.js";

/**
 * What of the data is to be printed.
 * @throws {UsageError} for a query that the format has no use for
 */
export function readShape(
  { columns, sort, header, pager, query }: CommonOptions,
  format: OutputFormat,
): Omit<OutputOptions, "look"> {
  if (query !== undefined && format !== "json" && format !== "ndjson") {
    throw new UsageError(`--query works on json and ndjson, not on ${format}`, "add -o json");
  }
  return {
    format,
    columns,
    sort: sort === undefined ? undefined : parseSort(sort),
    header: header !== false,
    pager: pager !== false,
    query,
  };
}
