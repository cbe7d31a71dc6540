import { followCursors, type Item, type RecordPage } from "./item-pages.js";
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
  /** Returns undefined for a record whose id cannot be read. */
  readonly idOf: (record: T) => string | undefined;
  /**
   * Fetches the page at a cursor, with a maximum number of records.
   * @throws {AnswerError} if a record that does not match the interface is refused
   */
  readonly fetchPage: (
    cursor: string | undefined,
    size: number,
    signal: AbortSignal,
  ) => Promise<RecordPage<T>>;
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
  const { limit = Number.POSITIVE_INFINITY, where = () => true, cursor: first, signal } = limits;
  let taken = 0;
  const pages = followCursors({
    cursor: first,
    fetchPage: (cursor, pageSignal) => source.fetchPage(cursor, sizeOf(limits, taken), pageSignal),
    eager: limits.limit === undefined,
    idOf: ({ value }: Item<T>) => source.idOf(value)?.toLowerCase(),
    signal,
  });
  for await (const { page, cursor, repeated } of pages) {
    const items: Item<T>[] = [];
    const again: Item<T>[] = [];
    let duplicates = 0;
    let examined = 0;
    for (const item of page.items) {
      if (taken === limit) break;
      examined++;
      if (repeated.has(item)) duplicates++;
      if (!source.isAskedFor(item.value) || !where(item.value)) continue;
      if (repeated.has(item)) {
        again.push(item);
      } else {
        items.push(item);
        taken++;
      }
    }
    const isCut = examined < page.items.length;
    const nextCursor = isCut
      ? await cursorAfter(source, cursor, page.items.slice(0, examined), signal)
      : page.nextCursor;
    yield { items, again, duplicates, nextCursor };
    if (taken === limit) return;
  }
}

/** Returns the number of records to request next. */
function sizeOf<T>({ limit, pageSize, where }: Limits<T>, taken: number): number {
  if (limit === undefined || where !== undefined) return pageSize;
  return Math.max(1, Math.min(pageSize, limit - taken));
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
    const { items, nextCursor } = await source.fetchPage(cursor, records.length, signal);
    const isSame = items.length === records.length && lastId(items) === lastId(records);
    return isSame ? nextCursor : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
