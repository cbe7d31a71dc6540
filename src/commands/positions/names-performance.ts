import { UsageError } from "../../base/usage-error.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { excerpt } from "../../output/query/excerpt.js";

/**
 * Whether something of the performance is to be shown, sorted by or queried, so that it has to be
 * asked for.
 * @param output with the full keys of the columns
 * @param option what was typed: true for `--performance`, false for `--no-performance`
 * @throws {UsageError} when the performance is refused all the same
 */
export async function namesPerformance(
  { format, columns = [], sort, query }: OutputOptions,
  option: boolean | undefined,
): Promise<boolean> {
  const isShown = format.columns !== undefined;
  const names = [
    ...(isShown ? columns : []).map((key) => ["--columns", key] as const),
    ...(sort === undefined ? [] : [["--sort", sort.key] as const]),
    ...(await fieldsOf(query)).map((field) => ["--query", field] as const),
  ];
  const found = names.find(([, name]) => /(^|\.)performance(\.|$)|^attention$/.test(name));
  if (found === undefined) return false;
  if (option !== false) return true;
  const [typed, name] = found;
  throw new UsageError(
    `${typed}: "${excerpt(name)}" is of the performance, which --no-performance leaves out`,
    "leave --no-performance out",
  );
}

async function fieldsOf(query: string | undefined): Promise<readonly string[]> {
  if (query === undefined) return [];
  const { compileQuery } = await import("../../output/query/query.js");
  return compileQuery(query).fields;
}
