import { boundsOf } from "../bounds.js";
import type { DataName } from "../names.js";
import { monthOf, monthOfAll } from "../names.js";
import { compareValues, type Values } from "../parquet/batch.js";
import { MISSING, valuesOf } from "../parquet/coded/column.js";
import { type ColumnBatch, openTableFile } from "../parquet/read.js";
import { decimalsIn, type Table } from "../tables.js";
import { checkDecimals } from "./check-decimals.js";

/** Result of checking a file. */
export interface CheckedFile {
  readonly rows: number;
  /** Least value of the first column of the order; undefined when the file does not say. */
  readonly least: number | undefined;
  /** Sentences about the faults. */
  readonly faults: readonly string[];
  /** Decimals that DECIMAL(38,18) cannot hold. */
  readonly longDecimals: number;
}

/**
 * Checks every value of a file, column by column: types, order, month, times of recording and decimals.
 * @throws {ArchiveError} when it is damaged or foreign
 */
export async function checkFile(
  table: Table,
  name: string,
  { month, recorded, portfolioId }: DataName,
  bytes: Uint8Array,
): Promise<CheckedFile> {
  const file = await openTableFile(table, name, bytes);
  const faults = new Map<string, number>(); // with the first row of each
  const decimals = decimalsIn(table);
  let rows = 0;
  let longDecimals = 0;
  let newest = 0;
  let last: Values[number][] = [];
  const add = (fault: string, row: number | undefined) => {
    if (row !== undefined && !faults.has(fault)) faults.set(fault, rows + row);
  };
  for await (const batch of file.columns()) {
    const keys = table.sort.map((column) => valuesIn(table, batch, column));
    add("its rows are not in order", firstUnordered(keys, batch.length, last));
    if (batch.length > 0) last = keys.map((values) => values[batch.length - 1] ?? null);
    add("it has rows of another month", firstOutside(valuesIn(table, batch, table.month), month));
    if (portfolioId !== undefined) {
      const owners = Array.from(valuesIn(table, batch, "portfolio_id"));
      const other = owners.findIndex((owner) => owner !== portfolioId);
      add("it has rows of another portfolio", other < 0 ? undefined : other);
    }
    newest = Math.max(
      newest,
      boundsOf(valuesIn(table, batch, table.recorded) as ArrayLike<number>).most,
    );
    for (const [column, { kind }] of Object.entries(table.columns)) {
      if (kind !== "text" && !isAsSaid(batch, column)) {
        add(`its statistics of ${column} are not those of its rows`, 0);
      }
    }
    for (const column of decimals) {
      const found = batch.columns[column];
      if (found === undefined) continue;
      const { fault, long } = checkDecimals(found);
      add(`a value of ${column} is no decimal`, fault);
      longDecimals += long;
    }
    rows += batch.length;
  }
  const sentences = [...faults].sort(([, a], [, b]) => a - b).map(([fault]) => fault);
  if (rows !== file.length) sentences.push(`it has ${rows} rows and announces ${file.length}`);
  if (newest > recorded) sentences.push("it has rows that are newer than its name says");
  return { rows, least: file.least, faults: sentences, longDecimals };
}

function valuesIn(table: Table, { columns }: ColumnBatch, name: string): Values {
  const [column, spec] = [columns[name], table.columns[name]];
  return column === undefined || spec === undefined ? [] : valuesOf(column, spec);
}

/** Reports whether the numbers of a column match its statistics, by which readers skip rows. */
function isAsSaid({ columns, statisticsOf }: ColumnBatch, name: string): boolean {
  const [column, said] = [columns[name], statisticsOf(name)];
  if (column === undefined || said === undefined) return true;
  const { shared, places } = column;
  const numbers = shared instanceof Float64Array ? shared : new Float64Array();
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  let missing = 0;
  for (let row = 0; row < places.length; row++) {
    const place = places[row] as number;
    if (place === MISSING) {
      missing++;
      continue;
    }
    const value = numbers[place] as number;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const { min_value: min, max_value: max, null_count: nulls } = said;
  const isSame = (value: unknown, found: number) => value === undefined || Number(value) === found;
  return isSame(min, least) && isSame(max, most) && isSame(nulls, missing);
}

/**
 * Returns the first row that belongs before the one above it.
 * @param last keys of the row above the first; none when there is no such row
 */
function firstUnordered(
  keys: readonly Values[],
  length: number,
  last: readonly Values[number][],
): number | undefined {
  for (const [key, above] of length === 0 ? [] : last.entries()) {
    const order = compareValues(keys[key]?.[0] ?? null, above);
    if (order < 0) return 0;
    if (order > 0) break;
  }
  for (let row = 1; row < length; row++) {
    for (const values of keys) {
      const own = values[row] ?? null;
      const above = values[row - 1] ?? null;
      if (own === above) continue;
      if (compareValues(own, above) < 0) return row;
      break;
    }
  }
  return undefined;
}

/** Returns the first row whose time is of another month. */
function firstOutside(times: Values, month: string): number | undefined {
  if (times.length === 0 || monthOfAll(times as ArrayLike<number>) === month) return undefined;
  return Array.from(times).findIndex((time) => monthOf(Number(time)) !== month);
}
