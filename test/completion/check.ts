import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isThere, type Kind, type Shell, startShell } from "../support/shells.js";
import {
  ALIASES,
  type Case,
  COMMANDS,
  KNOWN,
  ODD,
  OPTIONS,
  type ShellName,
  VALUES,
} from "./cases.js";
import { type Computer, furnish } from "./computer.js";

/** How a shell comes to its completions: writes files into a home, returns start-up lines. */
export type Install = (home: string, script: string) => string;

/** A script of the package, as a user gets it. */
export function shipped(file: string): string {
  return readFileSync(fileURLToPath(new URL(`../../completions/${file}`, import.meta.url)), "utf8");
}

/** Describes a shell with the completions of the real program, and with those of the odd one. */
export function describeShell(setup: {
  readonly title: string;
  readonly shell: ShellName;
  readonly kind: Kind;
  readonly script: string;
  readonly odd: string;
  readonly install: Install;
  /** A line that makes `c` an alias of `carry`, typed when carry has been completed once. */
  readonly alias: string;
}): void {
  const { title, shell, kind, install, alias } = setup;
  describe.skipIf(!isThere(shell))(`completion in ${title}`, () => {
    const cases = [...COMMANDS, ...OPTIONS, ...VALUES, ...KNOWN, ...ALIASES];
    pressing(cases, shell, async (computer) => {
      const started = await startShell(
        kind,
        computer.home,
        install(computer.home, setup.script),
        computer.env,
      );
      await started.complete("carry pos");
      await started.run(alias);
      return started;
    });
    describe("of a program with odd words", () => {
      pressing(ODD, shell, (computer) => {
        writeFileSync(join(computer.home, "some-file.txt"), "");
        return startShell(kind, computer.home, install(computer.home, setup.odd), computer.env);
      });
    });
  });
}

/** One test for each case, all in one shell. */
function pressing(
  cases: readonly Case[],
  name: ShellName,
  start: (computer: Computer) => Promise<Shell>,
): void {
  let computer: Computer;
  let shell: Shell;
  beforeAll(async () => {
    computer = furnish();
    shell = await start(computer);
  });
  afterAll(() => {
    shell?.close();
    computer?.remove();
  });
  it.each(cases)("completes $what: $line", async (it) => {
    const before = computer.calls().length;
    const done = await shell.complete(it.line, it.back);
    const words = done.offered.map(lastPart);
    const becomes = typeof it.becomes === "object" ? it.becomes[name] : it.becomes;
    expect(done.screen).not.toMatch(/not found|bad |error|_carry|(bash|zsh|fish): /);
    expect(done.line).toBe(becomes ?? done.line);
    for (const word of it.offers ?? []) expect(words).toContain(lastPart(word));
    for (const word of it.hides ?? []) expect(words).not.toContain(lastPart(word));
    const asked = computer.calls().slice(before);
    expect(asked.length > 0).toBe(it.asks === true);
    for (const line of asked) expect(line).toMatch(/^__complete /);
  });
}

/** A candidate without what stands before it in the word: shells list it with or without. */
function lastPart(word: string): string {
  return word.replace(/^.*[=,:]/s, "");
}
