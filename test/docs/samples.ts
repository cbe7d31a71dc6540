import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import {
  ASSIGNMENT,
  assignmentsIn,
  sandboxVariables,
  textOf,
  withFiles,
  withOutputs,
  wordsOf,
} from "../support/page.js";
import { runShell } from "../support/process.js";
import { binWithCarry } from "../support/scripts.js";

const TERMINAL = { terminal: 100, rows: 40 };
/**
 * Returns a page with the present text of its files and output of its samples. A sample is a line of a
 * `console` block that begins with `$ `; all of a page run one after another in an empty home: `carry`
 * on a terminal of 100 columns and 40 rows, everything with `|`, `>` or `;` in bash.
 */
export async function withSamples(path: string): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "carry-samples-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  binWithCarry(home);
  const variables: Record<string, string> = {
    ...sandboxVariables(),
    PATH: `${join(home, ".bin")}:${process.env.PATH}`,
    HOME: home,
    CARRY_CONFIG_DIR: join(home, ".config/carry"),
    NO_COLOR: "1",
  };
  const outputOf = async (line: string): Promise<string> => {
    const words = wordsOf(line);
    const start = words.findIndex((word) => !ASSIGNMENT.test(word));
    const [program, ...argv] = words.slice(start);
    if (program === "export") Object.assign(variables, assignmentsIn(argv));
    if (program === "unset") for (const name of argv) delete variables[name];
    if (program === "export" || program === "unset") return "";
    const isAlone = program === "carry" && !/[|>;]/.test(line.replaceAll(/'[^']*'/g, ""));
    const { stdout, stderr, code } = isAlone
      ? await carry(argv, {
          ...TERMINAL,
          env: { ...variables, ...assignmentsIn(words.slice(0, start)) },
        })
      : await runShell(`set -o pipefail; unset -f carry; cd; ${line}`, variables);
    expect([line, code, stderr.includes("error:")]).toEqual([line, 0, false]);
    return stdout;
  };
  return withOutputs(withFiles(textOf(path)), outputOf);
}
