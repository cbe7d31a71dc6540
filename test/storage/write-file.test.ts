import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceFile } from "../../src/base/storage/write-file.js";

const OTHER = 54321;
const isRoot = process.geteuid?.() === 0;

function tempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-replaced-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const write = (path: string) => replaceFile(path, "new\n", 0o644);

describe.skipIf(process.platform === "win32")("a file that carry replaces", () => {
  it("is the one behind a link of the user, which stays a link", () => {
    const directory = tempDirectory();
    const [file, link, chain] = ["file", "link", "chain"].map((it) => join(directory, it));
    if (file === undefined || link === undefined || chain === undefined) throw new Error();
    writeFileSync(file, "old\n");
    symlinkSync("file", link);
    symlinkSync("link", chain);
    write(chain);
    expect(readFileSync(file, "utf8")).toBe("new\n");
    expect([link, chain].map((it) => lstatSync(it).isSymbolicLink())).toEqual([true, true]);
  });

  it("is never a device, a pipe or a directory, which would be lost", () => {
    const directory = tempDirectory();
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    mkdirSync(join(directory, "dir"));
    for (const path of [pipe, join(directory, "dir"), "/dev/null", "/dev/full"]) {
      expect(() => write(path)).toThrow(`cannot write ${path}: it is not a regular file`);
    }
    expect([pipe, "/dev/null", "/dev/full"].map((it) => statSync(it).isFile())).toEqual([
      false,
      false,
      false,
    ]);
    expect(readdirSync(directory).sort()).toEqual(["dir", "pipe"]);
  });

  it.runIf(isRoot)("is not the one to which a link of another user leads", () => {
    const directory = tempDirectory();
    const [mine, link] = ["mine", "carry.prom"].map((it) => join(directory, it));
    if (mine === undefined || link === undefined) throw new Error();
    writeFileSync(mine, "precious\n");
    symlinkSync("mine", link);
    execFileSync("chown", ["-h", String(OTHER), link]);
    expect(() => write(link)).toThrow(
      `cannot write ${link}: it is a symbolic link of another user (uid ${OTHER})`,
    );
    expect(readFileSync(mine, "utf8")).toBe("precious\n");
  });
});
