import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Word } from "../../src/run/completion-model.js";
import { furnish } from "./computer.js";
import { type Desk, type Habits, QUOTES, type Start, sitDown, some, wasGiven } from "./desk.js";
import { HOSTILE, HOSTILE_FILES } from "./hostile.js";
import { command, option } from "./odd-program.js";
import type { Setup } from "./setups.js";
import { ASK_STAND_IN, standIn } from "./stand-in.js";

const hidden = (kind: "profile" | "asset" | "position-id", list: boolean) =>
  ({ source: { from: "hidden command", kind }, list }) as const;

/** All forms of an argument with a value; tests define the values. */
const PROGRAM = {
  root: command("carry", {
    commands: [
      command("use", {
        options: [
          option("--one", {
            flags: ["--one", "-o"],
            repeatable: true,
            value: hidden("profile", false),
          }),
          option("--list", { repeatable: true, value: hidden("asset", true) }),
          option("--file", { value: { source: { from: "file" }, list: false } }),
        ],
        args: [{ value: hidden("position-id", false), variadic: true }],
      }),
    ],
  }),
  commonOptions: [],
};

const STARTS: readonly Start[] = QUOTES.flatMap((quote) => [
  { line: `carry use --one ${quote}`, argument: "" },
  { line: `carry use --one=${quote}`, argument: "--one=" },
]);

/** Lines that are tested with some of the values. */
const MORE_STARTS: readonly Start[] = [
  ...QUOTES.flatMap((quote) => [
    { line: `carry use -o${quote}z`, argument: "-oz" },
    { line: `carry use ${quote}z`, argument: "z" },
    { line: `carry use x ${quote}`, argument: "" },
    { line: `carry use --list ${quote}b,`, argument: "b," },
    { line: `carry use --list=${quote}b,z`, argument: "--list=b,z" },
  ]),
  { line: 'carry use --list "a\\$b,', argument: "a$b," },
  { line: "carry use --list 'a$b,", argument: "a$b," },
  { line: "carry use --list a\\$b,", argument: "a$b," },
  { line: 'carry use --list "a\\$b\\\\c,', argument: "a$b\\c," },
  { line: "carry use --list '$(pwn),", argument: "$(pwn)," },
  { line: "carry use --list 'a\"b',", argument: 'a"b,' },
];

/** Values that a shell could confuse with each other or with descriptions. */
const ALIKE = [
  { what: "the same", values: ["a1", "a1"] },
  { what: "the same but for case", values: ["a1", "A1"] },
  { what: "the same but for a hyphen", values: ["a-1", "a_1"] },
  { what: "the same but for blanks", values: ["a", "a  "] },
  { what: "different at the end", values: ["a1", "a2"] },
  { what: "wider than the terminal", values: ["x".repeat(600), `${"x".repeat(600)}y`] },
] as const;

/** Tests that a script inserts any value as text. */
export function describeHostileWords(setup: Setup, habits: Habits): void {
  const { keys, inexact = /(?!)/, oneOf = 1 } = habits;
  let desk: Desk;
  /** Values of every kind, most of which the real hidden command would leave out. */
  let known: readonly Word[] = [];
  let end = () => {};
  beforeAll(async () => {
    const computer = furnish(undefined, ASK_STAND_IN);
    end = standIn(computer.home, PROGRAM, () => known);
    desk = await sitDown(computer, setup, habits.settings, setup.script);
  });
  afterAll(() => {
    desk?.close();
    end();
  });

  /** Returns the values that did not reach the program unchanged. */
  async function wrongOnes(start: Start, values: readonly string[]): Promise<object[]> {
    const wrong: object[] = [];
    for (const value of values) {
      const typed = start.line.endsWith("z") ? "z" : "";
      known = [{ value: typed + value, description: "some $(pwn) `pwn`" }];
      const outcome = await desk.press(start.line, "\t");
      const isText = wasGiven(start.argument + value, outcome, setup);
      if (outcome.harm || !(isText || inexact.test(value))) wrong.push({ value, ...outcome });
    }
    return wrong;
  }

  it.each(STARTS)("inserts a value as text behind: $line", async (start) => {
    const values = some(HOSTILE, oneOf, STARTS.indexOf(start));
    expect(await wrongOnes(start, values)).toEqual([]);
  });

  it.each(MORE_STARTS)("inserts some values as text behind: $line", async (start) => {
    const values = some(HOSTILE, 6 * oneOf, MORE_STARTS.indexOf(start));
    expect(await wrongOnes(start, values)).toEqual([]);
  });

  const pressed = keys.flatMap((it) => QUOTES.map((quote) => [it, `carry use --one ${quote}`]));
  it.each(pressed)("runs nothing at %j and Enter behind: %s", async (key = "", line = "") => {
    const wrong: object[] = [];
    const values = HOSTILE.filter((it) => it.includes("pwn"));
    for (const value of some(values, 6 * oneOf, keys.indexOf(key))) {
      for (const offered of [[value], [`${value}1`, `${value}2`], [value, `x${value}`]]) {
        known = offered.map((it) => ({ value: it, description: `${value} description` }));
        const outcome = await desk.press(line, key);
        const inserted = outcome.ran.flat().slice(2);
        const isText = inserted.every((it) => offered.some((one) => one.startsWith(it)));
        if (outcome.harm || !(isText || inexact.test(value))) wrong.push({ offered, ...outcome });
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(ALIKE)("inserts no description where values are $what", async ({ values }) => {
    const wrong: object[] = [];
    const text = values.join(" ").toLowerCase();
    for (const description of ["$(pwn)", "';pwn;\";pwn;"]) {
      known = values.map((it, index) => ({ value: it, description: `${description} ${index}` }));
      for (const [index, key] of some(keys, oneOf, 0).entries()) {
        const quote = description === "$(pwn)" ? '"' : (QUOTES[index % QUOTES.length] ?? "");
        const outcome = await desk.press(`carry use --one ${quote}`, key);
        const inserted = outcome.ran.flat().slice(2);
        const isText = inserted.every((it) => text.includes(it.toLowerCase()));
        if (outcome.harm || !isText) wrong.push({ description, ...outcome });
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(QUOTES)("inserts the name of a file as text behind a quote: %s", async (quote) => {
    const directory = join(desk.computer.home, "files");
    const lasts: (string | undefined)[] = [];
    for (const name of HOSTILE_FILES) {
      mkdirSync(directory);
      writeFileSync(join(directory, name), "");
      for (const start of ["carry use --file ", "carry use --file="]) {
        const { harm, ran } = await desk.press(`${start}${quote}files/`, "\t");
        lasts.push(harm ? "harm" : ran[0]?.at(-1)?.replace("--file=", ""));
      }
      rmSync(directory, { recursive: true });
    }
    expect(lasts).toEqual(HOSTILE_FILES.flatMap((name) => [`files/${name}`, `files/${name}`]));
  });
}
