import type { ReasonCode } from "../../base/reason-codes.js";
import type { Position } from "../../client/resources/position.js";
import { type Concern, type Reason, withReasons } from "../position/reason.js";

/** Reasons caused by the service or the market, not by the position, if all positions have them. */
const JOINABLE: ReadonlySet<ReasonCode> = new Set([
  "mark_missing",
  "net_pnl_unavailable",
  "performance_stale",
  "mark_stale",
  "funding_unknown",
  "not_settled",
  "market_unknown",
  "legs_unchecked",
]);

/** A reason shared by every position, with the position where it is worst. */
export interface Joined {
  readonly reason: Reason;
  readonly position: Position;
  readonly positions: number;
}

/** Separates the reasons shared by every position from those of single ones. @param of number of positions */
export function joinReasons(
  concerns: readonly Concern[],
  of: number,
): { readonly joined: readonly Joined[]; readonly apart: readonly Concern[] } {
  const codes = of < 2 ? [] : [...JOINABLE].filter((code) => countOf(concerns, code) === of);
  const joined = codes.flatMap((code) => {
    const all = concerns.flatMap(({ position, reasons }) =>
      reasons.filter((reason) => reason.code === code).map((reason) => ({ reason, position })),
    );
    const [worst] = all.toSorted((a, b) => ageOf(b.reason) - ageOf(a.reason));
    return worst === undefined ? [] : [{ ...worst, positions: of }];
  });
  return { joined, apart: withReasons(concerns, ({ code }) => !codes.includes(code)) };
}

function countOf(concerns: readonly Concern[], code: ReasonCode): number {
  return concerns.filter(({ reasons }) => reasons.some((reason) => reason.code === code)).length;
}

function ageOf(reason: Reason): number {
  return "ageMs" in reason ? Math.abs(reason.ageMs) : 0;
}
