import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isInstalled } from "../support/needs.js";
import { type Shell, startShell } from "../support/shells.js";
import {
  ALIASES,
  BEHIND,
  type Case,
  COMMANDS,
  KNOWN,
  ODD,
  OPTIONS,
  type ShellName,
  VALUES,
} from "./cases.js";
import { type Computer, furnish } from "./computer.js";
import { oddProgram } from "./odd-program.js";
import type { Setup } from "./setups.js";
import { ASK_STAND_IN, standIn } from "./stand-in.js";

/** Tests a shell with the completions of the real program, and of the odd one. */
export function describeShell(setup: Setup): void {
  const { title, shell, kind, install, alias } = setup;
  const start = (computer: Computer, script: string) =>
    startShell(kind, computer.home, install(computer.home, script), computer.env);
  const isHere = isInstalled(shell, ["-c", "exit 0"], "its completion was");
  describe.skipIf(!isHere)(`completion in ${title}`, () => {
    const cases = [...COMMANDS, ...OPTIONS, ...VALUES, ...KNOWN, ...ALIASES, ...BEHIND];
    const presses = pressing(cases, shell, async (computer) => {
      const started = await start(computer, setup.script);
      await started.complete("carry pos");
      await started.run(alias);
      return started;
    });
    it("was tested with at least forty completions", () => {
      expect(presses()).toBe(cases.length);
      expect(presses()).toBeGreaterThanOrEqual(40);
    });
    describe("of a program with odd words", () => {
      let end = () => {};
      afterAll(() => end());
      const startOdd = (computer: Computer) => {
        writeFileSync(join(computer.home, "some-file.txt"), "");
        end = standIn(computer.home, oddProgram);
        return start(computer, setup.script);
      };
      pressing(ODD, shell, startOdd, ASK_STAND_IN);
    });
    it("passes nothing before the program's name", async () => {
      const computer = furnish();
      onTestFinished(() => computer.remove());
      const started = await start(computer, setup.script);
      onTestFinished(() => started.close());
      await started.complete("carry pos");
      for (const line of ["K=secret-key carry", "env K=secret-key carry"]) {
        const before = computer.calls().length;
        expect((await started.complete(`${line} pos`)).line).toBe(`${line} positions |`);
        const asked = computer.calls().slice(before);
        expect(asked.length).toBeGreaterThan(0);
        expect(asked.join("\n")).not.toContain("secret-key");
      }
    });
    it.each(NO_ANSWERS)("is silent about a carry that %s", async (_, stub) => {
      const computer = furnish();
      onTestFinished(() => computer.remove());
      const carry = join(computer.home, "bin", "carry");
      rmSync(carry);
      if (stub !== undefined) writeFileSync(carry, `#!/bin/sh\n${stub}\n`, { mode: 0o755 });
      const started = await start(computer, setup.script);
      onTestFinished(() => started.close());
      for (const line of ["carry --profile ma", "carry pos"]) {
        const done = await started.complete(line);
        expect(done).toEqual({ ...done, line: `${line}|`, offered: [] });
        expect(done.screen).not.toMatch(COMPLAINT);
        expect(existsSync(join(computer.home, "pwned"))).toBe(false);
      }
    });
  });
}

/** Answers of a `carry` that is broken, or of another version than the script. */
const NO_ANSWERS = [
  ["is missing", undefined],
  ["fails", "echo boom >&2; exit 3"],
  ["is older and knows nothing of it", ":"],
  ["answers in the next version", "printf 'carry 2 values\\n\\npositions\\tboom\\nmain\\tboom\\n'"],
  ["answers in version 10", "printf 'carry 10 values\\n\\npositions\\tboom\\nmain\\tboom\\n'"],
  ["answers as one did before there were versions", "printf 'positions\\tboom\\nmain\\tboom\\n'"],
  ["is another program", "echo 'usage: boom [positions] $(touch pwned)'"],
] as const;

/** Error messages of shells. */
const COMPLAINT =
  /not found|\b[Uu]nknown (?:command|option|variable|function)|bad substitution|syntax error|boom|_carry|(bash|zsh|fish): /;

/**
 * Adds one test per case, all in one shell.
 * @returns the number of TAB presses
 */
function pressing(
  cases: readonly Case[],
  name: ShellName,
  start: (computer: Computer) => Promise<Shell>,
  answering?: string,
): () => number {
  let computer: Computer;
  let shell: Shell;
  let presses = 0;
  beforeAll(async () => {
    computer = furnish(undefined, answering);
    shell = await start(computer);
  });
  afterAll(() => {
    shell?.close();
    computer?.remove();
  });
  it.each(cases)("completes $what: $line", async (it) => {
    const before = computer.calls().length;
    const done = await shell.complete(it.line, it.back);
    presses++;
    const words = done.offered.map(lastPart);
    const becomes = typeof it.becomes === "object" ? it.becomes[name] : it.becomes;
    expect(done.screen).not.toMatch(COMPLAINT);
    expect(done.line).toBe(becomes ?? done.line);
    for (const word of it.offers ?? []) expect(words).toContain(lastPart(word));
    for (const word of it.hides ?? []) expect(words).not.toContain(lastPart(word));
    for (const text of it.shows ?? []) expect(done.screen).toContain(text);
    const asked = computer.calls().slice(before);
    for (const line of asked) expect(line).toMatch(new RegExp(`^__complete 1 ${name} `));
    expect(existsSync(join(computer.home, "pwned"))).toBe(false);
  });
  return () => presses;
}

/** Removes the common prefix from a candidate, which some shells list. */
function lastPart(word: string): string {
  return word.replace(/^.*[=,:]/s, "");
}
