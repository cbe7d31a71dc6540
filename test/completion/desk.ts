import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startShell } from "../support/shells.js";
import type { Computer } from "./computer.js";
import { INJECTED } from "./hostile.js";
import type { Setup } from "./setups.js";

/** What a person presses for completion in a shell, and where the shell differs from the others. */
export interface Habits {
  readonly keys: readonly string[];
  /** Settings of theirs, as a line that is run. */
  readonly settings?: string;
  /** Values that the shell does not insert as they are; they run nothing either. */
  readonly inexact?: RegExp;
  /** One of so many cases is tried, to save time; all where it is left out. */
  readonly oneOf?: number;
}

export const QUOTES = ["", "'", '"'] as const;

/** A command line as far as the value to be completed. */
export interface Start {
  readonly line: string;
  /** What the last argument is so far. */
  readonly argument: string;
}

/** A computer with a shell on it, and what Enter does there. */
export interface Desk {
  readonly computer: Computer;
  /** Presses keys and Enter behind a line. */
  press(line: string, keys: string): Promise<Outcome>;
  close(): void;
}

export interface Outcome {
  /** The line on which Enter was pressed. */
  readonly line: string;
  /** The arguments of every `carry` that was run. */
  readonly ran: readonly (readonly string[])[];
  /** A hostile value has run something. */
  readonly harm: boolean;
}

/** Starts a shell that completes by a script. */
export async function sitDown(
  computer: Computer,
  setup: Setup,
  settings: string | undefined,
  script: string,
): Promise<Desk> {
  const { home, env } = computer;
  const pwned = join(home, "pwned");
  writeFileSync(join(home, "bin", INJECTED), `#!/bin/sh\n: > '${pwned}'\n`, { mode: 0o755 });
  const shell = await startShell(setup.kind, home, setup.install(home, script), env);
  if (settings !== undefined) await shell.run(settings);
  return {
    computer,
    async press(line, keys) {
      const entered = await shell.enter(line, keys);
      const harm = existsSync(pwned);
      rmSync(pwned, { force: true });
      const ran = computer.takeRuns();
      return { line: entered, ran, harm };
    },
    close() {
      shell.close();
      computer.remove();
    },
  };
}

/** Whether one `carry` was run, and its last argument was that. */
export function wasGiven(argument: string, { ran }: Outcome, { shell }: Setup): boolean {
  const [only, ...others] = ran;
  const last = only?.at(-1);
  // zsh leaves a comma behind a value of a list where a quote was open.
  return others.length === 0 && (last === argument || (shell === "zsh" && last === `${argument},`));
}

/** One of so many items, another one for each offset. */
export function some<T>(items: readonly T[], oneOf: number, offset: number): T[] {
  return items.filter((_, index) => index % oneOf === offset % oneOf);
}
