import { BOUNDS } from "../../base/bounds.js";
import { onAbort } from "../../base/functions.js";
import { AnswerError, ListingError } from "../errors.js";
import type { Item, Page } from "./items.js";

/** A page of records. */
export interface RecordPage<T> {
  readonly items: readonly Item<T>[];
  readonly nextCursor: string | null;
}

export interface FollowOptions<T, P extends RecordPage<T>> {
  /** The first cursor. */
  readonly cursor: string | undefined;
  /** Fetches the page at a cursor; the signal is aborted when the page is no longer needed. */
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>;
  /** Whether to fetch the next page before the caller has processed this one. */
  readonly eager: boolean;
  /** Returns what tells a record from others; undefined for one that nothing does. Default: its text. */
  readonly idOf?: (item: Item<T>) => string | undefined;
  readonly signal: AbortSignal;
}

/** A page of a listing. */
export interface FollowedPage<T, P extends RecordPage<T>> {
  readonly page: P;
  /** The cursor at which it was fetched. */
  readonly cursor: string | undefined;
  /** Its records that came before. */
  readonly repeated: ReadonlySet<Item<T>>;
}

/**
 * Follows cursors from page to page, one request at a time. If `eager`, the next page is fetched while
 * the caller processes this one, and abandoned when the caller stops.
 * @throws {ListingError} with the cursor of the page that failed, or after which the listing does not advance
 */
export async function* followCursors<T, P extends RecordPage<T>>(
  options: FollowOptions<T, P>,
): AsyncGenerator<FollowedPage<T, P>> {
  const abandon = new AbortController();
  options.signal.throwIfAborted();
  const stopFollowing = onAbort(options.signal, () => abandon.abort(options.signal.reason));
  const begin = (cursor: string | undefined): Promise<P> => {
    const pending = options.fetchPage(cursor, abandon.signal);
    pending.catch(() => {}); // awaited below or abandoned; avoids an unhandled rejection
    return pending;
  };
  const progress = createProgress(options);
  try {
    let cursor = options.cursor;
    let pending = begin(cursor);
    for (;;) {
      const page = await inListing(cursor, () => pending);
      const repeated = progress.repeatedOf(page);
      const next = await inListing(cursor, () => progress.next(page));
      if (next !== null && options.eager) {
        pending = begin(next);
        await untilSent(); // otherwise it would be sent after this page is processed
      }
      yield { page, cursor, repeated };
      if (next === null) return;
      if (!options.eager) pending = begin(next);
      cursor = next;
    }
  } finally {
    stopFollowing();
    abandon.abort();
  }
}

/**
 * Waits until started requests are sent. undici checks an idle connection for one turn of the event
 * loop before it writes to it; work done before that would delay the request.
 */
async function untilSent(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Runs one step of a listing; errors get the cursor. */
async function inListing<T>(cursor: string | undefined, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new ListingError(cursor, error);
  }
}

/** Checks that a listing advances: each cursor is new, and not too many pages in a row have no new record. */
function createProgress<T, P extends RecordPage<T>>({
  cursor: first,
  idOf = ({ source }) => source,
}: FollowOptions<T, P>) {
  const cursors = new Set(first === undefined ? [] : [first]);
  const ids = new Set<string>();
  let stale = 0;
  return {
    /** Returns the records of a page that came before; the others are known from now on. */
    repeatedOf({ items }: P): ReadonlySet<Item<T>> {
      const before = ids.size;
      const repeated = items.filter((item) => {
        const id = idOf(item);
        return id !== undefined && ids.size === ids.add(id).size;
      });
      stale = ids.size > before ? 0 : stale + 1;
      return repeated.length === 0 ? NONE : new Set(repeated);
    },
    /** Returns the cursor of the next page; null after the last. @throws {AnswerError} */
    next({ nextCursor }: P): string | null {
      if (nextCursor === null) return null;
      if (cursors.has(nextCursor)) {
        throw notAdvancing(`the service sent the cursor "${nextCursor}" again`);
      }
      if (/\p{Cs}/u.test(nextCursor)) {
        throw new AnswerError(
          "the service sent a cursor with half a surrogate pair, which a URL cannot contain",
        );
      }
      cursors.add(nextCursor);
      if (cursors.size > BOUNDS.service.pages) {
        throw new AnswerError(`the listing has more than ${BOUNDS.service.pages} pages`);
      }
      if (stale >= BOUNDS.service.stalePages) {
        throw notAdvancing(`${stale} pages in a row without a new record`);
      }
      return nextCursor;
    },
  };
}

const NONE: ReadonlySet<never> = new Set();

function notAdvancing(why: string): AnswerError {
  return new AnswerError(`the listing does not advance: ${why}`);
}

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
