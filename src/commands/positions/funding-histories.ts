import { RHYTHM_MS } from "../../analytics/rhythm.js";
import type { HistoryOf } from "../../analytics/run-legs.js";
import type { Client } from "../../client/client.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { PositionDetail } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import type { Failure } from "../../command/errors/failure.js";
import { fetchEach } from "../../command/fetch-each.js";
import { FUNDING } from "../../command/report-parts.js";
import { settledEvents } from "../../command/settled-events.js";

/**
 * Fetches the settled funding of the markets of all legs, each market once and a few at a time;
 * reports those that fail.
 * @param start start of the range, milliseconds since the epoch
 * @param isNamed whether the positions were asked for by name
 */
export async function fundingHistories(
  context: Context,
  client: Client,
  positions: readonly PositionDetail[],
  start: number,
  isNamed: boolean,
): Promise<{ readonly historyOf: HistoryOf; readonly failure: Failure | undefined }> {
  const legs = positions.flatMap((position) => position.legs);
  const ids = [...new Set(legs.flatMap(({ market_id: id }) => (id === null ? [] : [id])))];
  const { found, failure } = await fetchEach(
    context,
    ids,
    (id) => `market ${id}`,
    async (id) => ({
      id,
      events: await settledEvents(context, client, id, { start: start - RHYTHM_MS }),
    }),
    isNamed ? undefined : FUNDING,
  );
  const histories = new Map(
    found.map(({ id, events }) => [id, events.map(({ value }) => value as FundingPoint)]),
  );
  return { historyOf: (id) => histories.get(id), failure };
}
