import { append, appendRuns } from "../append.js";
import type { Archive } from "../archive.js";
import type { Run } from "../parquet/batch.js";
import { COVERAGE, type CoverageRow, FUNDING } from "../tables.js";

/** Rows that wait for being written: a row group, so that files are few and memory is bounded. */
const MANY = 20_000;

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Collects the rows of several markets into few files. The rows of events are written before the
 * coverage, so that nothing is said to be covered that is not there. Files are written one after the
 * other, while further markets are requested.
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
     * Takes the rows of a market, each market once, together with what they cover. When there are many
     * it begins to write, once what it began before is written.
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
