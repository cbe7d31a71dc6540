import { contradictsItself } from "../../analytics/held.js";
import type { Position } from "../../client/resources/position.js";
import { counted } from "../../output/text/counted.js";
import type { Messages } from "../../output/text/messages.js";

/** Counts closed positions that have a quantity, for one warning at the end of a listing. */
export function createContradictions(messages: Messages) {
  let count = 0;
  return {
    add(position: Position) {
      if (contradictsItself(position)) count++;
    },
    warn() {
      if (count === 0) return;
      const have = count === 1 ? "has" : "have";
      messages.warning(
        "CONTRADICTION",
        `${counted(count, "closed position")} ${have} a quantity, which counts as 0`,
      );
    },
  };
}
