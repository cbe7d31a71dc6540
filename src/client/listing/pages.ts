import { keepsDigits } from "../../base/json-digits.js";
import { onAbort } from "../../base/on-abort.js";
import { AnswerError, ListingError } from "../errors.js";
import { untilSent } from "../http/turns.js";
import type { JsonAnswer } from "../validate/answer.js";
import { elementSources, memberSource } from "../validate/json-source.js";

/** A record with the exact JSON text that it was sent as. */
export interface Item<T> {
  readonly value: T;
  /** Looked for in the answer when it is first asked for. */
  readonly source: string;
  /** Whether the value has every digit of the numbers in the text; undefined when not known. */
  readonly keepsDigits?: boolean | undefined;
}

/** A page as it came, before its items are validated. */
export interface RawPage {
  readonly answer: JsonAnswer;
  readonly nextCursor: string | null;
}

/** An endless row of pages that are empty, or the same again, is no listing. */
const MAX_STALE_PAGES = 100;

/** Pairs the values of a page with their texts; the texts are only looked for when needed. */
export function pairWithSources<T>(values: readonly T[], answer: JsonAnswer): Item<T>[] {
  let sources: string[] | undefined;
  const sourceOf = (index: number): string => {
    sources ??= elementSources(memberSource(answer.text, "data") ?? answer.text.trim());
    const source = sources[index];
    if (source === undefined) throw new AnswerError(`no text for item ${index} of the answer`);
    return source;
  };
  let isKept: boolean | undefined;
  const page = {
    sourceOf,
    keepsDigits: () => (isKept ??= keepsDigits(answer.text)),
  };
  return values.map((value, index) => new PageItem(value, index, page));
}

/** The text of a page, read when it is first asked for. */
interface PageText {
  readonly sourceOf: (index: number) => string;
  readonly keepsDigits: () => boolean;
}

/* A class, since an object of its own with a getter of its own takes half a kilobyte. */
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

export interface FollowOptions<P extends RawPage> {
  /** The cursor to begin with. */
  readonly cursor: string | undefined;
  /** Fetches the page at a cursor; the signal is aborted when the caller wants no more of it. */
  readonly fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<P>;
  /** True when the next page may be asked for before this one has been looked at. */
  readonly eager: boolean;
  /** Whether a page has just what the one before it had; where omitted, the caller sees to it. */
  readonly repeats?: (page: P, before: P) => boolean;
  readonly signal: AbortSignal;
}

/**
 * Follows cursors from page to page, one request at a time. The next page is under way while the
 * caller works on this one (when `eager`); it is abandoned when the caller stops.
 * @throws {ListingError} naming the cursor of the page that failed
 */
export async function* followCursors<P extends RawPage>(
  options: FollowOptions<P>,
): AsyncGenerator<{ readonly page: P; readonly cursor: string | undefined }> {
  const abandon = new AbortController();
  options.signal.throwIfAborted();
  const stopFollowing = onAbort(options.signal, () => abandon.abort(options.signal.reason));
  const begin = (cursor: string | undefined): Promise<P> => {
    const pending = options.fetchPage(cursor, abandon.signal);
    pending.catch(() => {}); // awaited below, or abandoned: never an unhandled rejection
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
        await untilSent(); // or the service would only get it when this page is done with
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

/** Whether two pages have the same items, to the letter. */
export function haveSameItems(
  { items }: { readonly items: readonly Item<unknown>[] },
  { items: others }: { readonly items: readonly Item<unknown>[] },
): boolean {
  return (
    items.length === others.length &&
    items.every(({ source }, index) => source === others[index]?.source)
  );
}

/** Runs one step of a listing; what it throws is told together with the cursor. */
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

/** Checks that the cursor gets on: it must be new each time, and lead to items sooner or later. */
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
      throw new AnswerError("the service sent a cursor that no URL can hold: half a character");
    }
    seen.add(nextCursor);
    empty = isEmpty(answer) ? empty + 1 : 0;
    same = before !== undefined && repeats?.(page, before) === true ? same + 1 : 0;
    before = page;
    if (empty >= MAX_STALE_PAGES || same >= MAX_STALE_PAGES) {
      const kind = empty > 0 ? `${empty} empty pages` : `the same page ${same} times`;
      throw new AnswerError(`the listing does not advance: ${kind} in a row`);
    }
    return nextCursor;
  };
}

function isEmpty(answer: JsonAnswer): boolean {
  const { data } = answer.value as { data?: unknown };
  return Array.isArray(data) && data.length === 0;
}
