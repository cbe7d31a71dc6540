import type { Runs } from "../../analytics/funding/shown-runs.js";
import { concernOf } from "../../analytics/position/attention.js";
import type { Criteria } from "../../analytics/position/criteria.js";
import { balanceOf } from "../../analytics/position/hedge.js";
import { whyUncountable } from "../../analytics/position/held-legs.js";
import { isIgnored } from "../../analytics/position/judge.js";
import { sizeOf } from "../../analytics/position/larger-side.js";
import { lacksLeverage } from "../../analytics/position/margin.js";
import { hasMarkOfUnknownAge } from "../../analytics/position/mark.js";
import type { Reason } from "../../analytics/position/reason.js";
import { isUnjudgeable, unknownFields } from "../../analytics/position/unreadable.js";
import { POSITION_REASON_CODES, type PositionReasonCode } from "../../base/reason-codes.js";
import type { Position } from "../../client/resources/position.js";

/** What one check of `status` says about a position. */
export interface CodeVerdict {
  readonly code: PositionReasonCode;
  /** `unknown`: a figure that the check needs is not known, so that it neither failed nor passed. */
  readonly verdict: "failed" | "passed" | "unknown";
  /** Undefined unless it failed. */
  readonly reason?: Reason;
}

/** Returns the verdict of each check that is not ignored. docs/reference/figures/status.md, "What needs attention". */
export function verdictsOf(position: Position, runs: Runs, criteria: Criteria): CodeVerdict[] {
  const { reasons } = concernOf(position, runs, criteria);
  const has = (code: Reason["code"]) => reasons.some((it) => it.code === code);
  const isUncountable = whyUncountable(position) !== undefined;
  const fields = unknownFields(position);
  const isUnsized = sizeOf(position) === null;
  const noPerformance = has("net_pnl_unavailable") || has("performance_stale");
  const isUnknown: Record<PositionReasonCode, boolean> = {
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
  return POSITION_REASON_CODES.filter((code) => !isIgnored({ code }, position, criteria)).map(
    (code) => {
      const reason = reasons.find((it) => it.code === code);
      if (reason !== undefined) return { code, verdict: "failed", reason };
      return {
        code,
        verdict: isUnknown[code] || isUnjudgeable(code, fields) ? "unknown" : "passed",
      };
    },
  );
}
