import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { createContradictions } from "./contradictions.js";
import { counted } from "./counted.js";

export interface EveryPositionOptions {
  readonly portfolioId: string;
  /** Default: all. */
  readonly statuses?: readonly ("open" | "closed")[];
}

/** Lists every position of a portfolio with its performance. */
export async function* everyPosition(
  context: Context,
  client: Client,
  { portfolioId, statuses }: EveryPositionOptions,
): AsyncGenerator<Position> {
  let positions = 0;
  let duplicates = 0;
  const contradictions = createContradictions(context.messages);
  const listing = client.positions.list({
    portfolioId,
    performance: "if-sent",
    statuses,
    signal: context.io.signal,
  });
  for await (const page of listing.pages()) {
    positions += page.items.length;
    duplicates += page.duplicates;
    context.progress.update(counted(positions, "position"));
    for (const position of page.items) {
      contradictions.add(position);
      yield position;
    }
  }
  contradictions.warn();
  if (duplicates === 0) return;
  const were = duplicates === 1 ? "was" : "were";
  context.messages.warning(
    "DUPLICATES",
    `${counted(duplicates, "position")} came twice and ${were} counted once`,
  );
}
