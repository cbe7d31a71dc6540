import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the text of a file of the project, by its path from the root. */
export const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");

/** README.md and the pages of docs, by their paths from the root. */
export const PAGES: readonly string[] = [
  "README.md",
  ...readdirSync(`${ROOT}docs`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .map((path) => `docs/${path.replaceAll("\\", "/")}`)
    .sort(),
];

/** A block of code below a comment that names the file with its text. */
const FROM_FILE = /^<!-- (\S+) -->\n```(\w+)\n[\s\S]*?^```\n/gm;

/** Returns the files that a page shows, by their paths from the root. */
export function filesIn(page: string): readonly string[] {
  return [...page.matchAll(FROM_FILE)].map(([, path = ""]) => path);
}

/** Returns the page with the present text of each file that it shows. */
export function withFiles(page: string): string {
  return page.replaceAll(
    FROM_FILE,
    (_block, path: string, language: string) =>
      `<!-- ${path} -->\n\`\`\`${language}\n${textOf(path).trimEnd()}\n\`\`\`\n`,
  );
}

/** Returns the page with the present output of each command line of its `console` blocks. */
export async function withOutputs(
  page: string,
  outputOf: (line: string) => Promise<string>,
): Promise<string> {
  const parts = page.split(/(^```console\n[\s\S]*?^```\n)/m);
  for (const [index, part] of parts.entries()) {
    if (!part.startsWith("```console")) continue;
    const shown: string[] = [];
    for (const [, line = ""] of part.matchAll(/^\$ (.*)$/gm)) {
      const output = (await outputOf(line)).trimEnd();
      shown.push(`$ ${line}\n${output === "" ? "" : `${output}\n`}`);
    }
    parts[index] = `\`\`\`console\n${shown.join("\n")}\`\`\`\n`.replaceAll(/[ \r]+$/gm, "");
  }
  return parts.join("");
}

/** A picture of a terminal below its command line. */
export interface PagePicture {
  readonly line: string;
  /** Text for those who do not see it. */
  readonly description: string;
  /** From the root of the project. */
  readonly path: string;
}

/** Returns the pictures that a page in the root shows below a command line. */
export function picturesIn(page: string): readonly PagePicture[] {
  const pictures = page.matchAll(/^```sh\n(carry .*)\n```\n\n!\[([^\]]*)\]\((\S+\.svg)\)$/gm);
  return [...pictures].map(([, line = "", description = "", path = ""]) => ({
    line,
    description: description.replaceAll("\n", " "),
    path,
  }));
}

/** Returns the words of a command line that quotes with ' only. */
export function wordsOf(line: string): readonly string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

/** Sets a variable: `NAME=value`. */
export const ASSIGNMENT = /^(\w+)=(.*)$/;

/** Returns the variables that words set. */
export function assignmentsIn(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => ASSIGNMENT.exec(word)?.slice(1) ?? []));
}

/** Returns the variables that README.md sets before its samples: the sandbox, and its clock. */
export function sandboxVariables(): Record<string, string> {
  const [, line = ""] = /^\$ export (.*CARRY_SANDBOX_AT.*)$/m.exec(textOf("README.md")) ?? [];
  return assignmentsIn(wordsOf(line));
}
