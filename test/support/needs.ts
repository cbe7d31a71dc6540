import { spawnSync } from "node:child_process";

/** Reports whether a program can be run here, with arguments that have no effect. */
export function runs(program: string, ...argv: readonly string[]): boolean {
  return spawnSync(program, argv, { stdio: "ignore" }).status === 0;
}

/** Does the same; throws under CI, where a missing program would hide tests. */
export function isInstalled(program: string, argv: readonly string[], untested: string): boolean {
  if (runs(program, ...argv)) return true;
  if (process.env.CI === "true") throw new Error(`${program} is missing; .ci/run installs it`);
  process.stderr.write(`${program} is not installed: ${untested} not tested\n`);
  return false;
}
