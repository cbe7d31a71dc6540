import { type Fields, own, viewOf } from "../output/record.js";
import type { View } from "../output/table/column.js";

/** Result of one check. Contains no secrets, so it can be attached to a support ticket. */
export interface CheckRow {
  readonly check: string;
  /** `skip`: the check was impossible or unnecessary. */
  readonly mark: "ok" | "warn" | "fail" | "skip";
  readonly detail: string;
  readonly hint: string | null;
}

/** Fields of a check. */
export const CHECKED: Fields<CheckRow> = [
  own("mark", ["ok", "warn", "fail", "skip"], "Result.", { header: "mark" }),
  own("check", "text", "What was checked.", { header: "check", priority: 1 }),
  own("detail", "text", "What was found.", { header: "detail", priority: 2 }),
  own("hint", "text|null", "What to do.", { header: "hint", priority: 3 }),
];

/** View of the checks as columns; a terminal has lines instead. */
export const checksView: View<CheckRow> = viewOf(CHECKED, { empty: "Nothing was checked." });
