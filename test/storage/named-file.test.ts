import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stageNamed } from "../../src/storage/named-file.js";

it("does not replace a pipe or a device by a file, which a path such as /dev/null would lead to", () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-named-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const pipe = join(directory, "pipe");
  execFileSync("mkfifo", [pipe]);
  expect(() => stageNamed(pipe, "text")).toThrow("it is not a regular file");
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(directory)).toEqual(["pipe"]);
});
