import { nearestTo } from "../../output/text/nearest.js";
import type { CommandSpec } from "../../run/define.js";
import { REMOVED_COMMANDS } from "./removed.js";
import { TOPICS } from "./topics.js";

/** What can be typed after `carry`: a command, or `help` with a topic. */
interface Call {
  /** Its words, of which the last may be an alias: `profile`, `rm`. */
  readonly words: readonly string[];
  readonly name: string;
  /** Whether it only holds other commands. */
  readonly isGroup: boolean;
  readonly isShort: boolean;
}

/**
 * Returns the commands that were probably meant by words that name none: those with the first unknown word
 * and most of the others, else those with the nearest name.
 * @returns what to type after `carry`, such as `positions risk`; empty when nothing is near
 */
export function meantCalls(words: readonly string[], commands: readonly CommandSpec[]): string[] {
  const calls = [...callsOf(commands), ...Object.keys(TOPICS).map((it) => callOf(`help ${it}`))];
  const known = [2, 1].find((count) => calls.some((it) => isAt(it, words, count))) ?? 0;
  const [word = ""] = words.slice(known);
  if (word === "version") return ["--version"];
  if (word === "help") return [[...words.slice(0, known), "--help"].join(" ")];
  const long = calls.filter(({ isShort }) => !isShort);
  const below = calls.filter((it) => startsWith(it.words, words.slice(0, known)));
  const isInGroup = known === 0 || calls.some((it) => it.isGroup && isAt(it, words, known));
  const rest = (it: Call) => it.words.slice(known).join(" ");
  const found = [
    calledBy(words, word, long),
    nearest(words.slice(known, known + 2).join(" "), below, rest),
    nearest(word, below, rest),
    isInGroup ? nearest(word, long, lastOf) : [],
  ];
  return [...new Set(found.find(({ length }) => length > 0)?.map(({ name }) => name))];
}

/** Groups of removed commands. */
const GROUPS = new Set(Object.keys(REMOVED_COMMANDS).map((it) => it.split(" ")[0] ?? ""));

/** Returns what replaces a removed command. @param words behind `carry`, the name first */
export function insteadOf(words: readonly string[]): string | undefined {
  const [word = ""] = words;
  const name = GROUPS.has(word) ? words.slice(0, 2).join(" ") : `positions ${word}`;
  return Object.hasOwn(REMOVED_COMMANDS, name) ? REMOVED_COMMANDS[name] : undefined;
}

/** Asks whether one of several texts was meant. */
export function didYouMean(texts: readonly string[]): string {
  return `did you mean ${texts.map((it) => `\`${it}\``).join(" or ")}?`;
}

/** Returns the calls that have a word, end with one that was typed, and share most of those. */
function calledBy(typed: readonly string[], word: string, calls: readonly Call[]): Call[] {
  const named = calls.filter((it) => it.words.includes(word) && typed.includes(lastOf(it)));
  const shared = ({ words }: Call) => words.filter((it) => typed.includes(it)).length;
  const most = Math.max(...named.map(shared));
  return named.filter((it) => shared(it) === most);
}

/** Returns the calls with the text that is nearest to a typed one. */
function nearest(typed: string, calls: readonly Call[], textOf: (call: Call) => string): Call[] {
  const near = nearestTo(typed, calls.map(textOf));
  return near === undefined ? [] : calls.filter((it) => textOf(it) === near);
}

function callsOf(commands: readonly CommandSpec[], path: readonly string[] = []): Call[] {
  return commands.flatMap(({ name, aliases = [], shortFor, run, commands: own = [] }) => [
    ...[name, ...aliases].map((word) => ({
      words: [...path, word],
      name: [...path, name].join(" "),
      isGroup: run === undefined,
      isShort: shortFor !== undefined,
    })),
    ...callsOf(own, [...path, name]),
  ]);
}

function callOf(name: string): Call {
  return { words: name.split(" "), name, isGroup: false, isShort: false };
}

/** Reports whether a call has this number of words, with which the typed ones begin. */
function isAt({ words }: Call, typed: readonly string[], count: number): boolean {
  return words.length === count && startsWith(typed, words);
}

function startsWith(words: readonly string[], first: readonly string[]): boolean {
  return first.every((word, at) => words[at] === word);
}

function lastOf({ words }: Call): string {
  return words.at(-1) ?? "";
}
