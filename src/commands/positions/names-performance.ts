import type { OutputOptions } from "../../output/options.js";
import { UsageError } from "../../usage-error.js";

/**
 * Whether a column of the performance is to be shown or sorted by, so that it has to be asked for.
 * @param output with the full keys of the columns
 * @param option what was typed: true for `--performance`, false for `--no-performance`
 * @throws {UsageError} when the performance is refused all the same
 */
export function namesPerformance(
  { format, columns = [], sort }: OutputOptions,
  option: boolean | undefined,
): boolean {
  const isPart = (key: string) => key.startsWith("performance.");
  const isShown = format === "table" || format === "csv";
  const shown = isShown ? columns.find(isPart) : undefined;
  const key = shown ?? (sort !== undefined && isPart(sort.key) ? sort.key : undefined);
  if (key === undefined) return false;
  if (option !== false) return true;
  throw new UsageError(
    `${shown === undefined ? "--sort" : "--columns"}: "${key}" is of the performance, which --no-performance leaves out`,
    "leave --no-performance out",
  );
}
