import { fileURLToPath } from "node:url";
import { describe, it } from "vitest";
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
      const second = lines.findIndex((line) => line.startsWith("asset  age"));
      expect([isBroken, lines.length <= 46]).toEqual([false, true]);
      expect(second).toBeLessThanOrEqual(24);
      expect(lines.length - second).toBeLessThanOrEqual(24);
      expect(lines[0]).toMatch(/^\d+ open positions/);
      expect(lines[second + 10]).not.toMatch(/^[A-Z]+ +\d+[hd] /);
      for (const line of lines.slice(second + 2, second + 10)) {
        expect(line).toMatch(/^[A-Z]+ +\d+[hd] /);
      }
      expect(lines.at(-1)).toBe(
        "Try next: node bin/carry.js --profile sandbox positions list --watch",
      );
    },
  );
});
