import { DAY_MS, minuteOf } from "../base/time/periods.js";
import { boundsOf } from "./bounds.js";
import { ArchiveError } from "./errors.js";
import type { ArchiveStore, StoredObject } from "./store.js";
import type { Table } from "./tables.js";

/** Name of the object that makes a directory or a prefix an archive. */
export const IDENTITY_NAME = "carry-archive.json";

/** Prefix of the names of the leases of syncs. */
export const LEASES = "syncing/";

const OF_DATA =
  /^(\w+)\/(?:portfolio=([\w-]{1,64})\/)?month=(\d{4}-\d{2})\/(\d{1,15})-[0-9a-z]+\.parquet$/;

/** Parts of the name of a data file. */
export interface DataName {
  readonly table: string;
  /** Portfolio of its rows; undefined for a public table, and in the first layout. */
  readonly portfolioId: string | undefined;
  /** UTC month, such as `2026-05`. */
  readonly month: string;
  /** Newest moment at which one of its rows was recorded, milliseconds since the epoch. */
  readonly recorded: number;
}

/** Reads the name of a data file; undefined for the name of anything else. */
export function readDataName(name: string): DataName | undefined {
  const [, table, portfolioId, month, recorded] = OF_DATA.exec(name) ?? [];
  if (table === undefined || month === undefined) return undefined;
  return { table, portfolioId, month, recorded: Number(recorded) };
}

/**
 * Returns a unique name for a new data file.
 * @param portfolioId of its rows, for a private table
 * @throws {ArchiveError} for a name that {@link readDataName} refuses, such as of a month after the year 9999
 */
export function newDataName(
  table: Table,
  month: string,
  recorded: number,
  portfolioId?: string,
): string {
  const random = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  const name = `${prefixOf(table, month, portfolioId)}${recorded}-${random}.parquet`;
  if (readDataName(name) !== undefined) return name;
  throw new ArchiveError("archive", `rows of the month ${month} cannot be recorded`);
}

/** Returns the prefix of the names of a table's data files, of one month or of all. */
export function prefixOf(
  { name }: Pick<Table, "name">,
  month?: string,
  portfolioId?: string,
): string {
  if (month === undefined) return `${name}/`;
  return `${name}/${portfolioId === undefined ? "" : `portfolio=${portfolioId}/`}month=${month}/`;
}

/**
 * Returns the UTC month of a time, such as `2026-05`, rounded to the minute: the rows of one event are in
 * one partition.
 */
export function monthOf(time: number): string {
  const day = Math.floor(minuteOf(time) / DAY_MS);
  const known = monthsByDay.get(day);
  if (known !== undefined) return known;
  const month = new Date(minuteOf(time)).toISOString().slice(0, 7);
  monthsByDay.set(day, month);
  return month;
}

/** Returns the UTC month of times, by the least and the greatest; undefined when they are of several. */
export function monthOfAll(
  times: ArrayLike<number>,
  from = 0,
  to = times.length,
): string | undefined {
  const { least, most } = boundsOf(times, from, to);
  const month = monthOf(least);
  return monthOf(most) === month ? month : undefined;
}

/** Months by day since the epoch: a sync needs the month of each of many rows. */
const monthsByDay = new Map<number, string>();

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
export interface DataFile extends StoredObject, DataName {}

/**
 * Lists the data files whose name begins with a prefix, in the order of their names. Other files beside
 * them were not written by carry: they are neither read nor removed.
 */
export async function dataFiles(store: ArchiveStore, prefix = ""): Promise<DataFile[]> {
  const objects = await store.list(prefix);
  return objects.flatMap((object) => {
    const said = readDataName(object.name);
    return said === undefined ? [] : [{ ...object, ...said }];
  });
}

/**
 * Lists the data files of a month of a table. With `portfolioId`: those that may have its rows, also of
 * the first layout.
 */
export async function filesOfMonth(
  store: ArchiveStore,
  table: Table,
  month: string,
  portfolioId?: string,
): Promise<DataFile[]> {
  if (table.isPrivate !== true) return dataFiles(store, prefixOf(table, month));
  const prefixes =
    portfolioId === undefined
      ? [prefixOf(table)]
      : [prefixOf(table, month), prefixOf(table, month, portfolioId)];
  const lists = await Promise.all(prefixes.map((prefix) => dataFiles(store, prefix)));
  return lists.flat().filter((file) => file.month === month);
}
