import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { answer, faultyServer } from "../support/faulty-server.js";
import { start } from "./playing.js";
import { CREDENTIALS } from "./staging.js";

/** Processor time in which a process ends after a signal, at most: a busy machine adds none to it. */
const AT_ONCE_MS = 1500;
const TICK_MS = 10;

/** Returns the processor time of a process, of fields 14 and 15 of /proc/PID/stat, milliseconds. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [user = "", system = ""] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** Follows the time of a process, of its processor where the system has /proc. */
function follow(pid: number): () => number {
  const now = existsSync("/proc/self/stat") ? () => processorTime(pid) : () => performance.now();
  const from = now();
  let last = from;
  const timer = setInterval(() => {
    try {
      last = now();
    } catch {
      clearInterval(timer); // it has ended
    }
  }, TICK_MS);
  return () => {
    clearInterval(timer);
    return last - from;
  };
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

describe("SIGTERM is obeyed within 1.5 seconds of processor time, with", () => {
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
    const took = follow(child.pid ?? 0);
    child.kill("SIGTERM");
    await ended;
    expect(took()).toBeLessThan(AT_ONCE_MS);
  });
});
