import { visible } from "../../base/safe-text.js";
import type { View } from "../../output/table/column.js";
import type { Look } from "../../output/text/look.js";
import { brokenForTerminal } from "../../output/text/messages.js";
import { createPainter, type Tone } from "../../output/text/paint.js";

/** Result of one check. Contains no secrets, so it can be attached to a support ticket. */
export interface CheckRow {
  readonly check: string;
  /** `skip`: the check was impossible or unnecessary. */
  readonly mark: "ok" | "warn" | "fail" | "skip";
  readonly detail: string;
  readonly hint: string | null;
}

const KEYS = ["mark", "check", "detail", "hint"] as const;

/** View of the checks as columns; a terminal uses {@link renderCheck} instead. */
export const checksView: View<CheckRow> = {
  rows: (row) => [row],
  columns: KEYS.map((key, index) => ({
    key,
    header: key,
    kind: "text",
    priority: index,
    value: (row) => row[key],
  })),
  defaults: { table: KEYS, csv: KEYS },
  empty: "Nothing was checked.",
};

const SIGNS: Readonly<Record<CheckRow["mark"], readonly [sign: string, tone: Tone]>> = {
  ok: ["✓", "gain"],
  warn: ["!", "heading"],
  fail: ["✗", "loss"],
  skip: ["–", "absent"],
};

/** Length of the longest name of a check. */
const NAME_WIDTH = 18;

/** Minimum width beside the name for which lines are wrapped. */
const LEAST_ROOM = 20;

/** Formats a check as a line, with a line for its hint, both wrapped to the terminal. */
export async function renderCheck(row: CheckRow, look: Look): Promise<string> {
  const paint = await createPainter(look.color);
  const [sign, tone] = SIGNS[row.mark];
  const mark = look.unicode ? sign : row.mark.padEnd(4);
  const indent = " ".repeat(mark.length + NAME_WIDTH + 2);
  const room = (look.width ?? Number.POSITIVE_INFINITY) - indent.length;
  const lines = async (text: string) => {
    const broken = await brokenForTerminal(visible(text), {
      isTTY: room >= LEAST_ROOM,
      columns: room,
    });
    return broken.split("\n");
  };
  const detail = (await lines(row.detail)).join(`\n${indent}`);
  const hint = row.hint === null ? [] : await lines(`hint: ${row.hint}`);
  return [
    `${paint(mark, tone)} ${row.check.padEnd(NAME_WIDTH)} ${detail}\n`,
    ...hint.map((line) => `${indent}${paint(line, "label")}\n`),
  ].join("");
}
