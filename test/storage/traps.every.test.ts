import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ProgramError } from "../../src/base/program-error.js";
import { SOURCES, type Source, writeSource } from "./sources.js";
import { TRAPS } from "./traps.js";

const isRoot = process.geteuid?.() === 0;
const isLinux = process.platform === "linux";
const settable = TRAPS.filter(
  ({ forRoot, forLinux }) => (isRoot || !forRoot) && (isLinux || !forLinux),
);

function written(source: Source): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-traps-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return writeSource(source, directory);
}

describe.skipIf(process.platform === "win32").each(SOURCES)("$name", (source) => {
  it("is read where only the user can write", async () => {
    expect(await source.used(written(source))).toBe(true);
  });

  it.each(settable.filter((it) => source.isKey === true || it.forKeys !== true))(
    "is not read where there is $name, and an error names it",
    async (trap) => {
      const path = written(source);
      await trap.set(path);
      const result = await Promise.resolve()
        .then(() => source.used(path))
        .catch((error: unknown) => error);
      if (result !== false) {
        expect(result).toBeInstanceOf(ProgramError);
        expect((result as Error).message).toContain(basename(path));
      }
    },
  );
});
