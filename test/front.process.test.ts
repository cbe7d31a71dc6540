import { describe, expect, it } from "vitest";
import { carry } from "./support/carry.js";
import { runCarry, runShell } from "./support/process.js";
import { openTerminal } from "./support/pty.js";

const isWindows = process.platform === "win32";

describe("carry, carry --help and carry --version, answered before the program is loaded", () => {
  it.each([[], ["--help"], ["-h"], ["--version"], ["-V"]])(
    "print what the program prints: %s",
    async (...words) => {
      const printed = await runCarry(words);
      expect(printed).toEqual(await carry(words));
      expect(printed.code).toBe(0);
    },
  );

  it.skipIf(isWindows)("fit a terminal", async () => {
    const terminal = openTerminal(["--help"], {}, { columns: 70, rows: 80 });
    expect(await terminal.ended).toBe(0);
    const { stdout } = await carry(["--help"], { terminal: 70 });
    expect(terminal.screen().replaceAll("\r\n", "\n")).toBe(stdout);
  });

  it.skipIf(isWindows).each(["--help", "--version"])(
    "report what is wrong when they cannot be written: %s",
    async (word) => {
      const { code, stderr } = await runShell(`carry ${word} > /dev/full`);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: could not write to stdout: ENOSPC/),
      ]);
    },
  );

  it.skipIf(isWindows)("end in silence when nobody reads them", async () => {
    const { code, stderr } = await runShell("exec 3> >(:); wait $!; carry --help >&3");
    expect([code, stderr]).toEqual([0, ""]);
  });
});
