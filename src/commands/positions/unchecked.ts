import type { Position } from "../../client/resources/position.js";
import type { OutputOptions } from "../../output/formats/format.js";
import { counted } from "../../output/text/counted.js";
import type { Messages } from "../../output/text/messages.js";
import { HELD_KEYS, isUnchecked } from "../../views/doubt.js";

/**
 * Counts positions that may have a closed leg, for one note at the end of a listing, since raw columns
 * have no marks for the figures that depend on held quantities.
 */
export function createUnchecked(messages: Messages, { format, columns = [] }: OutputOptions) {
  const isRaw = format.columns !== undefined && !format.isLaidOut;
  const isShown = isRaw && columns.some((key) => HELD_KEYS.has(key));
  let count = 0;
  return {
    add(position: Position) {
      if (isShown && isUnchecked(position)) count++;
    },
    note() {
      if (count === 0) return;
      messages.note(
        "LEGS_UNCHECKED",
        `legs of ${counted(count, "position")} not checked: one may be closed; carry status checks them`,
      );
    },
  };
}
