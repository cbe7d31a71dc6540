import type { Book } from "./book.js";
import { hash, Salt } from "./random.js";
import type { StatusFilter } from "./timeline.js";

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
 */
export function encodeCursor(book: Book, filter: StatusFilter, index: number): string {
  return Buffer.from(`${index.toString(36)}.${seal(book, filter, index)}`).toString("base64url");
}

/** Returns the index of the last position, or null for a cursor of another listing. */
export function decodeCursor(book: Book, filter: StatusFilter, cursor: string): number | null {
  const [digits = ""] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  const index = Number.parseInt(digits, 36);
  return Number.isSafeInteger(index) && encodeCursor(book, filter, index) === cursor ? index : null;
}
