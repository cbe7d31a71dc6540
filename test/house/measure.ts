import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { keyedOptions } from "../../src/cli/commander-options.js";
import { loadAllCommands } from "../../src/commands/load.js";
import { COMMON_OPTIONS } from "../../src/run/common-options.js";
import type { CommandSpec } from "../../src/run/define.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Words with which code says that a figure is in doubt; DESIGN: two rooms alone are to know them. */
const DOUBT = /unchecked|stale|ageUnknown|grossShare|\babout\b|\bbound\b/;

/** What test/house/budget.json limits. */
export interface Budget {
  /** Lines of TypeScript by room of src. */
  readonly src: Readonly<Record<string, number>>;
  /** Lines of TypeScript of test. */
  readonly test: number;
  /** Words of all Markdown outside src. */
  readonly words: number;
  /** Commands that run, without short forms. */
  readonly commands: number;
  /** Names of options, those of every command among them. */
  readonly options: number;
  /** Files outside figures and output whose code says a word of doubt. */
  readonly doubt: number;
}

function filesBelow(directory: string, ending: string): readonly string[] {
  return readdirSync(`${ROOT}${directory}`, { recursive: true, encoding: "utf8" })
    .map((path) => `${directory}/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(ending));
}

const textOf = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");
const linesOf = (path: string): number => textOf(path).split("\n").length - 1;
const wordsOf = (path: string): number => textOf(path).split(/\s+/).filter(Boolean).length;

function sumOf(paths: readonly string[], count: (path: string) => number): number {
  return paths.reduce((sum, path) => sum + count(path), 0);
}

/** Returns the lines of code that no comment begins. */
function codeOf(path: string): string {
  return textOf(path)
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/^\s*\/\/.*$/gm, "");
}

function leavesOf(commands: readonly CommandSpec[]): readonly CommandSpec[] {
  return commands.flatMap((command) => {
    const { run, shortFor, commands: below = [] } = command;
    const own = run !== undefined && shortFor === undefined ? [command] : [];
    return [...own, ...leavesOf(below)];
  });
}

/** Measures the project. */
export async function measured(): Promise<Budget> {
  const sources = filesBelow("src", ".ts");
  const rooms = [...new Set(sources.map((path) => path.split("/")[1] ?? ""))].sort();
  const inRoom = (room: string) => sources.filter((path) => path.startsWith(`src/${room}/`));
  const pages = [
    ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
    ...["docs", "bench", "tools", "test", "completions"].flatMap((it) => filesBelow(it, ".md")),
  ];
  const leaves = leavesOf(await loadAllCommands());
  const options = leaves.flatMap(({ options: own = {} }) => keyedOptions(own));
  const flags = [...keyedOptions(COMMON_OPTIONS), ...options].map(({ option }) => option.long);
  const isShown = (path: string) => /^src\/(figures|output)\//.test(path);
  return {
    src: Object.fromEntries(rooms.map((room) => [room, sumOf(inRoom(room), linesOf)])),
    test: sumOf(filesBelow("test", ".ts"), linesOf),
    words: sumOf(
      pages.filter((path) => !path.includes("node_modules")),
      wordsOf,
    ),
    commands: leaves.length,
    options: new Set(flags).size,
    doubt: sources.filter((path) => !isShown(path) && DOUBT.test(codeOf(path))).length,
  };
}
