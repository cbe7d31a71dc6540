import { decimal } from "../../base/decimal.js";
import type { ReasonCode } from "../../base/reason-codes.js";
import type { Severity } from "../../base/severity.js";
import type { Measure } from "../measure.js";
import { aboutGrossOf } from "./position-figures.js";
import type { Concerned, Reason } from "./reason.js";

/** Severities of reasons; an unknown one has that of the gravest reason that it hides. Others: info. */
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

/** Returns the severity of a code; the figures of a reason can make it graver: {@link severityOf}. */
export function severityOfCode(code: ReasonCode): Severity {
  return SEVERITY[code] ?? "info";
}

/** Returns the amount at stake for a reason: USD, or USD a day for funding over a whole day. */
export function stakeOf(position: Concerned, reason: Reason): Measure {
  const isDaily = reason.code === "book_paying" || (reason.code === "paying" && isOfDay(reason));
  return { unit: isDaily ? "usd_per_day" : "usd", ...amountOf(position, reason) };
}

/** Reports whether the funding is known for a whole day in which the position was open. */
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
