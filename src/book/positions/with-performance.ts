import type { Client } from "../../client/client.js";
import { type Item, itemOf } from "../../client/listing/item-pages.js";
import type { Position, PositionDetail } from "../../client/resources/position.js";
import { isStatus } from "../../client/resources/words.js";
import { memberSource } from "../../client/validate/json-source.js";
import type { Context } from "../../run/context.js";

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
