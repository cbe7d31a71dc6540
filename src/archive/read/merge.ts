import { countWhile } from "../../base/collections.js";
import { type Batch, compareValues, type Run, type Values } from "../batch.js";
import type { TableFile, Wanted } from "../parquet.js";
import type { Table } from "../tables.js";

interface Cursor<T extends Table> {
  readonly batches: AsyncGenerator<Batch<T>>;
  batch: Batch<T>;
  at: number;
}

/**
 * Merges sorted files into one order, that of the table. Holds one row group of each file that is
 * being read; a file whose statistics say that it begins later is opened later.
 * @param wanted columns have to include those of the order
 */
export async function* mergeFiles<T extends Table>(
  table: T,
  files: readonly Pick<TableFile<T>, "least" | "batches">[],
  wanted: Wanted<T> = {},
): AsyncGenerator<Run<T>> {
  const waiting = [...files].sort((a, b) => (a.least ?? NONE) - (b.least ?? NONE));
  const cursors: Cursor<T>[] = [];
  for (;;) {
    const head = cursors[0];
    const [next] = waiting;
    if (
      next !== undefined &&
      (head === undefined || (next.least ?? NONE) <= firstOf(table, head))
    ) {
      waiting.shift();
      const cursor = await begin(next.batches(wanted));
      if (cursor !== undefined) insert(table, cursors, cursor);
      continue;
    }
    const first = cursors.shift();
    if (first === undefined) return;
    const [second] = cursors;
    const from = first.at;
    const isNext = () =>
      (second === undefined || compareHeads(table, first, second) <= 0) &&
      (next?.least === undefined || firstOf(table, first) < next.least);
    first.at = first.batch.length - 1;
    if (first.at > from && !isNext()) {
      first.at = from; // nearly always the whole rest of the batch comes next
      do first.at++;
      while (isNext());
    } else first.at++;
    yield { batch: first.batch, from, to: first.at };
    if (first.at < first.batch.length || (await advance(first))) insert(table, cursors, first);
  }
}

/** Stands for a file that does not say where it begins: it is opened at once. */
const NONE = Number.NEGATIVE_INFINITY;

/** Returns the head's value of the first column of the order; infinity for one that is no number. */
function firstOf<T extends Table>({ sort: [name] }: T, { batch, at }: Cursor<T>): number {
  const value = name === undefined ? undefined : (batch.columns[name] as Values)[at];
  return typeof value === "number" ? value : Number.POSITIVE_INFINITY;
}

async function begin<T extends Table>(
  batches: AsyncGenerator<Batch<T>>,
): Promise<Cursor<T> | undefined> {
  const { done, value } = await batches.next();
  if (done === true) return undefined;
  const cursor = { batches, batch: value, at: 0 };
  return value.length > 0 || (await advance(cursor)) ? cursor : undefined;
}

/** Advances to the next batch that has rows. @returns false at the end of the file */
async function advance<T extends Table>(cursor: Cursor<T>): Promise<boolean> {
  for (;;) {
    const { done, value } = await cursor.batches.next();
    if (done === true) return false;
    cursor.batch = value;
    cursor.at = 0;
    if (value.length > 0) return true;
  }
}

/** Inserts a cursor where its head belongs, by bisection. */
function insert<T extends Table>(table: T, cursors: Cursor<T>[], cursor: Cursor<T>): void {
  const isBefore = (at: number) => compareHeads(table, cursors[at] as Cursor<T>, cursor) <= 0;
  cursors.splice(countWhile(cursors.length, isBefore), 0, cursor);
}

function compareHeads<T extends Table>(table: T, a: Cursor<T>, b: Cursor<T>): number {
  for (const name of table.sort) {
    const one = (a.batch.columns[name] as Values)[a.at] ?? null;
    const other = (b.batch.columns[name] as Values)[b.at] ?? null;
    const order = compareValues(one, other);
    if (order !== 0) return order;
  }
  return 0;
}
