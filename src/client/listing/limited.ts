import { BOUNDS } from "../../base/bounds.js";
import { AnswerError } from "../errors.js";
import { followCursors, type Item, inListing, type RawPage } from "./item-pages.js";
import type { Page } from "./page.js";

/** Start and extent of a listing. */
export interface Limits<T> {
  /** Maximum number of records; unlimited when undefined. */
  readonly limit: number | undefined;
  /** Maximum number of records in a request. */
  readonly pageSize: number;
  readonly cursor: string | undefined;
  /** Selects records; `limit` counts the selected ones. */
  readonly where: ((record: T) => boolean) | undefined;
  readonly signal: AbortSignal;
}

/** A paged path whose records have ids. */
export interface Source<T> {
  /** Name of a record in messages. */
  readonly noun: string;
  /** Returns undefined for a record whose id cannot be read. */
  readonly idOf: (record: T) => string | undefined;
  /** Fetches the page at a cursor, with a maximum number of records. */
  readonly fetchPage: (
    cursor: string | undefined,
    size: number,
    signal: AbortSignal,
  ) => Promise<RawPage>;
  /** @throws {AnswerError} if a record that does not match the interface is refused */
  readonly read: (page: RawPage) => Item<T>[];
  /** Reports whether a record was requested: a service may ignore a parameter. */
  readonly isAskedFor: (record: T) => boolean;
}

/**
 * Lists records page by page, up to `limit`. A repeated record is returned once, later versions as `again`, and the
 * last page ends at the limit.
 * @throws {ListingError} with the cursor of the page that failed
 */
export async function* listLimited<T>(
  source: Source<T>,
  limits: Limits<T>,
): AsyncGenerator<Page<Item<T>>> {
  const { limit, cursor: first, signal } = limits;
  const take = createTake(source, limits.where);
  const pages = followCursors({
    cursor: first,
    fetchPage: (cursor, pageSignal) =>
      source.fetchPage(cursor, sizeOf(limits, take.taken), pageSignal),
    eager: limit === undefined,
    signal,
  });
  let stale = 0;
  for await (const { page, cursor } of pages) {
    const all = await inListing(cursor, () => source.read(page));
    const { rest, isStale, ...taken } = take.from(all, limit ?? Number.POSITIVE_INFINITY);
    stale = isStale ? stale + 1 : 0;
    if (stale === BOUNDS.service.stalePages) await inListing(cursor, () => refuseToGoOn(source));
    if (rest === 0) {
      yield { ...taken, nextCursor: page.nextCursor };
      if (take.taken === limit) return;
      continue;
    }
    const end = all.slice(0, all.length - rest);
    const nextCursor = await inListing(cursor, () => cursorAfter(source, cursor, end, signal));
    yield { ...taken, nextCursor };
    return;
  }
}

function refuseToGoOn({ noun }: { readonly noun: string }): never {
  throw new AnswerError(
    `the listing does not advance: ${BOUNDS.service.stalePages} pages in a row without a new ${noun}`,
  );
}

/** Returns the number of records to request next. */
function sizeOf<T>({ limit, pageSize, where }: Limits<T>, taken: number): number {
  if (limit === undefined || where !== undefined) return pageSize;
  return Math.max(1, Math.min(pageSize, limit - taken));
}

/** Selects records of pages: each id once, only those wanted, up to a limit. */
function createTake<T>(
  { idOf, isAskedFor }: Source<T>,
  where: (record: T) => boolean = () => true,
) {
  const seen = new Set<string>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    /** Returns the records, and as `rest` the number at the end of the page that were not examined. */
    from(page: readonly Item<T>[], limit: number) {
      const items: Item<T>[] = [];
      const again: Item<T>[] = [];
      let duplicates = 0;
      let isStale = page.length > 0;
      let rest = page.length;
      for (const item of page) {
        if (taken === limit) break;
        rest--;
        const id = idOf(item.value)?.toLowerCase();
        const isRepeated = id !== undefined && seen.has(id);
        if (isRepeated) duplicates++;
        else if (id !== undefined) {
          seen.add(id);
          isStale = false;
        }
        if (!isAskedFor(item.value) || !where(item.value)) continue;
        if (isRepeated) {
          again.push(item);
        } else {
          items.push(item);
          taken++;
        }
      }
      return { items, again, duplicates, isStale, rest };
    },
  };
}

/**
 * Returns the cursor right after the given records by fetching exactly those again, since the service only
 * sends cursors for the end of a page. Undefined if that fails: the records are complete without it.
 * @throws the signal's reason
 */
async function cursorAfter<T>(
  source: Source<T>,
  cursor: string | undefined,
  records: readonly Item<T>[],
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const lastId = (items: readonly Item<T>[]) => {
    const last = items.at(-1);
    return last && source.idOf(last.value);
  };
  try {
    const page = await source.fetchPage(cursor, records.length, signal);
    const again = source.read(page);
    const same = again.length === records.length && lastId(again) === lastId(records);
    return same ? page.nextCursor : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
