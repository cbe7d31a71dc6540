import { fstatSync, writeSync } from "node:fs";
import { VERSION } from "../base/version.js";
import { COMMON_OPTIONS, COMMON_OPTIONS_HEADING } from "../command/common-options.js";
import { flagsText, helpText } from "../command/option.js";
import { root } from "../command/root.js";
import { commandTree } from "../commands/tree.js";
import { type HelpPart, helpWidth, layOutHelp } from "./help-layout.js";

/**
 * Answers `carry --help` and `carry --version` as this process, without loading what reads command
 * lines and runs them.
 * @param word the only word of the line
 * @returns false when nothing could be written: the program goes through it, and tells what is wrong
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

/** The page of `carry` itself, which commander would lay out in the same way. */
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

/** Only a terminal has them; for anything else, `process.stdout` is not worth its 2 to 5 ms. */
function columns(): number | undefined {
  const mayBeTerminal = process.platform === "win32" || fstatSync(1).isCharacterDevice();
  if (!mayBeTerminal) return undefined;
  return process.stdout.columns || undefined; // a terminal that does not know its size says 0
}

function write(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
