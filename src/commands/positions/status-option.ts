import type { OptionData } from "../../command/option.js";
import { oneOf } from "../../settings/kinds.js";

/** The option `--status open|closed`. */
export const STATUS_OPTION = {
  kind: oneOf(["open", "closed"]),
  many: "list",
  value: "status",
  help: "open or closed; repeatable (default: both)",
} as const satisfies OptionData;
