import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Inputs of the build, besides installed packages. */
const READ = [
  "bin",
  "completions",
  "SKILL.md",
  "src",
  "tools",
  "package.json",
  "tsconfig.json",
  "tsup.config.ts",
];

function digests(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      file.slice(directory.length),
      createHash("sha256").update(readFileSync(file)).digest("hex"),
    ]),
  );
}

/** Builds in a separate directory, and returns the digest of each file. */
function built(directory: string): Record<string, string> {
  const place = mkdtempSync(join(tmpdir(), "carry-build-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const clone = join(place, directory);
  mkdirSync(clone, { recursive: true });
  execFileSync("cp", ["-R", ...READ.map((name) => join(root, name)), clone]);
  // Hard links if possible, since the packages are large.
  const installed = join(root, "node_modules");
  try {
    execFileSync("cp", ["-al", installed, clone], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", installed, clone]);
  }
  execFileSync("npm", ["run", "--silent", "build"], { cwd: clone });
  return digests(join(clone, "dist"));
}

it.skipIf(process.platform === "win32")(
  "a build in a directory of another name gives the files of dist, byte for byte",
  () => {
    const here = digests(join(root, "dist"));
    expect(Object.keys(here).length).toBeGreaterThan(10);
    const there = built("directory of another name");
    expect(there, "dist is what npm run build makes of these sources").toEqual(here);
  },
  180_000,
);
