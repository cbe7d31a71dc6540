import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { counted } from "../../output/text/counted.js";
import { createRecorder } from "../archive/record.js";
import { createContradictions } from "./contradictions.js";

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
  const request = {
    portfolioId,
    performance: "if-sent",
    statuses,
    signal: context.io.signal,
  } as const;
  const recorder = await createRecorder(context, request);
  for await (const page of client.positions.list(request).withSource().pages()) {
    recorder?.add(page.items);
    positions += page.items.length;
    duplicates += page.duplicates;
    context.progress.update(counted(positions, "position"));
    for (const { value } of page.items) {
      contradictions.add(value);
      yield value;
    }
  }
  await recorder?.finish(client);
  contradictions.warn();
  if (duplicates === 0) return;
  const were = duplicates === 1 ? "was" : "were";
  context.messages.warning(
    "DUPLICATES",
    `${counted(duplicates, "position")} came twice and ${were} counted once`,
  );
}
