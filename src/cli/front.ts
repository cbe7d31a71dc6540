import { fstatSync, writeSync } from "node:fs";
import { VERSION } from "../base/version.js";
import { commandTree } from "../commands/tree.js";
import { isHigher } from "../output/table/paged.js";
import { helpWidth, root } from "../run/help-layout.js";
import { helpText, rootPage } from "./help-page.js";

/**
 * Answers `carry`, `carry --help` and `carry --version` without loading the parser and the commands.
 * @param word the only word of the line
 * @returns false when the program is to answer: the page is longer than the terminal and needs a
 *   pager, or writing failed, which the program reports
 */
export function answer(word = "--help"): boolean {
  try {
    if (root.version.flags.split(", ").includes(word)) {
      write(`${VERSION}\n`);
      return true;
    }
    const { columns, rows } = terminalSize();
    const page = helpText(rootPage(commandTree), helpWidth(columns));
    if (isHigher(page, rows)) return false;
    write(page);
    return true;
  } catch {
    return false;
  }
}

/** Returns the terminal's size. Avoids `process.stdout` otherwise, whose start takes 2 to 5 ms. */
function terminalSize(): { readonly columns?: number; readonly rows?: number } {
  const mayBeTerminal = process.platform === "win32" || fstatSync(1).isCharacterDevice();
  if (!mayBeTerminal) return {};
  const { columns, rows } = process.stdout;
  return columns ? { columns, rows } : {}; // 0 when the size is unknown
}

function write(text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
}
