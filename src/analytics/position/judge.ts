import { inForce } from "../../base/ignored.js";
import { positionsNamed } from "../../base/names/handle.js";
import type { Position } from "../../client/resources/position.js";
import type { Runs } from "../funding/shown-runs.js";
import { concernOf, needsAttention } from "./attention.js";
import type { Criteria } from "./criteria.js";
import type { Concern, Reason } from "./reason.js";

/** Judgement of an open position, without ignored reasons. */
export interface Judgement {
  readonly concern: Concern;
  /** Every reason, also those that the setting `ignore` leaves out. */
  readonly found: readonly Reason[];
  /** Number of reasons left out by the setting `ignore`. */
  readonly ignored: number;
}

export function judge(position: Position, runs: Runs, criteria: Criteria): Judgement {
  const all = concernOf(position, runs, criteria).reasons;
  const reasons = all.filter((reason) => !isIgnored(reason, position, criteria));
  return { concern: { position, reasons }, found: all, ignored: all.length - reasons.length };
}

/** Reports whether a position needs attention; unknown if no reason was found but a check was impossible. */
export function verdictOf({ concern }: Judgement): "yes" | "no" | "unknown" {
  if (needsAttention(concern)) return "yes";
  return concern.reasons.length > 0 ? "unknown" : "no";
}

/** Reports whether the setting `ignore` leaves a reason of a position out. */
export function isIgnored(
  { code }: Pick<Reason, "code">,
  position: Position,
  { limits, now }: Criteria,
): boolean {
  const isOf = (name: string) =>
    position.position_id.toLowerCase().startsWith(name.toLowerCase()) ||
    positionsNamed(name, [position]).length > 0;
  return inForce(limits.ignore, now).some((it) => it.code === code && isOf(it.position ?? ""));
}
