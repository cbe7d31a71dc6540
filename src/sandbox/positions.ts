import type { PositionDetail } from "../client/resources/position.js";
import type { Book } from "./book.js";
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
export function positionsPage(book: Book, portfolio: string, query: URLSearchParams, now: number) {
  const id = parseUuid("portfolio_id", portfolio);
  const filter = parseStatuses(query);
  const withPerformance = parseInclude(query);
  const limit = parseLimit(query, withPerformance);
  if (id !== book.portfolioId) throw notFound("portfolio");
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
export function onePosition(book: Book, positionId: string, now: number): Sent<PositionDetail> {
  const asOf = momentOf(now);
  const index = positionIndex(book.seed, parseUuid("position_id", positionId));
  if (index === null || index < book.timeline.oldest || index > newest(book.timeline, asOf)) {
    throw notFound("position");
  }
  if (oddityOf(scenarioOf(book.scenarios, index)).isHidden === true) throw notFound("position");
  return detailRecord(book, index, asOf);
}
