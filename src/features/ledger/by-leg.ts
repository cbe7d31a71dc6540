import { standingOf } from "../../analytics/position/snapshot-position.js";
import type { Handles } from "../../base/names/handle.js";
import { UsageError } from "../../base/usage-error.js";
import type { PositionDetail } from "../../client/resources/position.js";
import type { Context } from "../../command/context.js";
import { gravestOf } from "../../command/errors/failure.js";
import { CONCURRENCY } from "../../command/fetch-each.js";
import { counted } from "../../output/text/counted.js";
import { firstOf } from "../../output/text/first-of.js";
import { fundingPast } from "../../portfolio/funding/funding-past.js";
import {
  createIdFinder,
  fetchNamed,
  handlesOf,
  openIds,
} from "../../portfolio/positions/find-ids.js";
import { REASONS } from "../../views/position/position-funding-fields.js";
import type { LedgerData, LedgerWish } from "./entries.js";
import type { LegLedger } from "./leg-entries.js";

/**
 * Returns the settled funding of legs by day, at the sizes that the archive has recorded, else at the current
 * quantities. Warns of legs whose funding is unknown, and of days that are left out.
 * @throws {UsageError} when no position is open
 */
export async function legEntries(context: Context, wish: LedgerWish): Promise<LedgerData> {
  const client = await context.client(CONCURRENCY);
  const ids = wish.ids ?? (await openIds(context, client));
  if (ids.length === 0) {
    throw new UsageError("no position of the portfolio is open", "name positions by their ids");
  }
  const parts = wish.ids === undefined ? { what: "entries", of: "position" } : undefined;
  const finder = createIdFinder(context);
  const { found, failure } = await fetchNamed(context, client, ids, finder, parts);
  const positions = found.map(({ value }) => value);
  const { lifeOf, positionFunding } = await import("../../analytics/funding/position-funding.js");
  const { legLedger } = await import("./leg-entries.js");
  const { byDayAndPosition } = await import("./entry.js");
  const now = client.serviceNow();
  const wanted = positions.map((position) => ({ position, ...lifeOf(position, now) }));
  const past = await fundingPast(context, client, wanted, wish.ids !== undefined);
  const ledgers = wanted.map(({ position, start, end }) => {
    const { eventsOf, sizesOf } = past;
    const funding = positionFunding(position, { eventsOf, sizes: sizesOf(position), start, end });
    return { position, ...legLedger(position, funding, now) };
  });
  noteUnknown(context, ledgers, await handlesOf(finder, positions, wish.ids === undefined));
  const { start = Number.NEGATIVE_INFINITY, end = Number.POSITIVE_INFINITY } = wish.range;
  const isWithin = (day: string) => Date.parse(day) >= start && Date.parse(day) < end;
  noteIncomplete(context, ledgers.flatMap(({ incomplete }) => incomplete).filter(isWithin));
  const entries = ledgers.flatMap((ledger) => ledger.entries);
  return {
    entries: entries.filter(({ day }) => isWithin(day)).sort(byDayAndPosition),
    standings: positions.map(standingOf),
    untold: [],
    failure: gravestOf([failure, past.failure]),
  };
}

interface PositionLedger extends LegLedger {
  readonly position: PositionDetail;
}

function noteUnknown(
  { messages }: Context,
  ledgers: readonly PositionLedger[],
  handles: Handles,
): void {
  const unknown = ledgers.flatMap(({ position, unknown: legs }) =>
    legs.flatMap(({ leg, unknown: why }) => {
      if (why === undefined) return [];
      return [`${handles.of(position)} ${leg.side} ${leg.exchange} (${REASONS[why]})`];
    }),
  );
  if (unknown.length > 0) {
    messages.warning("LEFT_OUT", `legs whose funding is unknown are left out: ${firstOf(unknown)}`);
  }
}

function noteIncomplete({ messages }: Context, days: readonly string[]): void {
  if (days.length === 0) return;
  messages.warning(
    "LEFT_OUT",
    `${counted(days.length, "day")} of legs, without one of their events, left out`,
  );
}
