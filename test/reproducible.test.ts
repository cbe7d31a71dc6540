import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../", import.meta.url));

/** What the build reads, beside what is installed. */
const READ = [
  "bin",
  "completions",
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

it.skipIf(process.platform === "win32")(
  "a build in another directory gives the same files, byte for byte",
  () => {
    const place = mkdtempSync(join(tmpdir(), "carry-build-"));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const other = join(place, "a", "directory of another name");
    mkdirSync(other, { recursive: true });
    execFileSync("cp", ["-R", ...READ.map((name) => join(root, name)), other]);
    // Hard links where the file system has room for them: what is installed is large.
    const installed = join(root, "node_modules");
    try {
      execFileSync("cp", ["-al", installed, other], { stdio: "ignore" });
    } catch {
      execFileSync("cp", ["-a", installed, other]);
    }
    execFileSync("npm", ["run", "--silent", "build"], { cwd: other, stdio: "ignore" });
    expect(digests(join(other, "dist"))).toEqual(digests(join(root, "dist")));
  },
  180_000,
);
