import type { LegLedger } from "../../analytics/ledger-legs.js";
import type { HistoryOf } from "../../analytics/run-legs.js";
import { standingOf } from "../../analytics/standing.js";
import { UsageError } from "../../base/usage-error.js";
import type { Client } from "../../client/client.js";
import { instantOf } from "../../client/listing/record-time.js";
import type { FundingPoint } from "../../client/resources/funding.js";
import type { PositionDetail } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { type Failure, gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY, fetchEach } from "../../command/fetch-each.js";
import { REASONS } from "../../views/position-funding.js";
import { fetchWithArchive } from "../funding/with-archive.js";
import { counted } from "./counted.js";
import { createIdFinder } from "./find-ids.js";
import { fundingHistories } from "./funding-histories.js";
import type { LedgerData, LedgerWish } from "./ledger-entries.js";

/**
 * Returns the settled funding of the legs of positions by day, from the archive and the service; names
 * the legs for which it is unknown, and counts the days that are left out.
 * @throws {UsageError} when no position is open
 */
export async function legEntries(context: Context, wish: LedgerWish): Promise<LedgerData> {
  const client = await context.client(CONCURRENCY);
  const { positions, failure } = await fetchPositions(context, client, wish.ids);
  const { historyOf, failure: missing } = await historiesOf(context, client, positions, wish);
  const { lifeOf, positionFunding } = await import("../../analytics/position-funding.js");
  const { legLedger } = await import("../../analytics/ledger-legs.js");
  const { eventOf } = await import("../../analytics/settled-event.js");
  const { byDayAndPosition } = await import("../../analytics/ledger-entry.js");
  const now = client.serviceNow();
  const eventsOf = (id: number) => historyOf(id)?.map(eventOf);
  const ledgers = positions.map((position) => {
    const funding = positionFunding(position, { eventsOf, ...lifeOf(position, now) });
    return { position, ...legLedger(position, funding, now) };
  });
  noteLeftOut(context, ledgers);
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = wish.range;
  const isWithin = (day: string) => Date.parse(day) >= start && Date.parse(day) < end;
  const entries = ledgers.flatMap((ledger) => ledger.entries);
  return {
    entries: entries.filter(({ day }) => isWithin(day)).sort(byDayAndPosition),
    standings: positions.map(standingOf),
    untold: [],
    failure: gravestOf([failure, missing]),
  };
}

async function fetchPositions(
  context: Context,
  client: Client,
  named: readonly string[] | undefined,
): Promise<{ positions: readonly PositionDetail[]; failure: Failure | undefined }> {
  const { signal } = context.io;
  const ids = named ?? (await openIds(context, client));
  if (ids.length === 0) {
    throw new UsageError("no position of the portfolio is open", "name positions by their ids");
  }
  const finder = createIdFinder(context, ids);
  const { found, failure } = await fetchEach(
    context,
    [...new Set(ids)],
    (id) => `position ${id}`,
    async (id) => client.positions.get(await finder.find(id), { signal }),
  );
  const byId = new Map(found.map((position) => [position.position_id, position]));
  return { positions: [...byId.values()], failure };
}

async function openIds(context: Context, client: Client): Promise<string[]> {
  const portfolioId = await context.portfolio();
  const ids: string[] = [];
  const request = { portfolioId, statuses: ["open"], signal: context.io.signal } as const;
  for await (const { position_id: id } of client.positions.list(request)) ids.push(id);
  return ids;
}

/** Returns the settled funding of the markets from the archive and the service, or the service alone. */
async function historiesOf(
  context: Context,
  client: Client,
  positions: readonly PositionDetail[],
  { archive }: LedgerWish,
): Promise<{ historyOf: HistoryOf; failure: Failure | undefined }> {
  const opened = positions.map(({ opened_at: at }) => instantOf(at));
  const start = opened.reduce((a, b) => Math.min(a, b), client.serviceNow());
  const legs = positions.flatMap((position) => position.legs);
  const ids = [...new Set(legs.flatMap(({ market_id: id }) => (id === null ? [] : [id])))];
  const wish = { isNamed: archive === "named", asOf: undefined };
  const fetched =
    archive === "none" ? undefined : await fetchWithArchive(context, ids, { start }, wish);
  if (fetched === undefined) return fundingHistories(context, client, positions, start);
  const histories = new Map(
    fetched.found.map(({ marketId, records }) => [
      marketId,
      records.map(({ value }) => value as FundingPoint),
    ]),
  );
  return { historyOf: (id) => histories.get(id), failure: fetched.failure };
}

interface PositionLedger extends LegLedger {
  readonly position: PositionDetail;
}

const MOST_NAMED = 3;

function noteLeftOut({ messages }: Context, ledgers: readonly PositionLedger[]): void {
  const unknown = ledgers.flatMap(({ position, unknown: legs }) =>
    legs.flatMap(({ leg, unknown: why }) => {
      const { side, exchange } = leg;
      const { asset, position_id: id } = position;
      return why === undefined
        ? []
        : [`${asset} ${id.slice(0, 8)} ${side} ${exchange} (${REASONS[why]})`];
    }),
  );
  const named = unknown.slice(0, MOST_NAMED);
  if (unknown.length > MOST_NAMED) named.push(`and ${unknown.length - MOST_NAMED} more`);
  if (unknown.length > 0) {
    messages.warning("LEFT_OUT", `legs whose funding is unknown are left out: ${named.join(", ")}`);
  }
  const incomplete = ledgers.reduce((sum, ledger) => sum + ledger.incomplete, 0);
  if (incomplete === 0) return;
  messages.warning(
    "LEFT_OUT",
    `${counted(incomplete, "day")} of legs, without one of their events, left out`,
  );
}
