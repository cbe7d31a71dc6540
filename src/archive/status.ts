import { DAY_MS } from "../base/time/periods.js";
import { RETENTION_MS } from "../client/resources/resolution.js";
import type { Archive } from "./archive.js";
import type { ArchiveStore } from "./directory.js";
import { dataFiles, monthsOf } from "./names.js";
import { coverageOf } from "./read/coverage.js";
import { type Group, groupsOf } from "./read/event-groups.js";
import { snapshotTimes } from "./read/recorded-snapshots.js";
import { gapsIn, type Span } from "./read/spans.js";
import { FUNDING } from "./tables.js";

/** What the archive has of a market. */
export interface MarketState {
  readonly marketId: number;
  /** What was requested and answered, joined and in order. */
  readonly covered: readonly Span[];
  /** Events, each once. */
  readonly events: number;
  /** What lies between two covered ranges; it may still be filled while the service keeps it. */
  readonly holes: readonly Span[];
  /** When the service forgets what follows the newest covered moment, ms since the epoch. */
  readonly lostUnlessBy: number;
}

/** What the archive has of a portfolio. */
export interface PortfolioState {
  readonly portfolioId: string;
  readonly snapshots: number;
  /** Milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
  /** UTC days between the first and the last snapshot that have none. */
  readonly daysWithout: number;
}

/** What an archive has. */
export interface ArchiveState {
  readonly markets: readonly MarketState[];
  readonly portfolios: readonly PortfolioState[];
  readonly files: number;
  readonly bytes: number;
}

/** Reads what an archive has. */
export async function stateOf({ store }: Archive): Promise<ArchiveState> {
  const coverage = await coverageOf(store);
  const events = await countEvents(store, await monthsOf(store, FUNDING));
  const ids = new Set([...coverage.keys(), ...events.keys()]);
  const markets = [...ids].map((marketId) => {
    const covered = coverage.get(marketId) ?? [];
    const newest = covered.at(-1)?.end ?? 0;
    return {
      marketId,
      covered,
      events: events.get(marketId) ?? 0,
      holes: gapsIn(covered),
      lostUnlessBy: newest + RETENTION_MS,
    };
  });
  const files = await dataFiles(store);
  return {
    markets: markets.sort((a, b) => a.marketId - b.marketId),
    portfolios: [...(await snapshotTimes(store))].map(stateOfPortfolio),
    files: files.length,
    bytes: files.reduce((total, { size }) => total + size, 0),
  };
}

/** How soon the service forgets what some markets lack. */
export interface Due {
  /** Markets of the archive. */
  readonly markets: number;
  /** Those that are about to lose events, or are losing them. */
  readonly due: readonly number[];
  /** When the first of them, or else of all, begins to lose events, ms since the epoch. */
  readonly by: number;
}

/** Returns the markets that have to be synced within a time; reads the coverage alone. */
export async function dueMarkets({ store }: Archive, now: number, within: number): Promise<Due> {
  const coverage = await coverageOf(store);
  const ends = [...coverage].map(([id, spans]) => ({
    id,
    end: spans.at(-1)?.end ?? now - RETENTION_MS,
  }));
  const due = ends.filter(({ end }) => end + RETENTION_MS - now <= within);
  const first = ends.reduce((least, { end }) => Math.min(least, end), now);
  return { markets: coverage.size, due: due.map(({ id }) => id), by: first + RETENTION_MS };
}

function stateOfPortfolio([portfolioId, times]: [string, number[]]): PortfolioState {
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  const days = new Set(times.map(dayOf)).size;
  const daysWithout = dayOf(last) - dayOf(first) + 1 - days;
  return { portfolioId, snapshots: times.length, first, last, daysWithout };
}

const KEYS = ["market_id", "funding_time", "seen_at"] as const;

/** Returns the number of events of each market, each event once; reads no texts. */
async function countEvents(
  store: ArchiveStore,
  months: readonly string[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const add = ({ market }: Group) => counts.set(market, (counts.get(market) ?? 0) + 1);
  for await (const _ of groupsOf(store, { months }, add, KEYS));
  return counts;
}
