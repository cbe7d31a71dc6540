import { BOUNDS } from "../../base/bounds.js";
import { groupBy } from "../../base/group-by.js";
import { DAY_MS } from "../../base/time/periods.js";
import type { Archive } from "../archive.js";
import { type DataFile, dataFiles, monthOf, newDataName } from "../names.js";
import { readFiles } from "../read/load-month.js";
import { TABLE_NAMES, TABLES, type Table, type TableName } from "../tables.js";
import { rewriteFiles } from "./rewrite.js";

/** Name of the lock for removing files. */
export const TIDY_LOCK = "compact";

/** Bytes of a file that need not be joined: all new files but the last are at least twice as large. */
const LARGE = BOUNDS.archive.objectBytes / 4;

/** A file of fewer bytes is joined to others inside a month. */
const SMALL = 1_000_000;

/** Maximum number of small files of past days that a sync leaves in a table. */
const FEW = 50;

/** Files that a sync joins into one, and milliseconds after which it begins no more. */
const SYNC = { files: 50, ms: 5_000 };

/** A month that was compacted. */
export interface CompactedMonth {
  readonly table: TableName;
  readonly month: string;
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Files of a month of a table, of a private one those of a portfolio. */
interface Joined extends Pick<CompactedMonth, "table" | "month"> {
  readonly files: readonly DataFile[];
}

/** What is compacted. */
export interface CompactOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether small files of days that are over are joined inside the month of `now`. */
  readonly days: boolean;
  readonly onProgress: (month: string) => void;
}

/**
 * Joins the files of each month that is over into one, or one of each portfolio, and moves those of the
 * first layout there. No row is lost, versions included.
 * @throws {ArchiveError} when another process compacts, or a file is damaged
 */
export async function compactArchive(
  archive: Archive,
  { now, days, onProgress }: CompactOptions,
): Promise<CompactedMonth[]> {
  const release = await archive.store.lock(TIDY_LOCK);
  try {
    const compacted = new Map<string, CompactedMonth>();
    for (const { table, month, files } of await monthsIn(archive)) {
      const isOver = month < monthOf(now);
      if (!isOver && !days) continue;
      const own = isOver ? files : files.filter(isSmallAndOver(now));
      const isJoined = own.filter(({ size }) => size < LARGE).length >= 2;
      if (!isJoined && !own.some(isOfFirstLayout)) continue;
      const key = `${table} ${month}`;
      onProgress(key);
      const { files: count, rows, bytes } = await join(archive, { table, month, files: own });
      const before = compacted.get(key) ?? { table, month, files: 0, rows: 0, bytes: 0 };
      compacted.set(key, {
        ...before,
        files: before.files + count,
        rows: before.rows + rows,
        bytes: before.bytes + bytes,
      });
    }
    return [...compacted.values()];
  } finally {
    await release();
  }
}

/**
 * Joins small files of past days in tables that have many, for some seconds; the next sync goes on.
 * @param now milliseconds since the epoch
 * @param elapsed milliseconds of real time
 * @returns the number of files that were joined
 * @throws {ArchiveError} also when files may not be removed: nothing is written then
 */
export async function joinDays(
  archive: Archive,
  now: number,
  elapsed: () => number,
): Promise<number> {
  const begun = elapsed();
  const { store } = archive;
  const months = (await monthsIn(archive)).map((it) => {
    return { ...it, files: it.files.filter(isSmallAndOver(now)) };
  });
  const small = groupBy(months, ({ table }) => table);
  const parts = [...small.values()]
    .filter((own) => own.reduce((sum, { files }) => sum + files.length, 0) > FEW)
    .flatMap((own) => own.flatMap(inParts));
  if (parts.length === 0) return 0;
  // Tried on names that do not exist: files that may not be removed would be joined again by each sync.
  const nothing = parts.map(({ table, month, files: [first] }) =>
    newDataName(TABLES[table], month, now, first?.portfolioId),
  );
  await store.remove(nothing);
  const release = await store.lock(TIDY_LOCK, 0);
  try {
    let joined = 0;
    for (let longest = 0, before = elapsed(); before - begun + longest <= SYNC.ms; ) {
      const part = parts.shift();
      if (part === undefined) break;
      joined += (await join(archive, part)).files;
      const after = elapsed();
      longest = Math.max(longest, after - before);
      before = after;
    }
    return joined;
  } finally {
    await release();
  }
}

/**
 * Returns the files of each month of each table, in order; of a private table by portfolio, or all together
 * where some are of the first layout, which may have rows of any portfolio.
 */
async function monthsIn({ store }: Archive): Promise<Joined[]> {
  const files = groupBy(await dataFiles(store), ({ table }) => table);
  return TABLE_NAMES.flatMap((table) => {
    const months = groupBy(files.get(table) ?? [], ({ month }) => month);
    return [...months].flatMap(([month, all]) => {
      const isMixed = all.some(isOfFirstLayout);
      const owned = isMixed ? [all] : [...groupBy(all, (it) => it.portfolioId).values()];
      return owned.map((own) => ({ table, month, files: own }));
    });
  });
}

function isOfFirstLayout({ table, portfolioId }: DataFile): boolean {
  return (TABLES[table as TableName] as Table).isPrivate === true && portfolioId === undefined;
}

function isSmallAndOver(now: number): (file: DataFile) => boolean {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return ({ size, recorded }) => size < SMALL && recorded < today;
}

/** Splits files in the order of recording, so that the rows of a time are in few files. */
function inParts({ files, ...month }: Joined): Joined[] {
  const sorted = [...files].sort((a, b) => a.recorded - b.recorded);
  const parts: Joined[] = [];
  for (let at = 0; at < sorted.length - 1; at += SYNC.files) {
    parts.push({ ...month, files: sorted.slice(at, at + SYNC.files) });
  }
  return parts;
}

async function join(archive: Archive, { table: name, month, files: listed }: Joined) {
  const table: Table = TABLES[name];
  const files = await readFiles(
    archive.store,
    table,
    listed.map((it) => it.name),
  );
  const { rows, bytes } = await rewriteFiles(archive, table, month, files);
  return { files: files.length, rows, bytes };
}
