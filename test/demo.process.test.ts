import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { NOW } from "./support/now.js";
import { preloading } from "./support/preload.js";
import { hasTmux, runOnTerminal } from "./support/tmux.js";

const DEMO = fileURLToPath(new URL("../tools/demo.mjs", import.meta.url));
const DAY = 86_400_000;

describe.runIf(hasTmux())("npm run demo, on a terminal of 80x24", () => {
  it.concurrent.for([0, 37, 175])(
    "fits, has status and eight positions, and what to try next (%i days on)",
    async (days, { expect }) => {
      const { text, isBroken } = await runOnTerminal([process.execPath, DEMO], {
        columns: 80,
        rows: 24,
        env: {
          ...{ CARRY_CONFIG_DIR: "/nonexistent", CARRY_CACHE_DIR: "/nonexistent", NO_COLOR: "1" },
          ...{ TERM: "screen-256color", LANG: "C.UTF-8", TZ: "UTC" },
          NODE_OPTIONS: preloading("frozen-clock.cjs"),
          TEST_NOW: String(NOW + days * DAY),
        },
      });
      const lines = text.trimEnd().split("\n");
      const second = lines.findLastIndex((line) => line.startsWith("  position "));
      expect([isBroken, lines.length <= 46]).toEqual([false, true]);
      expect(second).toBeLessThanOrEqual(26);
      expect(lines.length - second).toBeLessThanOrEqual(24);
      expect(lines[0]).toMatch(/^[+-]\d\S*\/d /);
      expect(lines[second + 9]).toBe("");
      for (const line of lines.slice(second + 1, second + 9)) {
        expect(line).toMatch(/^[●!○ ] [A-Z]+\.\w+ +\S+\/\S+ /);
      }
      expect(lines.at(-1)).toBe("Try next: node bin/carry.js --profile sandbox watch");
    },
  );
});

describe.skipIf(process.platform === "win32")(
  "npm run demo, in a pipe that is closed early",
  () => {
    it.each(["head -n 3", "true"])(
      "ends quietly behind %s, and leaves no process",
      async (reader) => {
        const line = `set -o pipefail; "$0" "$1" | ${reader}`;
        const shell = spawn("bash", ["-c", line, process.execPath, DEMO], {
          detached: true, // a process group of its own
          stdio: ["ignore", "pipe", "pipe"],
          env: {
            ...{ PATH: process.env.PATH, CARRY_CONFIG_DIR: "/nonexistent" },
            CARRY_CACHE_DIR: "/nonexistent",
          },
        });
        const [stdout, stderr, [code]] = await Promise.all([
          text(shell.stdout),
          text(shell.stderr),
          once(shell, "exit"),
        ]);
        expect([code, stderr]).toEqual([0, ""]);
        expect(stdout.split("\n").slice(0, -1)).toHaveLength(reader === "true" ? 0 : 3);
        const { pid } = shell;
        expect(pid).toBeGreaterThan(1);
        expect(() => process.kill(-Number(pid), 0)).toThrow("ESRCH");
      },
    );
  },
);
