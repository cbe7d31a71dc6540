import type { Position } from "../../client/resources/position.js";
import type { OutputOptions } from "../../output/formats/format.js";
import type { Messages } from "../../output/text/messages.js";
import { HELD_KEYS, isUnchecked } from "../../views/doubt.js";
import { counted } from "./counted.js";

/**
 * Positions of which a leg may be closed without the list saying so, counted as they come and told once
 * at the end: raw columns have no marks for the figures that rest on what is held.
 */
export function createUnchecked(messages: Messages, { format, columns = [] }: OutputOptions) {
  const isRaw = format.columns !== undefined && !format.isLaidOut;
  const isShown = isRaw && columns.some((key) => HELD_KEYS.has(key));
  let count = 0;
  return {
    add(position: Position) {
      if (isShown && isUnchecked(position)) count++;
    },
    tell() {
      if (count === 0) return;
      messages.note(
        `legs of ${counted(count, "position")} are not checked: one may be closed, which carry status asks`,
      );
    },
  };
}
