import { BOOK_REASON } from "../../base/reason-codes.js";
import { bookReason, isIgnoredOfBook } from "../funding/book.js";
import { isUnknown } from "../position/reason.js";
import type { CodeVerdict } from "../position/verdicts.js";
import type { PortfolioStatus } from "./status.js";

/** Returns the verdict of the check of all open positions together; none if it is ignored. */
export function bookVerdicts({
  book,
  criteria,
}: Pick<PortfolioStatus, "book" | "criteria">): CodeVerdict<typeof BOOK_REASON>[] {
  const code = BOOK_REASON;
  const reason = bookReason(book, criteria);
  if (isIgnoredOfBook(reason ?? { code }, criteria)) return [];
  if (reason === undefined) return [{ code, verdict: "passed" }];
  return [{ code, verdict: isUnknown(reason) ? "unknown" : "failed", reason }];
}
