import { spawnSync } from "node:child_process";

/** True when jq can be run; under CI a missing one is a failure of the run. */
export function hasJq(): boolean {
  if (spawnSync("jq", ["--version"]).status === 0) return true;
  if (process.env.CI === "true") throw new Error("jq is missing; .ci/run installs it");
  process.stderr.write("jq is not installed: the README's command lines were not tested\n");
  return false;
}
