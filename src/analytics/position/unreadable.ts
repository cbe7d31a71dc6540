import type { ReasonCode } from "../../base/reason-codes.js";
import { implausibleFields } from "../../book/credible-position.js";
import type { Position } from "../../client/resources/position.js";
import { isSide, isStatus } from "../../client/resources/words.js";
import { unreadableFields } from "../../client/validate/stand-in.js";

/**
 * Returns the paths of the unknown fields of a position, such as `legs.0.side`; mostly none: those that do
 * not match the interface or cannot be true, and a status or sides that it does not have.
 */
export function unknownFields(position: Position): readonly string[] {
  const fields = [...unreadableFields(position), ...implausibleFields(position)];
  const isKnown = isStatus(position.status) && position.legs.every(({ side }) => isSide(side));
  if (isKnown) return fields;
  const sides = position.legs.flatMap(({ side }, at) => (isSide(side) ? [] : [`legs.${at}.side`]));
  return [...new Set([...fields, ...(isStatus(position.status) ? [] : ["status"]), ...sides])];
}

/** The fields without which a check that looks for something missing cannot be made. */
const RESTS_ON: Partial<Readonly<Record<ReasonCode, RegExp>>> = {
  mark_missing: /^legs$/,
  net_pnl_unavailable: /^performance(\.net_pnl)?$/,
  performance_stale: /^performance(\.calculated_at)?$/,
};

/** Reports whether the mark of a leg is unknown, so that it cannot be said to be missing. */
export function isMarkUnknown(fields: readonly string[], at: number): boolean {
  return fields.includes(`legs.${at}`) || fields.includes(`legs.${at}.mark_price`);
}

/** Reports whether a check cannot be made because of fields of which nothing is known. */
export function isUnjudgeable(code: ReasonCode, fields: readonly string[]): boolean {
  const needed = RESTS_ON[code];
  return fields.includes("status") || fields.some((field) => needed?.test(field) === true);
}
