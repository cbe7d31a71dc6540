import { visible } from "../../base/safe-text.js";
import { wrapWords } from "../../base/text-width.js";
import { type Fields, own, viewOf } from "../../output/record.js";
import type { View } from "../../output/table/column.js";
import { createPainter, type Look, type Tone } from "../../output/text/look.js";
import type { Context } from "../../run/context.js";
import type { ExitCode } from "../../run/errors/exit-codes.js";
import { exitCodeOf } from "../../run/errors/kinds.js";

/** Result of one check. Contains no secrets, so that it can be attached to a support ticket. */
export interface Finding {
  readonly check: string;
  /** `skip`: the check was impossible or unnecessary; `warn` does not keep carry from working, `fail` does. */
  readonly mark: "ok" | "warn" | "fail" | "skip";
  readonly detail: string;
  readonly hint: string | null;
  /** Exit code of a check that failed. */
  readonly exitCode?: ExitCode;
}

/** Fields of a check. */
export const CHECKED: Fields<Finding> = [
  own("mark", ["ok", "warn", "fail", "skip"], "Result.", { header: "mark" }),
  own("check", "text", "What was checked.", { header: "check", priority: 1 }),
  own("detail", "text", "What was found.", { header: "detail", priority: 2 }),
  own("hint", "text|null", "What to do.", { header: "hint", priority: 3 }),
];

/** View of the checks as columns; a terminal has lines instead. */
export const checksView: View<Finding> = viewOf(CHECKED, { empty: "Nothing was checked." });

export const ok = (check: string, detail: string): Finding => {
  return { check, mark: "ok", detail, hint: null };
};

export const skip = (check: string, detail: string, hint: string | null = null): Finding => {
  return { check, mark: "skip", detail, hint };
};

export const warn = (check: string, detail: string, hint: string): Finding => {
  return { check, mark: "warn", detail, hint };
};

export function fail(check: string, detail: string, hint: string, exitCode: ExitCode): Finding {
  return { check, mark: "fail", detail, hint, exitCode };
}

/** Describes an error as a failed check. @throws if the process is asked to end */
export function failed(context: Context, check: string, error: unknown): Finding {
  context.io.signal.throwIfAborted();
  const failure = context.failureOf(error);
  const { message: detail, hint = null } = failure;
  return { check, mark: "fail", detail, hint, exitCode: exitCodeOf(failure) };
}

const SIGNS: Readonly<Record<Finding["mark"], readonly [sign: string, tone: Tone]>> = {
  ok: ["✓", "plain"],
  warn: ["!", "warning"],
  fail: ["✗", "loss"],
  skip: ["–", "absent"],
};

/** Width of the column of check names. */
const NAME_WIDTH = 12;

/** Formats a check as a line, with a line for its hint, both wrapped to the terminal. */
export async function lineOf(row: Finding, look: Look): Promise<string> {
  const paint = await createPainter(look.color);
  const [sign, tone] = SIGNS[row.mark];
  const mark = look.unicode ? sign : row.mark.padEnd(4);
  const indent = " ".repeat(mark.length + NAME_WIDTH + 2);
  const room = Math.max(20, (look.width ?? Number.POSITIVE_INFINITY) - indent.length);
  const detail = wrapWords(visible(row.detail), room).join(`\n${indent}`);
  const hint = row.hint === null ? [] : wrapWords(visible(`hint: ${row.hint}`), room);
  return [
    `${paint(mark, tone)} ${row.check.padEnd(NAME_WIDTH)} ${detail}\n`,
    ...hint.map((line) => `${indent}${paint(line, "label")}\n`),
  ].join("");
}
