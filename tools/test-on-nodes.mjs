/*
 * Runs tests on the newer versions of Node that carry supports. Prints which versions were not tested:
 * on other platforms than Linux, or when the registry does not answer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeOf } from "./node-of.mjs";

const VERSIONS = ["22", "24"];

/**
 * What is run on each, once for each list: functions; what starts the built program; and each command in
 * each format, whose bytes are those stored. The workflow runs everything on all versions (.github/).
 */
const RUNS = [
  ["--project", "functions"],
  [
    ...["--project", "processes"],
    ...["test/bundle", "test/library", "test/package-library", "test/storage", "test/outputs"],
    ...["test/terminal/v8", "test/faults/faults", "test/faults/terminated"],
  ],
];

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/** Reports whether all runs of a version succeed with a Node. */
function succeedsOn(node) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const runs = RUNS.map((argv) =>
    spawnSync(node, [vitest, "run", ...argv], { cwd: root, stdio: "inherit", env }),
  );
  return runs.every(({ status }) => status === 0);
}

for (const version of VERSIONS) {
  const node = nodeOf(version);
  if (node === undefined) {
    process.stdout.write(`Node ${version}: not tested, its binary is not available\n`);
    continue;
  }
  process.stdout.write(`Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}:\n`);
  if (!succeedsOn(node)) process.exitCode = 1;
}
