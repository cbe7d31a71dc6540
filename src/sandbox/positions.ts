import type { PositionDetail } from "../client/resources/position.js";
import type { Book, Books } from "./book.js";
import { decodeCursor, encodeCursor } from "./cursor.js";
import { positionIndex } from "./identity.js";
import { oddityOf } from "./oddities.js";
import { parseInclude, parseLimit, parseStatuses, parseUuid, single } from "./query.js";
import { detailRecord, type Sent, summaryRecord } from "./records.js";
import { invalid, notFound } from "./refusal.js";
import { scenarioOf } from "./scenarios.js";
import { listIndexes, momentOf, newest, type StatusFilter } from "./timeline.js";

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
