import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startShell } from "../support/shells.js";
import type { Computer } from "./computer.js";
import { INJECTED } from "./hostile.js";
import type { Setup } from "./setups.js";

/** Keys for completion in a shell, and its differences from the others. */
export interface Habits {
  readonly keys: readonly string[];
  /** Settings, as a line to run first. */
  readonly settings?: string;
  /** Values that the shell inserts differently, without running anything. */
  readonly inexact?: RegExp;
  /** Tests one of this many cases, to save time; all when omitted. */
  readonly oneOf?: number;
}

export const QUOTES = ["", "'", '"'] as const;

/** A command line up to the value to complete. */
export interface Start {
  readonly line: string;
  /** The last argument so far. */
  readonly argument: string;
}

/** A computer with a shell, and the effect of Enter. */
export interface Desk {
  readonly computer: Computer;
  /** Presses keys and Enter after a line. */
  press(line: string, keys: string): Promise<Outcome>;
  close(): void;
}

export interface Outcome {
  /** The line on which Enter was pressed. */
  readonly line: string;
  /** The arguments of every `carry` that was run. */
  readonly ran: readonly (readonly string[])[];
  /** Whether a hostile value has run a command. */
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

/** Reports whether one `carry` was run with this last argument. */
export function wasGiven(argument: string, { ran }: Outcome, { shell }: Setup): boolean {
  const [only, ...others] = ran;
  const last = only?.at(-1);
  // zsh keeps a comma after a value of a list if a quote was open.
  return others.length === 0 && (last === argument || (shell === "zsh" && last === `${argument},`));
}

/** Returns one of this many items, by an offset. */
export function some<T>(items: readonly T[], oneOf: number, offset: number): T[] {
  return items.filter((_, index) => index % oneOf === offset % oneOf);
}
