import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runShell } from "../support/process.js";

function tempDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-metrics-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

it.skipIf(process.platform === "win32")(
  "metrics --file leaves the old file as it is, and nothing beside it, when the disk is full",
  async () => {
    const path = join(tempDirectory(), "carry.prom");
    writeFileSync(path, "old\n");
    // A file may have one block, which a page exceeds, as on a full disk.
    const { code, stderr } = await runShell(
      `ulimit -f 1; carry metrics --profile sandbox -q --file "${path}"`,
    );
    expect([code, stderr]).toEqual([
      9,
      expect.stringMatching(/^error: cannot write \/.+\nhint: check the free space/),
    ]);
    expect(readFileSync(path, "utf8")).toBe("old\n");
    expect(readdirSync(join(path, ".."))).toEqual(["carry.prom"]);
  },
);
