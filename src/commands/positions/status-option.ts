import { STATUSES } from "../../client/resources/words.js";
import type { OptionData } from "../../command/option.js";
import { oneOf } from "../../settings/kinds.js";

/** The option `--status open|closed`. */
export const STATUS_OPTION = {
  kind: oneOf([...STATUSES, "all"]),
  many: "list",
  value: "status",
  help: "open, closed or all; repeatable (default: all)",
} as const satisfies OptionData;

/** Returns the statuses to ask the service for; undefined for all. */
export function statusesOf(
  typed: readonly (typeof STATUSES | readonly ["all"])[number][] | undefined,
): readonly (typeof STATUSES)[number][] | undefined {
  return typed?.every((it) => it !== "all") === true ? typed : undefined;
}
