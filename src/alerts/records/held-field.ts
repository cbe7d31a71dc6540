import type { Figure } from "../../base/decimal.js";
import { type Field, figure } from "./field.js";
import type { PositionSubject } from "./position-subject.js";

/** Returns a field of a figure of what is held, unknown for a position whose legs are not checked. */
export function held(
  what: string,
  of: (subject: PositionSubject) => Figure,
): Field<PositionSubject> {
  return figure(what, (subject) => (subject.isUnchecked ? null : of(subject)));
}
