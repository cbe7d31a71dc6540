import { countWhile } from "../base/collections.js";
import { isoTime } from "../base/time/moment.js";
import { DAY_MS, minuteOf } from "../base/time/periods.js";
import { RETENTION_MS } from "../client/resources/terms.js";
import type { Archive } from "./archive.js";
import { ArchiveError, type ArchiveStore } from "./directory.js";
import { dataFiles, IDENTITY_NAME, isParquet, monthsOf, readDataName } from "./names.js";
import { openTableFile } from "./parquet.js";
import { coverageOf, gapsIn, type Span } from "./read/coverage.js";
import { currentEvents, type Group, groupsOf } from "./read/current-events.js";
import { scanRows } from "./read/scan.js";
import { readSnapshotMonth, snapshotTimes } from "./read/snapshots.js";
import { sameValues } from "./sync/differences.js";
import { COVERAGE, FUNDING, SNAPSHOTS, TABLES, type Table } from "./tables.js";

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

/** What is wrong with an archive. */
export interface Verified {
  /** Files that can be read, and their rows. */
  readonly files: number;
  readonly rows: number;
  /** Files that cannot be used, each with the reason. */
  readonly damaged: readonly { readonly file: string; readonly reason: string }[];
  /** Sentences about records that were answered and are not there. */
  readonly missing: readonly string[];
  /** Events with different values in one answer; times are milliseconds since the epoch. */
  readonly contradictions: readonly { readonly marketId: number; readonly time: number }[];
  /** Files that are not carry's; readers leave them alone. */
  readonly unknown: readonly string[];
}

/**
 * Reads every file of an archive. Records are compared only when all files are sound.
 * @throws {ArchiveError} when the directory cannot be read
 */
export async function verifyArchive({ store }: Archive): Promise<Verified> {
  const damaged: { file: string; reason: string }[] = [];
  const unknown: string[] = [];
  let [files, rows] = [0, 0];
  for (const { name } of await store.list("")) {
    const said = readDataName(name);
    if (said === undefined) {
      const reason = "its name is not one that carry gives";
      if (isParquet(name)) damaged.push({ file: name, reason });
      else if (name !== IDENTITY_NAME) unknown.push(name);
      continue;
    }
    const bytes = await store.read(name);
    if (bytes === undefined) continue; // compacted meanwhile
    try {
      rows += await countRows(TABLES[said.table], name, bytes);
      files++;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      damaged.push({ file: name, reason: error.message.split(`${name}: `)[1] ?? error.message });
    }
  }
  const counts = { files, rows, damaged, unknown };
  if (damaged.length > 0) return { ...counts, missing: [], contradictions: [] };
  const { minutes, contradictions } = await readEvents(store);
  const missing = [...(await missingEvents(store, minutes)), ...(await missingPositions(store))];
  return { ...counts, missing, contradictions };
}

async function countRows(table: Table, name: string, bytes: Uint8Array): Promise<number> {
  let rows = 0;
  const { batches } = await openTableFile(table, name, bytes);
  for await (const { length } of batches()) rows += length;
  return rows;
}

/** Reads the minutes of the events of each market, in order, and those that contradict themselves. */
async function readEvents(store: ArchiveStore) {
  const minutes = new Map<number, number[]>();
  const contradictions: { marketId: number; time: number }[] = [];
  for await (const event of currentEvents(store, { months: await monthsOf(store, FUNDING) })) {
    const { marketId, minute, row, others } = event;
    const own = minutes.get(marketId);
    if (own === undefined) minutes.set(marketId, [minute]);
    else own.push(minute);
    if (others.every((other) => sameValues(row, other))) continue;
    contradictions.push({ marketId, time: row.funding_time });
  }
  return { minutes, contradictions };
}

/** Compares the number of events of each answer with what is there of its range. */
async function missingEvents(
  store: ArchiveStore,
  minutes: ReadonlyMap<number, readonly number[]>,
): Promise<string[]> {
  const missing: string[] = [];
  for await (const row of scanRows(store, COVERAGE)) {
    const { market_id: id, events, oldest, newest } = row;
    if (oldest === null || newest === null) continue;
    const own = minutes.get(id) ?? [];
    const countUpTo = (time: number) => countWhile(own.length, (at) => (own[at] ?? 0) <= time);
    const found = countUpTo(minuteOf(newest)) - countUpTo(minuteOf(oldest) - 1);
    if (found >= events) continue;
    const range = `from ${isoTime(oldest)} to ${isoTime(newest)}`;
    missing.push(`market ${id}: ${found} of ${events} events ${range}`);
  }
  return missing;
}

/** Compares the positions that each snapshot lists with those that are there. */
async function missingPositions(store: ArchiveStore): Promise<string[]> {
  const missing: string[] = [];
  for (const month of await monthsOf(store, SNAPSHOTS)) {
    const portfolios = new Set<string>();
    for await (const row of scanRows(store, SNAPSHOTS, [month])) portfolios.add(row.portfolio_id);
    for (const portfolioId of portfolios) {
      const { snapshots, positions } = await readSnapshotMonth(store, portfolioId, month);
      for (const { snapshot_at: at, position_ids: ids } of snapshots) {
        const wanted = JSON.parse(ids) as string[];
        const found = wanted.filter((id) => (positions.get(id)?.[0]?.snapshot_at ?? at + 1) <= at);
        if (found.length === wanted.length) continue;
        missing.push(`snapshot ${isoTime(at)}: ${found.length} of ${wanted.length} positions`);
      }
    }
  }
  return missing;
}
