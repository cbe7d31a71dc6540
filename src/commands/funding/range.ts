import { SINCE, UNTIL } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";

/** `--start` and `--end`, to be read with `parseRange`. */
export function rangeOptions(start = "") {
  return {
    start: {
      kind: SINCE,
      value: "time",
      help: `from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...${start}`,
    },
    end: { kind: UNTIL, value: "time", help: "up to but not including then" },
  } as const satisfies OptionsData;
}
