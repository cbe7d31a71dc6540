import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { CARRY } from "./bundle.js";
import { finish } from "./process.js";

/** The scripts that docs/scripting.md and docs/recipes.md show. */
export const SCRIPTS = fileURLToPath(new URL("../scripts/", import.meta.url));

/** Variables of a script for which nothing answers at the service's address. */
export const DOWN = { CARRY_BASE_URL: "http://127.0.0.1:1", CARRY_RETRIES: "0" };

type Env = Readonly<Record<string, string>>;
type Finished = Awaited<ReturnType<typeof finish>>;

/** An empty directory that scripts are run in, with the built `carry` in the PATH. */
export interface Desk {
  /** The directory. */
  readonly place: string;
  /** The directory of `carry` itself, a file that only runs the built one. */
  readonly bin: string;
  /** Starts a program, in a process group of its own. */
  start(program: string, argv: readonly string[], env?: Env): ChildProcess;
  /** Runs a program to its end. */
  run(program: string, argv: readonly string[], env?: Env): Promise<Finished>;
  /** Runs a script of {@link SCRIPTS} to its end. */
  script(name: string, env?: Env): Promise<Finished>;
  read(name: string): string;
}

/** Makes a directory with a `carry` that runs the built one. @returns its path */
export function binWithCarry(place: string): string {
  const bin = join(place, ".bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "carry"), `#!/bin/sh\nexec "${process.execPath}" "${CARRY}" "$@"\n`);
  chmodSync(join(bin, "carry"), 0o755);
  return bin;
}

/** Makes a directory for one test, whose scripts get these variables. */
export function deskForTest(variables: Env): Desk {
  const place = mkdtempSync(join(tmpdir(), "carry-script-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const bin = binWithCarry(place);
  const PATH = [bin, "/usr/local/bin:/usr/bin:/bin", process.env.PATH].join(":");
  const start = (program: string, argv: readonly string[], env: Env = {}) =>
    spawn(program, argv, {
      cwd: place,
      env: { PATH, HOME: place, LANG: "C.UTF-8", ...variables, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
  const run = (program: string, argv: readonly string[], env: Env = {}) =>
    finish(start(program, argv, env));
  return {
    place,
    bin,
    start,
    run,
    script: (name, env) => run(join(SCRIPTS, name), [], env),
    read: (name) => readFileSync(join(place, name), "utf8"),
  };
}
