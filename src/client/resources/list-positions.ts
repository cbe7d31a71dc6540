import * as z from "zod/mini";
import type { Query } from "../base-url.js";
import type { Connection } from "../connection.js";
import { AnswerError } from "../errors.js";
import {
  followCursors,
  type Item,
  inListing,
  pairWithSources,
  type RawPage,
} from "../listing/pages.js";
import { createSeenIds } from "../listing/seen-ids.js";
import { readJson, validate } from "../validate/answer.js";
import { type Position, positionSummary } from "./position.js";

/** Largest page without performance. Source: interface, Limits. */
const MAX_PAGE_SIZE = 500;
/** A listing that repeats itself for so many pages goes on for ever. */
const MAX_STALE_PAGES = 100;

/** Largest page with `include=performance`. Source: interface, Limits. */
const MAX_PAGE_SIZE_WITH_PERFORMANCE = 100;

export interface ListPositionsOptions {
  readonly portfolioId: string;
  /** Which statuses; all when omitted. */
  readonly statuses?: readonly ("open" | "closed")[];
  /** Asks for the performance of each position. */
  readonly performance?: boolean;
  /** How many positions in all; every one when omitted. */
  readonly limit?: number;
  /** How many positions a request asks for at most; the largest allowed when omitted. */
  readonly pageSize?: number;
  readonly cursor?: string;
  /** Keeps only the positions it is true for; `limit` counts those. */
  readonly where?: (position: Position) => boolean;
  /** Ends the listing when aborted. */
  readonly signal?: AbortSignal;
}

/** One page of positions after duplicates and unwanted ones are taken out. */
export interface PositionPage {
  readonly items: readonly Item<Position>[];
  /**
   * From where to go on after the items; null when the listing is at its end, undefined when the
   * service did not let the page end where the limit does, or did not answer when it was asked to.
   */
  readonly nextCursor: string | null | undefined;
  /** How many positions of this page had come before. */
  readonly duplicates: number;
}

const envelope = z.looseObject({
  data: z.array(z.unknown()),
  next_cursor: z.nullable(z.string()),
});
const positionsPage = z.looseObject({ data: z.array(positionSummary) });

/**
 * Lists the positions of a portfolio, page by page, as far as `limit`.
 * A position that comes twice is given once. `limit` above 100 is never sent with performance.
 * @throws {ListingError} with the cursor of the page that failed
 */
export async function* listPositions(
  connection: Connection,
  options: ListPositionsOptions,
): AsyncGenerator<PositionPage> {
  const { limit, signal = connection.signal } = options;
  if (limit === 0) return;
  const take = createTake(options.where);
  const fetchPage = (cursor: string | undefined, pageSignal: AbortSignal) =>
    fetchRawPage(connection, options, cursor, pageSize(options, take.taken), pageSignal);
  const pages = followCursors({
    cursor: options.cursor,
    fetchPage,
    eager: limit === undefined,
    signal,
  });
  let stale = 0;
  for await (const { page, cursor } of pages) {
    const all = await inListing(cursor, () => validatePage(connection, page, options.portfolioId));
    const taken = take.from(all, limit ?? Number.POSITIVE_INFINITY);
    stale = all.length > 0 && taken.duplicates === all.length ? stale + 1 : 0;
    if (stale === MAX_STALE_PAGES) await inListing(cursor, refuseToGoOn);
    if (taken.rest === 0) {
      yield { ...taken, nextCursor: page.nextCursor };
      if (take.taken === limit) return;
      continue;
    }
    const end = all.slice(0, all.length - taken.rest);
    const nextCursor = await inListing(cursor, () => cursorAfter(connection, options, cursor, end));
    yield { ...taken, nextCursor };
    return;
  }
}

function refuseToGoOn(): never {
  throw new AnswerError(
    `the listing does not advance: ${MAX_STALE_PAGES} pages in a row without a new position`,
  );
}

/** How many positions to ask for next. */
function pageSize(options: ListPositionsOptions, taken: number): number {
  const max = options.performance === true ? MAX_PAGE_SIZE_WITH_PERFORMANCE : MAX_PAGE_SIZE;
  const size = Math.min(options.pageSize ?? max, max);
  if (options.limit === undefined || options.where !== undefined) return size;
  return Math.max(1, Math.min(size, options.limit - taken));
}

async function fetchRawPage(
  connection: Connection,
  options: ListPositionsOptions,
  cursor: string | undefined,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<RawPage> {
  const query: Query = {
    statuses: options.statuses,
    include: options.performance === true ? "performance" : undefined,
    limit,
    cursor,
  };
  const path = `/v1/portfolios/${encodeURIComponent(options.portfolioId)}/positions`;
  const answer = readJson(await connection.getWithKey(path, query, signal), connection.now());
  const { next_cursor } = validate(envelope, answer.value, path, connection.redact);
  return { answer, nextCursor: next_cursor };
}

function validatePage(
  { redact }: Connection,
  { answer }: RawPage,
  portfolioId: string,
): Item<Position>[] {
  const where = `the positions of portfolio ${portfolioId}`;
  return pairWithSources(validate(positionsPage, answer.value, where, redact).data, answer);
}

/** Takes positions out of pages: each id once, only the wanted ones, no more than a limit. */
function createTake(where: (position: Position) => boolean = () => true) {
  const seen = createSeenIds();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    /** `rest` is how many positions at the end of the page were not looked at. */
    from(page: readonly Item<Position>[], limit: number) {
      const items: Item<Position>[] = [];
      let duplicates = 0;
      let rest = page.length;
      for (const item of page) {
        if (taken === limit) break;
        rest--;
        if (!seen.add(item.value.position_id)) {
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
 * The cursor that goes on right after the given positions: asked for by fetching just them again,
 * since a cursor is only told for the end of a page. They are whole without it, so undefined also
 * when that fails.
 * @throws the signal's reason
 */
async function cursorAfter(
  connection: Connection,
  options: ListPositionsOptions,
  cursor: string | undefined,
  positions: readonly Item<Position>[],
): Promise<string | null | undefined> {
  const { portfolioId, signal } = options;
  try {
    const page = await fetchRawPage(connection, options, cursor, positions.length, signal);
    const again = validatePage(connection, page, portfolioId);
    const same =
      again.length === positions.length &&
      again.at(-1)?.value.position_id === positions.at(-1)?.value.position_id;
    return same ? page.nextCursor : undefined;
  } catch {
    (signal ?? connection.signal)?.throwIfAborted();
    return undefined;
  }
}
