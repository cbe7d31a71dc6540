import { contradictsItself } from "../../analytics/held.js";
import type { Position } from "../../client/resources/position.js";
import type { Messages } from "../../output/text/messages.js";
import { counted } from "./counted.js";

/** Closed positions that are told with a quantity: counted as they come, told once at the end. */
export function createContradictions(messages: Messages) {
  let count = 0;
  return {
    add(position: Position) {
      if (contradictsItself(position)) count++;
    },
    tell() {
      if (count === 0) return;
      const are = count === 1 ? "is" : "are";
      messages.warning(
        `${counted(count, "closed position")} ${are} told with a quantity, which counts as 0`,
      );
    },
  };
}
