import type { RankedEvents } from "../../analytics/rank-market.js";
import { RUN_HISTORY_MS } from "../../analytics/runs.js";
import { eventOf } from "../../analytics/settled-event.js";
import type { NamedMarket } from "../../base/market-name.js";
import type { Client } from "../../client/client.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { countRequests } from "../../command/settled-events.js";
import { recentFundingOf } from "../status/recent-funding.js";

/** Markets to rank with their settled funding. */
export interface RankSource {
  readonly markets: readonly NamedMarket[];
  readonly events: readonly RankedEvents[];
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
  /** Where the archive is that was read; undefined without one. */
  readonly archive: string | undefined;
  /** Worst failure, already reported. */
  readonly failure: Failure | undefined;
}

/** Number of requests beyond which they are announced. */
const MANY_REQUESTS = 50;

/** Asks the service for the settled funding of markets, a few at a time. */
export async function askedFunding(
  context: Context,
  client: Client,
  markets: readonly NamedMarket[],
): Promise<Omit<RankSource, "archive">> {
  const now = client.serviceNow();
  const ids = markets.map(({ id }) => id);
  await announce(context, client, ids, now - RUN_HISTORY_MS);
  const { signal } = context.io;
  const funding = await recentFundingOf(context, ids, now, { client, signal, untilFailure: true });
  const events = ids.flatMap((id) => {
    const points = funding.historyOf(id);
    return points === undefined ? [] : [{ id, events: points.map(eventOf) }];
  });
  return { markets, events, now, failure: funding.failure };
}

async function announce(
  context: Context,
  client: Client,
  ids: readonly number[],
  start: number,
): Promise<void> {
  if (ids.length <= MANY_REQUESTS) return;
  const requests = await countRequests(context, client, ids, start);
  if (requests <= MANY_REQUESTS) return;
  context.messages.note(
    "REQUESTS",
    `asks for the settled funding of ${requests} markets, one request each; assets after the command ask for fewer, and an archive for none`,
  );
}
