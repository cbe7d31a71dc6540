import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";

/** Returns the ids of the open positions of the portfolio. @throws {UsageError} when none is set */
export async function openIds(context: Context, client: Client): Promise<string[]> {
  const portfolioId = await context.portfolio();
  const ids: string[] = [];
  const request = { portfolioId, statuses: ["open"], signal: context.io.signal } as const;
  for await (const { position_id: id } of client.positions.list(request)) ids.push(id);
  return ids;
}
