import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { start } from "./playing.js";
import { CREDENTIALS } from "./staging.js";

/** Maximum time in which a process ends after a signal. */
const AT_ONCE_MS = 1000;

/* Time to start Node on an idle machine; a busy one gets more time. */
const START_MS = 100;

function allowedMs(): number {
  const from = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return AT_ONCE_MS * Math.max(1, (performance.now() - from) / START_MS);
}

const list = (unit: string, count: number): string =>
  `{"next_cursor":null,"data":[${`${unit},`.repeat(count - 1)}${unit}]}`;

/** Answers that take long to read, within all limits. */
const HEAVY: Readonly<Record<string, readonly [json: string, argv: readonly string[]]>> = {
  "many empty objects in a table": [list("{}", 99_000), ["funding", "markets"]],
  "many objects as csv": [list('{"a":1}', 99_000), ["funding", "markets", "-o", "csv"]],
  "many objects as json": [list('{"a":1}', 99_000), ["funding", "markets", "-o", "json"]],
  "a query over many objects": [
    list('{"a":1}', 99_000),
    ["funding", "markets", "-o", "json", "--query", "[].a"],
  ],
  "wrong items": [list("[]", 149_000), ["positions", "list"]],
  "a text of 15 MB": [list(`{"a":"${"x".repeat(15_000_000)}"}`, 1), ["funding", "markets"]],
  "16 MiB of brackets": ["[".repeat(16 * 1024 * 1024), ["positions", "list"]],
};

describe("SIGTERM is obeyed within a second, with", () => {
  it.each(Object.keys(HEAVY))("%s", async (kind) => {
    const [json = "", argv = []] = HEAVY[kind] ?? [];
    const body = gzipSync(json, { level: 1 });
    let onSent: () => void = () => {};
    const sent = new Promise<void>((resolve) => {
      onSent = resolve;
    });
    const server = await faultyServer((socket) => {
      socket.write(answer(200, body, { "content-encoding": "gzip" }), () => onSent());
    });
    const child = start({ ...CREDENTIALS, CARRY_BASE_URL: server.url }, argv);
    child.stdout?.resume();
    const ended = once(child, "exit");
    await sent;
    const from = performance.now();
    child.kill("SIGTERM");
    await ended;
    const took = performance.now() - from;
    expect(took).toBeLessThan(allowedMs());
  });
});
