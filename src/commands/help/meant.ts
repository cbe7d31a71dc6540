import { nearestTo } from "../../output/text/words.js";
import type { CommandSpec } from "../../run/define.js";
import { REMOVED_COMMANDS } from "./removed.js";
import { TOPICS } from "./topics.js";

/** What can be typed after `carry`: a command, or `help` with a topic. */
interface Call {
  /** The words above it. */
  readonly path: string;
  /** Its name, then its aliases. */
  readonly names: readonly string[];
  /** Whether it only holds other commands. */
  readonly isGroup: boolean;
  readonly isShort: boolean;
}

/**
 * Returns the commands that were probably meant by words that name none: those with the name of the first
 * unknown word, else that with the nearest name, of the same group if it has one.
 * @returns what to type after `carry`, such as `positions list`; empty when nothing is near
 */
export function meantCalls(words: readonly string[], commands: readonly CommandSpec[]): string[] {
  const topics = Object.keys(TOPICS).map((name) => callOf("help", [name]));
  const calls = [...callsOf(commands), ...topics];
  const known = [2, 1].find((count) => atWords(calls, words.slice(0, count)) !== undefined) ?? 0;
  const above = words.slice(0, known);
  const [word = ""] = words.slice(known);
  if (word === "version") return ["--version"];
  if (word === "help") return [[...above, "--help"].join(" ")];
  const long = calls.filter(({ isShort }) => !isShort);
  const called = long.filter(({ names }) => names.includes(word));
  if (called.length > 0) return called.map(lineOf);
  if (known > 0 && atWords(calls, above)?.isGroup !== true) return []; // its arguments are wrong
  const below = calls.filter(({ path }) => path === above.join(" "));
  const near = nearest(word, below) ?? nearest(word, long);
  return near === undefined ? [] : [lineOf(near)];
}

/** Returns what replaces a removed command. @param words behind `carry`, the name first */
export function insteadOf([first = "", second = ""]: readonly string[]): string | undefined {
  const isGroup = Object.keys(REMOVED_COMMANDS).some((it) => it.startsWith(`${first} `));
  return REMOVED_COMMANDS[isGroup ? `${first} ${second}` : `positions ${first}`];
}

/** Asks whether one of several texts was meant. */
export function didYouMean(texts: readonly string[]): string {
  return `did you mean ${texts.map((it) => `\`${it}\``).join(" or ")}?`;
}

function nearest(word: string, calls: readonly Call[]): Call | undefined {
  const name = nearestTo(
    word,
    calls.flatMap(({ names }) => names),
  );
  return name === undefined ? undefined : calls.find(({ names }) => names.includes(name));
}

function callsOf(commands: readonly CommandSpec[], path = ""): Call[] {
  return commands.flatMap(({ name, aliases = [], shortFor, run, commands: own = [] }) => [
    callOf(path, [name, ...aliases], run === undefined, shortFor !== undefined),
    ...callsOf(own, `${path} ${name}`.trim()),
  ]);
}

function callOf(path: string, names: readonly string[], isGroup = false, isShort = false): Call {
  return { path, names, isGroup, isShort };
}

function atWords(calls: readonly Call[], words: readonly string[]): Call | undefined {
  const path = words.slice(0, -1).join(" ");
  return calls.find((it) => it.path === path && it.names.includes(words.at(-1) ?? ""));
}

function lineOf({ path, names: [name] }: Call): string {
  return `${path} ${name}`.trim();
}
