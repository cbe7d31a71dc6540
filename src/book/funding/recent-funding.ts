import { keysAnswered } from "../../base/collections.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import type { FundingEvent } from "../../client/resources/funding.js";
import type { Position } from "../../client/resources/position.js";
import type { PastWeeks } from "../../figures/catalog/next.js";
import type { HeldMark } from "../../figures/credible/credible-events.js";
import { eventOf, type MarketEvent } from "../../figures/credible/settled-event.js";
import { type HistoryOf, RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import { heldLegs } from "../../figures/engine/position/legs.js";
import { LAST_DAY, WEEK_DAYS } from "../../figures/next/pool.js";
import { counted } from "../../output/text/words.js";
import type { Context } from "../../run/context.js";
import { type Failure, MEANINGS } from "../../run/errors/kinds.js";
import { FUNDING, inParallel, reportParts } from "../../run/fetch-each.js";
import { settledEvents } from "../../run/settled-events.js";
import { ifReadable } from "../archive.js";
import { archivedFunding } from "./archived-funding.js";
import { AS_FIGURES, eventDoor } from "./events.js";

/** Settled funding of several markets, as far back as runs need it. */
export interface RecentFunding {
  /** Returns undefined for a market that could not be fetched. */
  readonly historyOf: HistoryOf;
  /** The markets that were fetched, or that failed. */
  readonly asked: readonly number[];
  /** Failure that was reported as an error. */
  readonly failure: Failure | undefined;
}

/** Options of the requests for settled funding. */
export interface FundingRequest {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether a failure is a warning whatever its cause. */
  readonly isAside?: boolean | undefined;
  /** Markets of positions that were requested by name. */
  readonly named?: readonly number[];
  /** Markets that failed before, which are requested after the others. */
  readonly last?: ReadonlySet<number> | undefined;
  /** Stops requesting markets after a temporary failure. */
  readonly untilFailure?: boolean | undefined;
}

/**
 * Fetches the settled funding of markets, as far back as runs need it; reports what failed.
 * @param held marks that the events are compared with
 */
export async function recentFundingOf(
  context: Context,
  marketIds: readonly number[],
  now: number,
  { client, signal, isAside, named = [], last, untilFailure = false }: FundingRequest,
  held: ReadonlyMap<number, HeldMark> = new Map(),
): Promise<RecentFunding> {
  const believe = await eventDoor(context, now);
  context.progress.update(`funding of ${counted(marketIds.length, "market")}`);
  const histories = new Map<number, readonly MarketEvent[]>();
  const failures = new Map<number, unknown>();
  let isOver = false;
  const inOrder = marketIds.toSorted((a, b) => Number(last?.has(a)) - Number(last?.has(b)));
  await inParallel(last === undefined ? marketIds : inOrder, async (marketId) => {
    if (isOver) return;
    try {
      const range = { start: now - RUN_HISTORY_MS };
      const events = await settledEvents(context, client, marketId, range, signal);
      if (last !== undefined) await keysAnswered(); // a watch of 400 markets would stand still
      const list = events.map(({ value }) => eventOf(value as FundingEvent));
      histories.set(marketId, sameAsBefore(marketId, believe(marketId, list, held.get(marketId))));
    } catch (error) {
      failures.set(marketId, error);
      isOver ||= untilFailure && MEANINGS[context.failureOf(error).kind].retryable;
    }
  });
  signal.throwIfAborted();
  const failed = marketIds
    .filter((id) => failures.has(id))
    .map((id) => {
      // The markets after it were not requested, so that it is more than a part.
      const isNamed = named.includes(id) || isOver;
      return { name: String(id), error: failures.get(id), isNamed };
    });
  return {
    historyOf: (marketId) => histories.get(marketId),
    asked: [...histories.keys(), ...failures.keys()],
    failure: await reportParts(context, failed, FUNDING, { asked: marketIds.length, isAside }),
  };
}

/** Returns the markets of held legs, each once. */
export function marketsOf(positions: readonly Position[]): number[] {
  const ids = positions.flatMap((position) => heldLegs(position).map((leg) => leg.market_id));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** The last list of events of each market. */
const LISTS = new Map<number, readonly MarketEvent[]>();

/**
 * Returns the list that was returned before if its events are the same, as in the rounds of a watch, so that
 * what was computed from that list is found again; else this one.
 */
function sameAsBefore(marketId: number, events: readonly MarketEvent[]): readonly MarketEvent[] {
  const before = LISTS.get(marketId) ?? [];
  const isSame =
    before.length === events.length && events.every((event, at) => isSameEvent(event, before[at]));
  const list = isSame ? before : events;
  LISTS.set(marketId, list);
  return list;
}

function isSameEvent(one: MarketEvent, other: MarketEvent | undefined): boolean {
  const { time, rate, mark, interval } = one;
  return (
    time === other?.time &&
    rate === other.rate &&
    mark === other.mark &&
    interval === other.interval
  );
}

/** Number of weeks before the last that are scored at most: half a year in all. */
const MOST_WEEKS = 25;
/** A day more than a series, so that the spacing of its first events is known. */
const SERIES_MS = (LAST_DAY + 1) * DAY_MS;

/**
 * Reads what markets settled before the 30 days that the service keeps, by which the ranges of earlier weeks
 * are scored; undefined without an archive, and where it cannot be read, which is no failure of a status.
 */
export async function pastWeeks(
  context: Context,
  markets: readonly number[],
  now: number,
): Promise<PastWeeks | undefined> {
  const start = now - MOST_WEEKS * WEEK_DAYS * DAY_MS - SERIES_MS;
  const wanted = new Map(markets.map((id) => [id, { start, end: now }]));
  return ifReadable(context, "the record is of last week", async () => {
    const archived = await archivedFunding(context, wanted, AS_FIGURES);
    if (archived === undefined) return undefined;
    const believe = await eventDoor(context, now);
    const known = new Map(
      markets.map((id) => {
        const { records, covered } = archived.marketOf(id);
        return [id, { covered, events: believe(id, records) }] as const;
      }),
    );
    const historyOf = (id: number, until: number): readonly MarketEvent[] | undefined => {
      const from = until - LAST_DAY * DAY_MS;
      const { covered = [], events = [] } = known.get(id) ?? {};
      if (!covered.some((span) => span.start <= from && span.end >= until)) return undefined;
      return events.filter(({ time }) => time > until - SERIES_MS && time <= until);
    };
    return { most: MOST_WEEKS, historyOf };
  });
}
