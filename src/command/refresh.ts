import type { OptionData } from "./option.js";

/** The option of commands that read public data, of which the client keeps copies. */
export const REFRESH_OPTION = {
  kind: "flag",
  help: "do not use the local cache of public data",
} as const satisfies OptionData;
