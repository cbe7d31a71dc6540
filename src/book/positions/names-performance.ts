import { UsageError } from "../../base/usage-error.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Context } from "../../run/context.js";

/**
 * Reports whether to request the performance: if a field of it is shown, sorted by or queried, else as
 * set, else for a table with its own columns.
 * @param output options with the full keys of the columns
 * @param option true for `--performance`, false for `--no-performance`
 * @throws {UsageError} if `--no-performance` contradicts a name
 */
export async function wantsPerformance(
  context: Context,
  { format, columns, sort, query }: OutputOptions,
  option: boolean | undefined,
): Promise<boolean> {
  const shown = format.columns === undefined ? [] : (columns ?? []);
  const names = [
    ...shown.map((key) => ["--columns", key] as const),
    ...(sort === undefined ? [] : [["--sort", sort.key] as const]),
    ...(await fieldsOf(query)).map((field) => ["--query", field] as const),
  ];
  const found = names.find(([, name]) => /(^|\.)performance(\.|$)|^attention$/.test(name));
  if (found === undefined) {
    const isWhole = format.isLaidOut && columns === undefined;
    return (await context.setting("performance")) ?? isWhole;
  }
  if (option !== false) return true;
  const [typed, name] = found;
  throw new UsageError(
    `${typed}: "${name}" needs the performance, which --no-performance leaves out`,
    "remove --no-performance",
  );
}

async function fieldsOf(query: string | undefined): Promise<readonly string[]> {
  if (query === undefined) return [];
  const { compileQuery } = await import("../../output/query/query.js");
  return compileQuery(query).fields;
}
