import { append, appendRuns } from "../append.js";
import type { Archive } from "../archive.js";
import type { Run } from "../parquet/batch.js";
import { COVERAGE, type CoverageRow, FUNDING } from "../tables.js";

/** Rows that are collected before a write: one row group, so that files are few and memory is bounded. */
const MANY = 20_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Collects the rows of several markets into few files, written one after the other while further markets are
 * requested. Events are written before their coverage, so that nothing counts as covered that is not there.
 */
export function createOutbox(archive: Archive) {
  let waiting: Waiting = { events: [], covered: [], rows: 0 };
  let writing: Promise<void> = Promise.resolve();
  const begin = () => {
    const { events, covered } = waiting;
    waiting = { events: [], covered: [], rows: 0 };
    const inOrder = events.sort((a, b) => a.marketId - b.marketId).flatMap(({ runs }) => runs);
    writing = writing.then(async () => {
      await appendRuns(archive, FUNDING, inOrder);
      await append(archive, COVERAGE, covered);
    });
    writing.catch(() => {}); // thrown by the next call
  };
  return {
    /**
     * Takes the rows of a market, each market once, with what they cover. Begins to write when there are
     * many, after the write before has ended.
     * @throws {ArchiveError} when something could not be written
     */
    async add(
      marketId: number,
      runs: readonly Run<typeof FUNDING>[],
      coverage: readonly CoverageRow[],
    ): Promise<void> {
      if (runs.length > 0) waiting.events.push({ marketId, runs });
      for (const range of coverage) waiting.covered.push(range);
      for (const { from, to } of runs) waiting.rows += to - from;
      if (waiting.rows < MANY) return;
      await writing;
      if (waiting.rows >= MANY) begin(); // unless the other worker did
    },
    /** Writes what waits. Afterwards everything that was added is durable. @throws {ArchiveError} */
    async flush(): Promise<void> {
      begin();
      await writing;
    },
  };
}

interface Waiting {
  readonly events: { readonly marketId: number; readonly runs: readonly Run<typeof FUNDING>[] }[];
  readonly covered: CoverageRow[];
  rows: number;
}
