import type { Book } from "./book.js";
import { hash, Salt } from "./random.js";
import type { StatusFilter } from "./timeline.js";

const filters: readonly StatusFilter[] = ["all", "open", "closed"];

// Ties a cursor to data set, portfolio and filter, for an index means nothing in another listing.
function seal(book: Book, filter: StatusFilter, index: number): string {
  const portfolio = Number.parseInt(book.portfolioId.slice(0, 8), 16);
  const listing = hash(portfolio ^ book.timeline.slot, filters.indexOf(filter), Salt.cursor);
  return hash(book.seed ^ listing, index, Salt.cursor).toString(36);
}

/**
 * Cursor of the page that goes on after the position with this index. It names the last position
 * seen rather than a count of them, so positions that join at the top do not shift later pages.
 */
export function encodeCursor(book: Book, filter: StatusFilter, index: number): string {
  return Buffer.from(`${index.toString(36)}.${seal(book, filter, index)}`).toString("base64url");
}

/** Index of the last position seen, or null for a cursor that this listing did not give out. */
export function decodeCursor(book: Book, filter: StatusFilter, cursor: string): number | null {
  const [digits = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const index = Number.parseInt(digits, 36);
  return Number.isSafeInteger(index) && encodeCursor(book, filter, index) === cursor ? index : null;
}
