import { BOUNDS } from "../../base/bounds.js";
import { onAbort } from "../../base/functions.js";
import { keepsDigits } from "../../base/json-text.js";
import { AnswerError, ListingError } from "../errors.js";
import { elementSources, type JsonAnswer, memberSource } from "../validate/json-source.js";

/** A record with its exact JSON text. */
export interface Item<T> {
  readonly value: T;
  /** Extracted from the answer on first use. */
  readonly source: string;
  /** Whether the value has every digit of the numbers in the text; undefined when unknown. */
  readonly keepsDigits?: boolean | undefined;
}

/** A page of records. */
export interface RecordPage<T> {
  readonly items: readonly Item<T>[];
  readonly nextCursor: string | null;
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
