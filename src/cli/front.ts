import { fstatSync, writeSync } from "node:fs";
import { VERSION } from "../base/version.js";
import { COMMON_OPTIONS, COMMON_OPTIONS_HEADING } from "../command/common-options.js";
import { type HelpPart, helpWidth, layOutHelp } from "../command/help-layout.js";
import { flagsText, helpText } from "../command/option.js";
import { root } from "../command/root.js";
import { commandTree } from "../commands/tree.js";

/**
 * Answers `carry --help` and `carry --version` without loading the parser and the commands.
 * @param word the only word of the line
 * @returns false when writing failed: the caller then runs the program, which reports the error
 */
export function answer(word: string): boolean {
  try {
    const isVersion = root.version.flags.split(", ").includes(word);
    write(isVersion ? `${VERSION}\n` : helpOfRoot(helpWidth(columns())));
    return true;
  } catch {
    return false;
  }
}

/** Returns the help page of `carry` itself, the same as commander's. */
export function helpOfRoot(width: number): string {
  const groups = [...new Set(commandTree.map(({ group }) => group))];
  const parts: HelpPart[] = [
    { title: "Usage:", lines: [root.usage] },
    ...groups.map((group) => ({
      title: `${group ?? "Commands"}:`,
      entries: commandTree
        .filter((entry) => entry.group === group)
        .map(({ name, summary }) => ({ term: name, description: summary })),
    })),
    {
      title: "Options:",
      entries: [root.version, root.help].map(({ flags, description }) => ({
        term: flags,
        description,
      })),
    },
    {
      title: COMMON_OPTIONS_HEADING,
      entries: Object.entries(COMMON_OPTIONS).map(([key, option]) => ({
        term: flagsText(key, option),
        description: helpText(option),
      })),
    },
  ];
  return `${layOutHelp(root.description, parts, width)}${root.after}\n`;
}

/** Returns the terminal's width. Avoids `process.stdout` otherwise, whose start takes 2 to 5 ms. */
function columns(): number | undefined {
  const mayBeTerminal = process.platform === "win32" || fstatSync(1).isCharacterDevice();
  if (!mayBeTerminal) return undefined;
  return process.stdout.columns || undefined; // 0 when the size is unknown
}

function write(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
