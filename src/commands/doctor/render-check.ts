import { visible } from "../../base/safe-text.js";
import type { Look } from "../../output/text/look.js";
import { brokenForTerminal } from "../../output/text/messages.js";
import { createPainter, type Tone } from "../../output/text/paint.js";
import type { CheckRow } from "../../views/checks.js";

const SIGNS: Readonly<Record<CheckRow["mark"], readonly [sign: string, tone: Tone]>> = {
  ok: ["✓", "plain"],
  warn: ["!", "warning"],
  fail: ["✗", "loss"],
  skip: ["–", "absent"],
};

/** Width of the column of check names. */
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
