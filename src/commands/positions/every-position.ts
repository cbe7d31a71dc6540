import type { Client } from "../../api/client.js";
import type { Position } from "../../api/position.js";
import type { Context } from "../../context.js";

export interface EveryPositionOptions {
  readonly portfolioId: string;
  /** All when omitted. */
  readonly statuses?: readonly ("open" | "closed")[];
}

/** Every position of a portfolio with its performance, for what sums them up. */
export async function* everyPosition(
  context: Context,
  client: Client,
  { portfolioId, statuses }: EveryPositionOptions,
): AsyncGenerator<Position> {
  let positions = 0;
  let duplicates = 0;
  const pages = client.listPositions({
    portfolioId,
    performance: true,
    ...(statuses !== undefined && { statuses }),
    signal: context.io.signal,
  });
  for await (const page of pages) {
    positions += page.items.length;
    duplicates += page.duplicates;
    context.progress.update(`${positions} positions`);
    for (const { value } of page.items) yield value;
  }
  if (duplicates === 0) return;
  const were = duplicates === 1 ? "position came twice and was" : "positions came twice and were";
  context.messages.warning(`${duplicates} ${were} counted once`);
}
