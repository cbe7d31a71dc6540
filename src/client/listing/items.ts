import { keepsDigits } from "../../base/json-text.js";
import { AnswerError } from "../errors.js";
import { elementSources, type JsonAnswer, memberSource } from "../validate/json-source.js";

/** A record with its exact JSON text. */
export interface Item<T> {
  readonly value: T;
  /** Extracted from the answer on first use. */
  readonly source: string;
  /** Whether the value has every digit of the numbers in the text; undefined when unknown. */
  readonly keepsDigits?: boolean | undefined;
}

/** Pairs the values of a page with their texts, which are extracted on first use. */
export function pairWithSources<T>(values: readonly T[], answer: JsonAnswer): Item<T>[] {
  let sources: string[] | undefined;
  const sourceOf = (index: number): string => {
    sources ??= elementSources(memberSource(answer.text, "data") ?? answer.text.trim());
    const source = sources[index];
    if (source === undefined) throw new AnswerError(`no JSON text for item ${index} of the answer`);
    return source;
  };
  let isKept: boolean | undefined;
  const page = {
    sourceOf,
    keepsDigits: () => (isKept ??= keepsDigits(answer.text)),
  };
  return values.map((value, index) => new PageItem(value, index, page));
}

/** The text of a page, read when it is first needed. */
interface PageText {
  readonly sourceOf: (index: number) => string;
  readonly keepsDigits: () => boolean;
}

/* A class, since an object with its own getter takes half a kilobyte. */
class PageItem<T> implements Item<T> {
  readonly value: T;
  readonly #index: number;
  readonly #page: PageText;

  constructor(value: T, index: number, page: PageText) {
    this.value = value;
    this.#index = index;
    this.#page = page;
  }

  get source(): string {
    return this.#page.sourceOf(this.#index);
  }

  get keepsDigits(): boolean {
    return this.#page.keepsDigits() || keepsDigits(this.source);
  }
}

/* Makes its text from the value when it is read. */
class PlainItem<T> implements Item<T> {
  readonly keepsDigits = true;
  constructor(readonly value: T) {}

  get source(): string {
    return JSON.stringify(this.value);
  }
}

/** Returns a record that does not keep its page's text in memory, if its own can be made from the value. */
export function withoutText<T>(item: Item<T>): Item<T> {
  if (item instanceof PlainItem) return item;
  const { value, source } = item;
  return JSON.stringify(value) === source ? new PlainItem(value) : item;
}

/** Returns a record with its text. */
export function itemOf<T>(value: T, source: string): Item<T> {
  return { value, source };
}

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
