import { SINCE, UNTIL } from "../../command/kinds.js";
import type { OptionsData } from "../../command/option.js";

/** The options `--start` and `--end`, parsed by `parseRange`. */
export function rangeOptions(start = "") {
  return {
    start: {
      kind: SINCE,
      value: "time",
      help: `start, inclusive: 2026-01-31, yesterday, 36h, 7d, 2w, ...${start}`,
    },
    end: { kind: UNTIL, value: "time", help: "end, exclusive" },
  } as const satisfies OptionsData;
}
