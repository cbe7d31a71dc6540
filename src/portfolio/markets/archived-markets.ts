import type { ArchiveStore } from "../../archive/directory.js";
import { coverageOf } from "../../archive/read/coverage.js";
import type { Span } from "../../archive/read/spans.js";
import type { NamedMarket } from "../../base/names/market-name.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { MarketEvent } from "../../book/settled-event.js";
import type { Context } from "../../command/context.js";
import type { HistoryOf } from "../../figures/engine/funding/paid.js";
import { RUN_HISTORY_MS } from "../../figures/engine/funding/run.js";
import { monthsWithin } from "../funding/archived-funding.js";
import { eventDoor } from "../funding/credible.js";
import { AS_FIGURES } from "../funding/event-form.js";
import { originOfService, withStore } from "../looks/place.js";

/** An archive of settled funding, opened to be ranked. */
export interface RankArchive {
  readonly where: string;
  /** Archived markets, named as the listing had them when they were recorded. */
  readonly markets: readonly NamedMarket[];
  readonly coverage: ReadonlyMap<number, readonly Span[]>;
  /** Reads the settled funding of markets up to a time. */
  historyOf(markets: readonly NamedMarket[], until: number): Promise<HistoryOf>;
}

/**
 * Opens the archive of the settings, and closes it after use.
 * @throws {ArchiveError} if there is none, it cannot be read, or is of another service
 */
export async function withRankArchive<T>(
  context: Context,
  use: (archive: RankArchive) => Promise<T>,
): Promise<T> {
  const { openArchive } = await import("../../archive/archive.js");
  const { knownMarkets, listedIn } = await import("../../archive/sync/sync-markets.js");
  return withStore(context, async (store) => {
    const archive = await openArchive(store, await originOfService(context));
    const coverage = await coverageOf(store);
    const records = await knownMarkets(archive);
    const markets = [...coverage]
      .flatMap(([id, spans]) => (spans.length === 0 ? [] : id))
      .sort((a, b) => a - b)
      .map((id) => ({ ...listedIn(records.get(id)), id }));
    const historyOf: RankArchive["historyOf"] = (wanted, until) =>
      readEvents(context, store, wanted, until);
    return await use({ where: store.where, markets, coverage, historyOf });
  });
}

/**
 * Returns the time up to which markets are recorded: the earliest end of those recorded within a day
 * of the newest, so that no event is missing only because a market was requested a little earlier.
 */
export function recordedUntil(
  markets: readonly NamedMarket[],
  coverage: RankArchive["coverage"],
  now: number,
): number {
  const ends = markets.map(({ id }) => Math.min(now, coverage.get(id)?.at(-1)?.end ?? 0));
  const newest = Math.max(...ends, 0);
  return Math.min(newest, ...ends.filter((end) => end >= newest - DAY_MS));
}

async function readEvents(
  context: Context,
  store: ArchiveStore,
  wanted: readonly NamedMarket[],
  until: number,
): Promise<HistoryOf> {
  const events = new Map<number, MarketEvent[]>(wanted.map(({ id }) => [id, []]));
  const start = until - RUN_HISTORY_MS;
  const months = await monthsWithin(store, { start, end: until });
  const range = { months, markets: new Set(events.keys()), times: { start, end: until } };
  await AS_FIGURES.read(store, range, (marketId, event, time) => {
    if (time >= start && time <= until) events.get(marketId)?.push(event);
  });
  const believe = await eventDoor(context, await context.now());
  const credible = new Map([...events].map(([id, own]) => [id, believe(id, own)]));
  return (id) => credible.get(id);
}
