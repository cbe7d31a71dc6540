import { Option } from "commander";
import { text } from "../../command/values.js";

/** `--start` and `--end`, to be read with `parseRange`. */
export function rangeOptions(start = ""): Option[] {
  return [
    new Option(
      "--start <time>",
      `from then on: 2026-01-31, yesterday, 36h, 7d, 2w, ...${start}`,
    ).argParser(text("--start")),
    new Option("--end <time>", "up to but not including then").argParser(text("--end")),
  ];
}
