import { bookVerdicts } from "../../analytics/portfolio/book-verdict.js";
import type { PortfolioStatus } from "../../analytics/portfolio/status.js";
import type { CodeVerdict } from "../../analytics/position/verdicts.js";
import { BOOK_REASON, POSITION_REASON_CODES, type ReasonCode } from "../../base/reason-codes.js";
import { type Field, type Fields, flag } from "./field.js";
import type { PositionSubject } from "./position-subject.js";

/** Whether a position has each reason of `status`. */
export const REASON_FIELDS: Fields<PositionSubject> = Object.fromEntries(
  POSITION_REASON_CODES.map((code) => [
    code,
    flag<PositionSubject>(`whether it is a reason for attention: carry explain ${code}`, (it) =>
      holds(it.verdicts(), code),
    ),
  ]),
);

/** Whether all open positions together have their reason. */
export const BOOK_REASON_FIELD: Field<{ readonly status: PortfolioStatus }> = flag(
  `whether it is a reason for attention: carry explain ${BOOK_REASON}`,
  ({ status }) => holds(bookVerdicts(status), BOOK_REASON),
);

/** Returns whether a check failed; undefined if unknown, false if it is ignored. */
function holds(all: readonly CodeVerdict<ReasonCode>[], code: ReasonCode): boolean | undefined {
  const found = all.find((it) => it.code === code);
  const isUnknown = found?.verdict === "unknown" && found.reason !== undefined;
  return isUnknown ? undefined : found?.verdict === "failed";
}
