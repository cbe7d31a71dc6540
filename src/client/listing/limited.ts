import { AnswerError } from "../errors.js";
import type { Page } from "./page.js";
import { followCursors, type Item, inListing, type RawPage } from "./pages.js";
import { createSeenIds } from "./seen-ids.js";

/** A listing that repeats itself for so many pages goes on for ever. */
const MAX_STALE_PAGES = 100;

/** How far and from where a listing is followed. */
export interface Limits<T> {
  /** How many records in all; every one when undefined. */
  readonly limit: number | undefined;
  /** How many records a request asks for at most. */
  readonly pageSize: number;
  readonly cursor: string | undefined;
  /** Keeps only the records it is true for; `limit` counts those. */
  readonly where: ((record: T) => boolean) | undefined;
  readonly signal: AbortSignal;
}

/** A paged path of records with ids. */
export interface Source<T> {
  /** What a record is called in messages. */
  readonly noun: string;
  readonly idOf: (record: T) => string;
  /** Fetches the page at a cursor, of at most so many records. */
  readonly fetchPage: (
    cursor: string | undefined,
    size: number,
    signal: AbortSignal,
  ) => Promise<RawPage>;
  /** @throws {AnswerError} when a record does not match the interface */
  readonly read: (page: RawPage) => Item<T>[];
}

/**
 * Lists records page by page, as far as `limit`. A record that comes twice is given once, and the
 * last page ends where the limit does.
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
    const { rest, ...taken } = take.from(all, limit ?? Number.POSITIVE_INFINITY);
    stale = all.length > 0 && taken.duplicates === all.length ? stale + 1 : 0;
    if (stale === MAX_STALE_PAGES) await inListing(cursor, () => refuseToGoOn(source));
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
    `the listing does not advance: ${MAX_STALE_PAGES} pages in a row without a new ${noun}`,
  );
}

/** How many records to ask for next. */
function sizeOf<T>({ limit, pageSize, where }: Limits<T>, taken: number): number {
  if (limit === undefined || where !== undefined) return pageSize;
  return Math.max(1, Math.min(pageSize, limit - taken));
}

/** Takes records out of pages: each id once, only the wanted ones, no more than a limit. */
function createTake<T>({ idOf }: Source<T>, where: (record: T) => boolean = () => true) {
  const seen = createSeenIds();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    /** `rest` is how many records at the end of the page were not looked at. */
    from(page: readonly Item<T>[], limit: number) {
      const items: Item<T>[] = [];
      let duplicates = 0;
      let rest = page.length;
      for (const item of page) {
        if (taken === limit) break;
        rest--;
        if (!seen.add(idOf(item.value))) {
          duplicates++;
          continue;
        }
        if (!where(item.value)) continue;
        items.push(item);
        taken++;
      }
      return { items, duplicates, rest };
    },
  };
}

/**
 * The cursor that goes on right after the given records: asked for by fetching just them again,
 * since a cursor is only told for the end of a page. They are whole without it, so undefined also
 * when that fails.
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
