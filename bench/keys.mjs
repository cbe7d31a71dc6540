// How soon a watch of 500 positions answers keys, while rounds come every 5 s.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pty from "@lydell/node-pty";
import { carry, withService } from "./figures.mjs";

/** Keys of a walk: cursor, pages, filter, order, groups; nothing that asks the service. */
const WALK = [..."jjjjkGg2jj3j1/bt\u007f\rjxjxwjwoj\rO??"];
const ROUNDS = 8;
/** Goal for a key, milliseconds. */
const MOST_MS = 50;
/** Milliseconds between two keys. */
const EVERY = 120;

/** Measures the time from a key to the screen that answers it: `p95` in milliseconds, and the goal. */
export async function watchKeys() {
  const directory = mkdtempSync(join(tmpdir(), "carry-bench-"));
  try {
    const times = await withService(500, 0, (base) => walked(base, directory), {
      ...{ events: 330, markets: 400 },
    });
    const sorted = times.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor((sorted.length - 1) * 0.95)];
    const what = "a key of carry watch, 500 positions (p95)";
    return [{ figure: what, than: `${MOST_MS} ms`, ratio: p95 / MOST_MS, goal: 1, ms: p95 }];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function walked(base, directory) {
  const [command, ...argv] = [...carry, "watch", "5s"];
  const env = {
    ...{ ...process.env, TERM: "xterm-256color", CARRY_BASE_URL: base, CARRY_API_KEY: "k" },
    CARRY_PORTFOLIO: "11111111-1111-4111-8111-111111111111",
    CARRY_CONFIG_DIR: directory,
    CARRY_CACHE_DIR: directory,
    CARRY_STATE_DIR: directory,
  };
  const terminal = pty.spawn(command, argv, { cols: 120, rows: 50, env });
  const times = [];
  let pressed;
  let screen = "";
  terminal.onData((text) => {
    if (pressed !== undefined) times.push(Number(process.hrtime.bigint() - pressed) / 1e6);
    pressed = undefined;
    screen = (screen + text).slice(-100_000);
  });
  const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  return (async () => {
    while (!screen.includes("updated")) await later(100);
    await later(2_000); // the pages are prepared
    for (let round = 0; round < ROUNDS; round++) {
      for (const key of WALK) {
        pressed = process.hrtime.bigint();
        terminal.write(key);
        await later(EVERY);
      }
    }
    terminal.write("q");
    return times;
  })();
}
