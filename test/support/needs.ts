import { spawnSync } from "node:child_process";

/** Whether a program can be run here, with arguments that make it do nothing. */
export function runs(program: string, ...argv: readonly string[]): boolean {
  return spawnSync(program, argv, { stdio: "ignore" }).status === 0;
}

/** The same; under CI, where a missing one would hide tests, that is a failure of the run. */
export function isInstalled(program: string, argv: readonly string[], untested: string): boolean {
  if (runs(program, ...argv)) return true;
  if (process.env.CI === "true") throw new Error(`${program} is missing; .ci/run installs it`);
  process.stderr.write(`${program} is not installed: ${untested} not tested\n`);
  return false;
}
