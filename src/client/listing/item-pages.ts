import { BOUNDS } from "../../base/bounds.js";
import { keepsDigits } from "../../base/json-digits.js";
import { onAbort } from "../../base/on-abort.js";
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

/** A page as received, before its items are validated. */
export interface RawPage {
  readonly answer: JsonAnswer;
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

export interface FollowOptions<P extends RawPage> {
  /** The first cursor. */
  readonly cursor: string | undefined;
  /** Fetches the page at a cursor; the signal is aborted when the page is no longer needed. */
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>;
  /** Whether to fetch the next page before the caller has processed this one. */
  readonly eager: boolean;
  /** Reports whether two pages have the same content; if omitted, the caller checks that. */
  readonly repeats?: (page: P, before: P) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Follows cursors from page to page, one request at a time. If `eager`, the next page is fetched while
 * the caller processes this one, and abandoned when the caller stops.
 * @throws {ListingError} with the cursor of the page that failed
 */
export async function* followCursors<P extends RawPage>(
  options: FollowOptions<P>,
): AsyncGenerator<{ readonly page: P; readonly cursor: string | undefined }> {
  const abandon = new AbortController();
  options.signal.throwIfAborted();
  const stopFollowing = onAbort(options.signal, () => abandon.abort(options.signal.reason));
  const begin = (cursor: string | undefined): Promise<P> => {
    const pending = options.fetchPage(cursor, abandon.signal);
    pending.catch(() => {}); // awaited below or abandoned; avoids an unhandled rejection
    return pending;
  };
  const advance = createAdvance(options);
  try {
    let cursor = options.cursor;
    let pending = begin(cursor);
    for (;;) {
      const page = await inListing(cursor, () => pending);
      const next = await inListing(cursor, () => advance(page));
      if (next !== null && options.eager) {
        pending = begin(next);
        await untilSent(); // otherwise it would be sent after this page is processed
      }
      yield { page, cursor };
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

/** Reports whether two pages have exactly the same items. */
export function haveSameItems(
  { items }: { readonly items: readonly Item<unknown>[] },
  { items: others }: { readonly items: readonly Item<unknown>[] },
): boolean {
  return (
    items.length === others.length &&
    items.every(({ source }, index) => source === others[index]?.source)
  );
}

/** Runs one step of a listing; errors get the cursor. */
export async function inListing<T>(
  cursor: string | undefined,
  step: () => T | Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw new ListingError(cursor, error);
  }
}

/** Checks that cursors advance: each is new, and not too many pages in a row are empty or the same. */
function createAdvance<P extends RawPage>({
  cursor: first,
  repeats,
}: FollowOptions<P>): (page: P) => string | null {
  const seen = new Set(first === undefined ? [] : [first]);
  let empty = 0;
  let same = 0;
  let before: P | undefined;
  return (page) => {
    const { answer, nextCursor } = page;
    if (nextCursor === null) return null;
    if (seen.has(nextCursor)) {
      throw new AnswerError(
        `the listing does not advance: the service sent the cursor "${nextCursor}" again`,
      );
    }
    if (/\p{Cs}/u.test(nextCursor)) {
      throw new AnswerError(
        "the service sent a cursor with half a surrogate pair, which a URL cannot contain",
      );
    }
    seen.add(nextCursor);
    if (seen.size > BOUNDS.service.pages) {
      throw new AnswerError(`the listing has more than ${BOUNDS.service.pages} pages`);
    }
    const { data } = answer.value as { data?: unknown };
    empty = Array.isArray(data) && data.length === 0 ? empty + 1 : 0;
    same = before !== undefined && repeats?.(page, before) === true ? same + 1 : 0;
    before = page;
    if (Math.max(empty, same) >= BOUNDS.service.stalePages) {
      const kind = empty > 0 ? `${empty} empty pages` : `the same page ${same} times`;
      throw new AnswerError(`the listing does not advance: ${kind} in a row`);
    }
    return nextCursor;
  };
}
