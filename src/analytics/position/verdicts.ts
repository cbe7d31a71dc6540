import { POSITION_REASON_CODES, type ReasonCode } from "../../base/reason-codes.js";
import type { Position } from "../../client/resources/position.js";
import type { Runs } from "../funding/shown-runs.js";
import { concernOf } from "./attention.js";
import type { Criteria } from "./criteria.js";
import { balanceOf } from "./hedge.js";
import { whyUncountable } from "./held-legs.js";
import { isIgnored } from "./judge.js";
import { sizeOf } from "./larger-side.js";
import { lacksLeverage } from "./margin.js";
import { hasMarkOfUnknownAge } from "./mark.js";
import type { Reason } from "./reason.js";
import { isUnjudgeable, unknownFields } from "./unreadable.js";

type Code = (typeof POSITION_REASON_CODES)[number];

/** What one check says about a position, or about all open positions together. */
export interface CodeVerdict<C extends ReasonCode = Code> {
  readonly code: C;
  /** `unknown`: a figure that the check needs is unknown, so that it neither failed nor passed. */
  readonly verdict: "failed" | "passed" | "unknown";
  /** Why it failed; of an unknown one the reason that hides it, undefined if `status` reports none. */
  readonly reason?: Reason;
}

const OF_FUNDING = ["paying", "fees_unearned"] as const;
const OF_LEGS = [
  "unbalanced",
  "margin_thin",
  "legs_missing",
  "mark_missing",
  "mark_stale",
] as const;
const OF_PERFORMANCE = ["losing", "fees_unearned"] as const;

/** The checks that are unknown because of a reason. */
const HIDES: Partial<Readonly<Record<ReasonCode, readonly Code[]>>> = {
  funding_unknown: OF_FUNDING,
  not_settled: OF_FUNDING,
  market_unknown: OF_FUNDING,
  margin_unknown: ["margin_thin"],
  legs_unchecked: OF_LEGS,
  unreadable: POSITION_REASON_CODES,
  implausible: POSITION_REASON_CODES,
  quantity_negative: POSITION_REASON_CODES,
  mark_missing: POSITION_REASON_CODES,
  net_pnl_unavailable: OF_PERFORMANCE,
  performance_stale: OF_PERFORMANCE,
};

/**
 * Returns the verdict of each check that is not ignored.
 * @param reasons every reason, if they were found before
 */
export function verdictsOf(
  position: Position,
  runs: Runs,
  criteria: Criteria,
  reasons = concernOf(position, runs, criteria).reasons,
): CodeVerdict[] {
  const has = (code: Reason["code"]) => reasons.some((it) => it.code === code);
  const isUncountable = whyUncountable(position) !== undefined;
  const fields = unknownFields(position);
  const isUnsized = sizeOf(position) === null;
  const noPerformance = has("net_pnl_unavailable") || has("performance_stale");
  const isUnknown: Record<Code, boolean> = {
    unbalanced: has("legs_unchecked") || balanceOf(position).netQuantity === null,
    margin_thin:
      isUncountable ||
      has("legs_unchecked") ||
      has("margin_unknown") ||
      has("mark_missing") ||
      lacksLeverage(position),
    losing: noPerformance || isUnsized,
    paying: isUncountable || isUnsized || runs["24h"].settled.value === null,
    fees_unearned: noPerformance || isUnsized || runs["7d"].perDay.value === null,
    legs_missing: isUncountable || has("legs_unchecked"),
    quantity_negative: false,
    mark_missing: isUncountable || has("legs_unchecked"),
    net_pnl_unavailable: false,
    performance_stale: position.performance === undefined,
    mark_stale:
      isUncountable ||
      has("legs_unchecked") ||
      has("mark_missing") ||
      hasMarkOfUnknownAge(position),
  };
  const isHidden = (code: Code) => isUnknown[code] || isUnjudgeable(code, fields);
  // A field that cannot be read and that no check needs leaves each of them in doubt.
  const isDoubtful = fields.length > 0 && !POSITION_REASON_CODES.some(isHidden);
  const told = reasons.filter((reason) => !isIgnored(reason, position, criteria));
  return POSITION_REASON_CODES.filter((code) => !isIgnored({ code }, position, criteria)).map(
    (code) => {
      const reason = told.find((it) => it.code === code);
      if (reason !== undefined) return { code, verdict: "failed", reason };
      if (!isHidden(code) && !isDoubtful) return { code, verdict: "passed" };
      const hiding = told.find((it) => HIDES[it.code]?.includes(code));
      return { code, verdict: "unknown", ...(hiding !== undefined && { reason: hiding }) };
    },
  );
}
