import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import { type Item, itemOf } from "../../client/listing/items.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/terms.js";
import { memberSource } from "../../client/validate/json-source.js";
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
  const found = names.find(([, name]) => name.split(".").includes("performance"));
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

/**
 * Adds the performance to full positions. Only the list has it, so that the list of each portfolio is read
 * until all positions are found. JSON output has it as `performance`, as sent.
 * @param known positions that were listed with their performance
 * @throws the errors of listing positions
 */
export async function withPerformance(
  context: Context,
  client: Client,
  details: readonly Item<PositionDetail>[],
  known: readonly Item<Position>[] = [],
): Promise<Item<PositionDetail>[]> {
  const listed = new Map(known.map((item) => [item.value.position_id, item]));
  const missing = details.filter(
    ({ value }) => !listed.has(value.position_id) && value.performance === undefined,
  );
  for (const portfolioId of new Set(missing.map(({ value }) => value.portfolio_id))) {
    const wanted = missing.filter(({ value }) => value.portfolio_id === portfolioId);
    const ids = new Set(wanted.map(({ value }) => value.position_id));
    const words = [...new Set(wanted.map(({ value }) => value.status))];
    const statuses = words.every(isStatus) ? words : undefined;
    const where = ({ position_id }: Position) => ids.has(position_id);
    const { signal } = context.io;
    const request = { portfolioId, statuses, performance: "if-sent", where, signal } as const;
    for await (const { items } of client.positions.list(request).withSource().pages()) {
      for (const item of items) listed.set(item.value.position_id, item);
      if (wanted.every(({ value }) => listed.has(value.position_id))) break;
    }
  }
  return details.map((detail) => joined(detail, listed.get(detail.value.position_id)));
}

function joined(detail: Item<PositionDetail>, item: Item<Position> | undefined) {
  if (item?.value.performance === undefined || detail.value.performance !== undefined)
    return detail;
  const value = { ...detail.value, performance: item.value.performance };
  const source = `${detail.source.slice(0, -1)},"performance":${memberSource(item.source, "performance")}}`;
  return itemOf(value, source);
}
