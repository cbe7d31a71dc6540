import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { withoutNodeOptions } from "./node-options.js";

/** Resource in which Node looks for an embedded program. Source: Node's docs, single executables. */
const RESOURCE = "NODE_SEA_BLOB";
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const POSTJECT = createRequire(import.meta.url).resolve("postject/dist/cli.js");

/**
 * Builds `carry`, or `carry.exe`, from `carry.cjs` and the Node that runs this.
 * @param directory directory of `carry.cjs`, and of the result
 */
export function makeExecutable(directory: string): void {
  const file = (name: string) => join(directory, name);
  const executable = file(process.platform === "win32" ? "carry.exe" : "carry");
  const isMac = process.platform === "darwin";
  const node = file("node");
  writeFileSync(node, withoutNodeOptions(readFileSync(process.execPath)), { mode: 0o755 });
  if (isMac) runQuietly("codesign", ["--remove-signature", node]);
  const settings = {
    main: file("carry.cjs"),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgvExtension: "none", // ignores NODE_OPTIONS, in Node 24.9 and later
  };
  const sea = (option: string, more: object) => {
    writeFileSync(file("sea.json"), JSON.stringify({ ...settings, ...more }));
    runQuietly(process.execPath, [option, file("sea.json")]);
  };
  const isBuilder = execFileSync(process.execPath, ["--help"]).includes("--build-sea"); // Node 25.5
  if (isBuilder) {
    sea("--build-sea", { executable: node, output: executable });
  } else {
    sea("--experimental-sea-config", { output: file("carry.blob") });
    renameSync(node, executable);
    runQuietly(process.execPath, [
      ...[POSTJECT, executable, RESOURCE, file("carry.blob"), "--sentinel-fuse", FUSE],
      ...(isMac ? ["--macho-segment-name", "NODE_SEA"] : []),
    ]);
  }
  if (isMac) runQuietly("codesign", ["--sign", "-", executable]);
  appendFileSync(file("THIRD-PARTY-LICENSES.txt"), licenceOfNode());
  for (const name of ["carry.cjs", "carry.blob", "sea.json", "node"]) {
    rmSync(file(name), { force: true });
  }
}

/** Returns the licence of Node, which the file contains: beside its binary or above it, if present. */
function licenceOfNode(): string {
  const { version } = process;
  const directory = dirname(process.execPath);
  const path = [directory, dirname(directory)]
    .map((it) => join(it, "LICENSE"))
    .find((it) => existsSync(it));
  const place = `https://github.com/nodejs/node/blob/${version}/LICENSE`;
  const text = path === undefined ? "" : `\n${readFileSync(path, "utf8")}`;
  return `\n${"-".repeat(80)}\n\nNode.js ${version}\n${place}\n${text}`;
}

/** Runs a program without its output, which the error contains if it fails. */
function runQuietly(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: "pipe" });
}
