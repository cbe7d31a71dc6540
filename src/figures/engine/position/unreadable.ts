import type { Position } from "../../../client/resources/position.js";
import { isSide, isStatus } from "../../../client/resources/words.js";
import { problemOf } from "../../../client/validate/stand-in.js";

/** Reports whether a position does not match the interface, or has a status or side that it does not have. */
export function isUnreadable(position: Position): boolean {
  const { status, legs } = position;
  if (!isStatus(status) || legs.some(({ side }) => !isSide(side))) return true;
  return problemOf(position) !== undefined;
}
