import { Option } from "commander";
import { COMMON_OPTIONS_HEADING, root } from "./root.js";

/** Options of every command, as commander knows them. */
export function commonOptions(): Option[] {
  return root.commonOptions.map(({ flags, description }) =>
    new Option(flags, description).helpGroup(COMMON_OPTIONS_HEADING),
  );
}
