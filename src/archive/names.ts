import { createHash } from "node:crypto";
import { minuteOf } from "../base/time/periods.js";
import { ArchiveError, type ArchiveStore, damaged, type StoredFile } from "./directory.js";
import { TABLE_NAMES, type Table, type TableName } from "./tables.js";

/** Name of the file that makes a directory an archive. */
export const IDENTITY_NAME = "carry-archive.json";

const OF_DATA =
  /^(\w+)\/(?:portfolio=([\w-]{1,64})\/)?month=(\d{4}-\d{2})\/(\d{1,15})-([0-9a-f]{32})\.parquet$/;

/** Parts of the name of a data file. */
interface DataName {
  readonly table: TableName;
  /** Portfolio of its rows; undefined for a public table. */
  readonly portfolioId: string | undefined;
  /** UTC month, such as `2026-05`. */
  readonly month: string;
  /** Newest moment at which one of its rows was recorded, milliseconds since the epoch. */
  readonly recorded: number;
  /** Digest of its bytes, see {@link digestOf}. */
  readonly digest: string;
}

/** Reads the name of a data file; undefined for the name of anything else. */
export function readDataName(name: string): DataName | undefined {
  const [, own, portfolioId, month, recorded, digest] = OF_DATA.exec(name) ?? [];
  const table = TABLE_NAMES.find((it) => it === own);
  if (table === undefined || month === undefined || digest === undefined) return undefined;
  return { table, portfolioId, month, recorded: Number(recorded), digest };
}

/** Returns the first 32 hexadecimal digits of the SHA-256 of the bytes of a file, which its name has. */
export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/**
 * Returns the name of a data file.
 * @param recorded newest moment at which one of its rows was recorded, milliseconds since the epoch
 * @param portfolioId of its rows, for a private table
 * @throws {ArchiveError} for a name that {@link readDataName} refuses, such as of a month after the year 9999
 */
export function dataName(
  table: Table,
  month: string,
  recorded: number,
  bytes: Uint8Array,
  portfolioId?: string,
): string {
  const name = `${prefixOf(table, month, portfolioId)}${recorded}-${digestOf(bytes)}.parquet`;
  if (readDataName(name) !== undefined) return name;
  throw new ArchiveError("archive", `rows of the month ${month} cannot be recorded`);
}

/** Returns the prefix of the names of a table's data files, of one month or of all. */
function prefixOf({ name }: Pick<Table, "name">, month?: string, portfolioId?: string): string {
  const of = portfolioId === undefined ? "" : `portfolio=${portfolioId}/`;
  return `${name}/${of}${month === undefined ? "" : `month=${month}/`}`;
}

/**
 * Returns the UTC month of a time, such as `2026-05`, rounded to the minute: the rows of one event are in
 * one partition.
 */
export function monthOf(time: number): string {
  return new Date(minuteOf(time)).toISOString().slice(0, 7);
}

/** Returns the months from one time to another, both included, in order. */
export function monthsBetween(start: number, end: number): string[] {
  const months: string[] = [];
  const first = new Date(minuteOf(start));
  const last = monthOf(end);
  for (let at = 0; ; at++) {
    const month = monthOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1));
    if (month > last) return months;
    months.push(month);
  }
}

/** A data file of an archive, with what its name says. */
export interface DataFile extends StoredFile, DataName {}

/**
 * Lists the data files of a table, or of all, in the order of their names; of one month and portfolio if
 * they are given.
 * @throws {ArchiveError} for another Parquet file beside them, which other engines would read with them
 */
export async function dataFiles(
  store: ArchiveStore,
  table?: Table,
  {
    month,
    portfolioId,
  }: { readonly month?: string; readonly portfolioId?: string | undefined } = {},
): Promise<DataFile[]> {
  const isPublic = table !== undefined && table.isPrivate !== true;
  const isOne = table !== undefined && (isPublic || portfolioId !== undefined);
  const prefix = table === undefined ? "" : prefixOf(table, isOne ? month : undefined, portfolioId);
  const files = (await store.list(prefix)).flatMap((file) => {
    const said = readDataName(file.name);
    if (said !== undefined) return [{ ...file, ...said }];
    if (isParquet(file.name)) throw damaged(file.name, "its name is not one that carry gives");
    return [];
  });
  return month === undefined ? files : files.filter((file) => file.month === month);
}

/** Reports whether a file is where other engines read the rows of a table. */
export function isParquet(name: string): boolean {
  return name.endsWith(".parquet") && TABLE_NAMES.some((table) => name.startsWith(`${table}/`));
}

/** Returns the months for which a table has files, in order. */
export async function monthsOf(store: ArchiveStore, table: Table): Promise<string[]> {
  const files = await dataFiles(store, table);
  return [...new Set(files.map(({ month }) => month))].sort();
}
