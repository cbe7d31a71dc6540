import { decimal } from "../../base/decimal.js";
import type { ReasonCode } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import type { Measure } from "../measure.js";
import { aboutGrossOf } from "./position-figures.js";
import type { Concerned, Reason } from "./reason.js";

/** Severities of reasons; of an unknown one that of the gravest reason which it hides. Others: info. */
const SEVERITY: Partial<Record<ReasonCode, Severity>> = {
  unbalanced: "warning",
  margin_thin: "critical",
  losing: "warning",
  paying: "warning",
  fees_unearned: "warning",
  book_paying: "warning",
  legs_missing: "critical",
  quantity_negative: "critical",
  funding_unknown: "warning",
  not_settled: "warning",
  market_unknown: "warning",
  margin_unknown: "critical",
  legs_unchecked: "critical",
};

/** Returns how serious a reason is: critical can hurt today, a warning costs money, info is data. */
export function severityOf(reason: Reason): Severity {
  if (reason.code === "unbalanced" && reason.missing !== undefined) return "critical";
  return severityOfCode(reason.code);
}

/** Returns how serious the reasons of a code are, but for one that its figures make graver. */
export function severityOfCode(code: ReasonCode): Severity {
  return SEVERITY[code] ?? "info";
}

/** Returns the amount at stake for a reason: USD, of funding over a whole day USD a day. */
export function stakeOf(position: Concerned, reason: Reason): Measure {
  const isDaily = reason.code === "book_paying" || (reason.code === "paying" && isOfDay(reason));
  return { unit: isDaily ? "usd_per_day" : "usd", ...amountOf(position, reason) };
}

/** Reports whether the funding of a position is known for a whole day, in which it was open. */
export function isOfDay({ funding, since }: Extract<Reason, { readonly code: "paying" }>): boolean {
  return since === undefined && funding.coveredHours === funding.wantedHours;
}

/** Returns the amount; a gross notional has the open price for a missing mark price. */
function amountOf(position: Concerned, reason: Reason): Pick<Measure, "value" | "about"> {
  switch (reason.code) {
    case "unbalanced":
      return { value: reason.unhedged?.abs() ?? null };
    case "margin_thin":
      return aboutGrossOf({ status: "open", legs: reason.legs });
    case "losing":
      return { value: reason.amount.abs() };
    case "paying":
      return { value: reason.funding.value?.abs() ?? null };
    case "fees_unearned":
      return { value: reason.netPnl.abs() };
    case "book_paying":
      return { value: reason.run.value?.abs() ?? null };
    case "legs_missing":
      return { value: decimal(0) };
    default:
      return position === undefined ? { value: null } : aboutGrossOf(position);
  }
}
