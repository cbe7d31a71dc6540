import type { PositionDetail } from "../client/resources/position.js";
import type { Book, Books } from "./book.js";
import { positionIndex } from "./identity.js";
import { oddityOf } from "./oddities.js";
import {
  invalid,
  notFound,
  parseInclude,
  parseLimit,
  parseStatuses,
  parseUuid,
  single,
} from "./query.js";
import { hash, Salt } from "./random.js";
import { detailRecord, type Sent, summaryRecord } from "./records.js";
import { scenarioOf } from "./scenarios.js";
import { listIndexes, momentOf, newest, type StatusFilter } from "./timeline.js";

const filters: readonly StatusFilter[] = ["all", "open", "closed"];

// Binds a cursor to data set, portfolio and filter, since an index is only valid in its listing.
function seal(book: Book, filter: StatusFilter, index: number): string {
  const portfolio = Number.parseInt(book.portfolioId.slice(0, 8), 16);
  const listing = hash(portfolio ^ book.timeline.slot, filters.indexOf(filter), Salt.cursor);
  return hash(book.seed ^ listing, index, Salt.cursor).toString(36);
}

/**
 * Returns the cursor of the page after the position with this index. It contains the last position
 * rather than a count, so that positions opened meanwhile do not shift later pages.
 * @internal exported for tests, which begin in the middle of a long listing
 */
export function encodeCursor(book: Book, filter: StatusFilter, index: number): string {
  return Buffer.from(`${index.toString(36)}.${seal(book, filter, index)}`).toString("base64url");
}

/** Returns the index of the last position, or null for a cursor of another listing. */
function decodeCursor(book: Book, filter: StatusFilter, cursor: string): number | null {
  const [digits = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const index = Number.parseInt(digits, 36);
  return Number.isSafeInteger(index) && encodeCursor(book, filter, index) === cursor ? index : null;
}

function firstIndex(book: Book, query: URLSearchParams, filter: StatusFilter, asOf: number) {
  const cursor = single(query, "cursor");
  if (cursor === null) return newest(book.timeline, asOf);
  const last = decodeCursor(book, filter, cursor);
  if (last === null) throw invalid("cursor is not one of this listing");
  return last - 1;
}

/** Returns a page of the portfolio's positions, newest first, at `now` (ms since epoch). */
export function positionsPage(
  books: Books,
  portfolio: string,
  query: URLSearchParams,
  now: number,
) {
  const id = parseUuid("portfolio_id", portfolio);
  const filter = parseStatuses(query);
  const withPerformance = parseInclude(query);
  const limit = parseLimit(query, withPerformance);
  const book = books.find(({ portfolioId }) => portfolioId === id);
  if (book === undefined) throw notFound("portfolio");
  const asOf = momentOf(now);
  const from = firstIndex(book, query, filter, asOf);
  // One more than requested shows whether there is a further page.
  const indexes = listIndexes(book.timeline, asOf, filter, from, limit + 1);
  const shown = indexes.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((index) => summaryRecord(book, index, asOf, withPerformance)),
    next_cursor:
      indexes.length > limit && last !== undefined ? encodeCursor(book, filter, last) : null,
  };
}

/** Returns the position with this id at `now` (ms since epoch). */
export function onePosition(books: Books, positionId: string, now: number): Sent<PositionDetail> {
  const asOf = momentOf(now);
  const id = parseUuid("position_id", positionId);
  for (const book of books) {
    const { seed, timeline, scenarios } = book;
    const index = positionIndex(seed, id);
    if (index === null || index < timeline.oldest || index > newest(timeline, asOf)) continue;
    if (oddityOf(scenarioOf(scenarios, index)).isHidden !== true)
      return detailRecord(book, index, asOf);
  }
  throw notFound("position");
}
