import { createHash } from "node:crypto";
import { Big } from "big.js";
import { toDecimal } from "../../base/decimal.js";
import { joinedCoverage } from "../read/joined-coverage.js";
import { monthsOf } from "../read/load-month.js";
import { scanRows } from "../read/scan.js";
import type { ArchiveStore } from "../store.js";
import { type AnyRow, TABLE_NAMES, TABLES, type Table, type TableName } from "../tables.js";

/** Digest of a month of a table, whatever its files and their writers. */
export interface TableDigest {
  readonly table: TableName;
  /** UTC month, YYYY-MM. */
  readonly month: string;
  /** Number of rows of all versions; equal ones, and touching ranges of coverage, count once. */
  readonly rows: number;
  /** Exact sum of a column; null where a table has none that can be summed. */
  readonly sum: string | null;
  /** SHA-256 over the sorted rows, each as a line of JSON, in hexadecimal digits. */
  readonly sha256: string;
}

/** Columns that are summed. */
const SUMMED: Readonly<Partial<Record<TableName, string>>> = {
  funding: "funding_rate",
  coverage: "events",
  positions: "net_pnl",
  legs: "quantity",
  snapshots: "positions",
};

/** Columns about the writing of a row, not about what the service sent. */
const ASIDE = /^(dated|writer_.*)$/;

/**
 * Yields the digest of each month of each table: equal for a copy, and before and after a compaction.
 * @throws {ArchiveError} when a file is damaged
 */
export async function* digestsOf(store: ArchiveStore): AsyncGenerator<TableDigest> {
  for (const name of TABLE_NAMES) {
    const table: Table = TABLES[name];
    for (const month of await monthsOf(store, table)) {
      const all = scanRows(store, table, [month]);
      const rows = name === "coverage" ? joinedCoverage(all as never) : all;
      yield { table: name, month, ...(await digestOf(name, rows as AsyncIterable<AnyRow>)) };
    }
  }
}

async function digestOf(name: TableName, all: AsyncIterable<AnyRow>) {
  const { columns, sort }: Table = TABLES[name];
  const summed = SUMMED[name];
  const said = Object.keys(columns).filter((column) => !ASIDE.test(column));
  const hash = createHash("sha256");
  let [rows, sum] = [0, new Big(0)];
  let alike = new Map<string, AnyRow>(); // rows with equal keys of the order
  let last: AnyRow | undefined;
  const finish = () => {
    for (const [line, row] of [...alike].sort(([a], [b]) => (a < b ? -1 : 1))) {
      hash.update(`${line}\n`);
      rows++;
      if (summed !== undefined) sum = sum.plus(toDecimal(row[summed]) ?? 0);
    }
  };
  for await (const row of all) {
    const before = last;
    if (before !== undefined && !sort.every((key) => row[key] === before[key])) {
      finish();
      alike = new Map();
    }
    last = row;
    alike.set(JSON.stringify(said.map((column) => row[column] ?? null)), row);
  }
  finish();
  const total = summed === undefined ? null : sum.toFixed();
  return { rows, sum: total, sha256: hash.digest("hex") };
}
