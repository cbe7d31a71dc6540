import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { isInstalled } from "../support/needs.js";
import { type Shell, startShell } from "../support/shells.js";
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
import { oddProgram } from "./odd-program.js";
import type { Setup } from "./setups.js";

/** Describes a shell with the completions of the real program, and with those of the odd one. */
export function describeShell(setup: Setup): void {
  const { title, shell, kind, install, alias } = setup;
  const start = (computer: Computer, script: string) =>
    startShell(kind, computer.home, install(computer.home, script), computer.env);
  const isHere = isInstalled(shell, ["-c", "exit 0"], "its completion was");
  describe.skipIf(!isHere)(`completion in ${title}`, () => {
    const cases = [...COMMANDS, ...OPTIONS, ...VALUES, ...KNOWN, ...ALIASES];
    const presses = pressing(cases, shell, async (computer) => {
      const started = await start(computer, setup.script);
      await started.complete("carry pos");
      await started.run(alias);
      return started;
    });
    it("was asked for forty completions at least", () => {
      expect(presses()).toBe(cases.length);
      expect(presses()).toBeGreaterThanOrEqual(40);
    });
    describe("of a program with odd words", () => {
      pressing(ODD, shell, (computer) => {
        writeFileSync(join(computer.home, "some-file.txt"), "");
        return start(computer, setup.scriptOf(oddProgram));
      });
    });
    it("is silent about a carry that is missing, and about one that fails", async () => {
      const computer = furnish();
      onTestFinished(() => computer.remove());
      const carry = join(computer.home, "bin", "carry");
      rmSync(carry);
      const started = await start(computer, setup.script);
      onTestFinished(() => started.close());
      const line = "carry --profile ma";
      const missing = await started.complete(line);
      expect(missing).toEqual({ ...missing, line: `${line}|`, offered: [] });
      expect(missing.screen).not.toMatch(COMPLAINT);
      writeFileSync(carry, "#!/bin/sh\necho boom >&2\nexit 3\n", { mode: 0o755 });
      await started.run("true");
      const failing = await started.complete(line);
      expect(failing).toEqual({ ...failing, line: `${line}|`, offered: [] });
      expect(failing.screen).not.toMatch(COMPLAINT);
    });
  });
}

/** What a shell says when something is wrong. */
const COMPLAINT =
  /not found|[Uu]nknown|bad substitution|syntax error|boom|_carry|(bash|zsh|fish): /;

/**
 * One test for each case, all in one shell.
 * @returns how often TAB was pressed so far
 */
function pressing(
  cases: readonly Case[],
  name: ShellName,
  start: (computer: Computer) => Promise<Shell>,
): () => number {
  let computer: Computer;
  let shell: Shell;
  let presses = 0;
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
    presses++;
    const words = done.offered.map(lastPart);
    const becomes = typeof it.becomes === "object" ? it.becomes[name] : it.becomes;
    expect(done.screen).not.toMatch(COMPLAINT);
    expect(done.line).toBe(becomes ?? done.line);
    for (const word of it.offers ?? []) expect(words).toContain(lastPart(word));
    for (const word of it.hides ?? []) expect(words).not.toContain(lastPart(word));
    for (const text of it.shows ?? []) expect(done.screen).toContain(text);
    const asked = computer.calls().slice(before);
    expect(asked.length > 0).toBe(it.asks === true);
    for (const line of asked) expect(line).toMatch(/^__complete /);
    expect(existsSync(join(computer.home, "pwned"))).toBe(false);
  });
  return () => presses;
}

/** A candidate without what stands before it in the word: shells list it with or without. */
function lastPart(word: string): string {
  return word.replace(/^.*[=,:]/s, "");
}
