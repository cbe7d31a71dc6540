import type { Item } from "./item-pages.js";

/** One page of records, without duplicates and unwanted records. */
export interface Page<T> {
  /** In the order of the service. */
  readonly items: readonly T[];
  /**
   * Cursor that continues right after the items; null at the end of the listing, undefined if the
   * service did not provide one for the limit.
   */
  readonly nextCursor: string | null | undefined;
  /** Number of records left out as repetitions. */
  readonly duplicates: number;
  /** Those of them that were selected: what they say is later than what was given. */
  readonly again: readonly T[];
}

/**
 * Records that are fetched page by page while they are iterated. Nothing is sent before that, and
 * each iteration fetches them again. A page that fails throws a {@link ListingError} with its cursor.
 */
export interface PagedRecords<T> extends AsyncIterable<T> {
  /** Returns the same records page by page, with the cursor after each page. */
  pages(): AsyncGenerator<Page<T>>;
  [Symbol.asyncIterator](): AsyncGenerator<T>;
}

/** A listing of plain records. */
export interface Listing<T> extends PagedRecords<T> {
  /** Returns the same records, each with the exact JSON text that the service sent. */
  withSource(): PagedRecords<Item<T>>;
}

/** @param begin starts an iteration */
export function listingOf<T>(begin: () => AsyncGenerator<Page<Item<T>>>): Listing<T> {
  return { ...paged(() => plain(begin())), withSource: () => paged(begin) };
}

function paged<T>(pages: () => AsyncGenerator<Page<T>>): PagedRecords<T> {
  return { pages, [Symbol.asyncIterator]: () => oneByOne(pages()) };
}

async function* plain<T>(pages: AsyncGenerator<Page<Item<T>>>): AsyncGenerator<Page<T>> {
  for await (const page of pages) {
    const [items, again] = [page.items, page.again].map((all) => all.map(({ value }) => value));
    yield { ...page, items: items ?? [], again: again ?? [] };
  }
}

async function* oneByOne<T>(pages: AsyncGenerator<Page<T>>): AsyncGenerator<T> {
  for await (const { items } of pages) yield* items;
}

/** A request in progress: a promise of plain data. */
export interface Call<T, S> extends Promise<T> {
  /** Returns the data of the same request with the exact JSON text that the service sent. */
  withSource(): Promise<S>;
}

/** @param plain removes the text */
export function callOf<T, S>(sourced: Promise<S>, plain: (sourced: S) => T): Call<T, S> {
  const promise = sourced.then(plain);
  const withSource = () => {
    promise.catch(() => {}); // the caller gets the rejection from the other promise
    return sourced.then((it) => it);
  };
  return Object.assign(promise, { withSource });
}
