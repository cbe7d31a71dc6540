import type { Client } from "../../client/client.js";
import type { Position } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { recorded } from "../recorded/record.js";
import { observe } from "./observe.js";

export interface EveryPositionOptions {
  readonly portfolioId: string;
  /** Default: all. */
  readonly statuses?: readonly ("open" | "closed")[] | undefined;
  /** Filter of what is listed; default: all. */
  readonly where?: ((position: Position) => boolean) | undefined;
}

/** Lists every position of a portfolio with its performance. */
export async function* everyPosition(
  context: Context,
  client: Client,
  { portfolioId, statuses, where }: EveryPositionOptions,
): AsyncGenerator<Position> {
  const { signal } = context.io;
  const request = { portfolioId, performance: "if-sent", statuses, where, signal } as const;
  const pages = client.positions.list(request).withSource().pages();
  const listing = observe(recorded(context, client, request, pages), context);
  for await (const items of listing.items) for (const { value } of items) yield value;
  listing.report();
}

/** Returns the same as a list. */
export async function allPositions(
  ...args: Parameters<typeof everyPosition>
): Promise<readonly Position[]> {
  const all: Position[] = [];
  for await (const position of everyPosition(...args)) all.push(position);
  return all;
}
