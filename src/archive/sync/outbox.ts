import { append } from "../append.js";
import type { Archive } from "../archive.js";
import { COVERAGE, type CoverageRow, FUNDING, type FundingRow } from "../tables.js";

/** Rows that wait for being written: a row group, so that files are few and memory is bounded. */
const MANY = 20_000;

/** Collects the rows of several markets into few files. */
export interface Outbox {
  /** Takes the rows of a market together with what they cover; writes when there are many. */
  add(rows: readonly FundingRow[], coverage: readonly CoverageRow[]): Promise<void>;
  /** Writes what waits. Afterwards everything that was added is durable. */
  flush(): Promise<void>;
}

/**
 * Creates an outbox. The rows of events are written before the coverage, so that nothing is said to
 * be covered that is not there.
 */
export function createOutbox(archive: Archive): Outbox {
  let events: FundingRow[] = [];
  let covered: CoverageRow[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    const [rows, ranges] = [events, covered];
    [events, covered] = [[], []];
    writing = writing.then(async () => {
      await append(archive, FUNDING, rows);
      await append(archive, COVERAGE, ranges);
    });
    return writing;
  };
  return {
    async add(rows, coverage) {
      for (const row of rows) events.push(row);
      for (const range of coverage) covered.push(range);
      if (events.length >= MANY) await flush();
    },
    flush,
  };
}
