/*
 * Runs tests on the newer versions of Node that carry supports. Prints which versions were not tested:
 * on other platforms than Linux, or when the registry does not answer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOf } from "./node-of.mjs";

const FUNCTIONS = ["--project", "functions"];
const COMMANDS = ["--project", "commands"];
const PROCESSES = [
  ...["--project", "processes"],
  ...["test/bundle", "test/library", "test/package-library", "test/storage"],
  ...["test/terminal/v8", "test/faults/faults", "test/faults/terminated"],
];

/**
 * What is run on each: arguments of vitest, once for each list. Commands in memory, which take most of the
 * time and differ least between versions, run on the newest; the workflow runs them on all (.github/).
 */
const RUNS = {
  22: [FUNCTIONS, PROCESSES],
  24: [[...FUNCTIONS, ...COMMANDS], PROCESSES],
};

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/** Reports whether all runs of a version succeed with a Node. */
function succeedsOn(node, version) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const runs = RUNS[version].map((argv) =>
    spawnSync(node, [vitest, "run", ...argv], { cwd: root, stdio: "inherit", env }),
  );
  return runs.every(({ status }) => status === 0);
}

for (const version of Object.keys(RUNS)) {
  const node = nodeOf(version);
  if (node === undefined) {
    process.stdout.write(`Node ${version}: not tested, its binary is not available\n`);
    continue;
  }
  process.stdout.write(`Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}:\n`);
  if (!succeedsOn(node, version)) process.exitCode = 1;
}
