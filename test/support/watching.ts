import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { createSecrets } from "../../src/base/secrets.js";
import type { Io, Sink } from "../../src/base/terminal/io.js";
import type { Clock } from "../../src/base/time/clock.js";
import { run } from "../../src/cli/run-line.js";
import { NO_CONFIG } from "./carry.js";
import { createVirtualTerminal, type VirtualTerminal } from "./vt.js";

/** The program on a terminal in memory, with a clock that only the test advances. */
export interface Watching {
  readonly screen: VirtualTerminal;
  /** All output to the terminal. */
  readonly written: () => string;
  /** Resolves as soon as the screen shows a text. */
  shows(text: string | RegExp): Promise<void>;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  /** Lets time pass, and waits for requests that are sent meanwhile. */
  passes(ms: number): Promise<void>;
  /** Ends the program as a signal would. */
  interrupt(reason: unknown): void;
  readonly stderr: () => string;
  /** Exit code. */
  readonly ended: Promise<number>;
}

export interface WatchingOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
  readonly clock: TestClock;
  /** Whether stdin is a terminal. */
  readonly keyboard?: boolean;
}

/** Runs `carry` with these words until it ends, or the test ends it. */
export function watching(argv: readonly string[], options: WatchingOptions): Watching {
  const { columns = 80, rows = 24 } = options;
  const screen = createVirtualTerminal(columns, rows);
  const { clock } = options;
  const controller = new AbortController();
  const keyboard = new PassThrough();
  const stdin = Object.assign(keyboard, {
    isTTY: options.keyboard !== false,
    setRawMode: () => keyboard,
  });
  const size = { columns, rows };
  const resizeListeners = new Set<() => void>();
  const waiting = new Set<() => void>();
  const stdout: Sink = {
    isTTY: true,
    get columns() {
      return size.columns;
    },
    get rows() {
      return size.rows;
    },
    onResize(listener) {
      resizeListeners.add(listener);
      return () => resizeListeners.delete(listener);
    },
    async write(data) {
      const text = typeof data === "string" ? data : Buffer.from(data).toString();
      written += text;
      screen.feed(text);
      for (const look of waiting) look();
    },
  };
  let written = "";
  let stderr = "";
  const io: Io = {
    stdin: () => stdin,
    stdout,
    stderr: {
      isTTY: false,
      columns: undefined,
      write: async (text) => {
        stderr += text;
      },
    },
    env: { CARRY_CONFIG_DIR: NO_CONFIG, TERM: "xterm", LANG: "C.UTF-8", ...options.env },
    clock,
    secrets: createSecrets(),
    random: () => 0.5,
    signal: controller.signal,
  };
  const ended = run(argv, io);
  let over = false;
  void ended.then(() => {
    over = true;
    for (const look of waiting) look();
  });
  onTestFinished(async () => {
    controller.abort(new Error("the test is over"));
    await ended;
  });
  return {
    screen,
    written: () => written,
    shows: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found =
            typeof text === "string" ? screen.text().includes(text) : text.test(screen.text());
          if (!found && !over) return;
          waiting.delete(look);
          if (found) resolve();
          else reject(new Error(`ended before it showed ${text}: ${screen.text()}${stderr}`));
        };
        waiting.add(look);
        look();
      }),
    press: (keys) => void keyboard.write(keys),
    resize(columns, rows) {
      Object.assign(size, { columns, rows });
      screen.resize(columns, rows);
      for (const listener of resizeListeners) listener();
    },
    passes: (ms) => Promise.race([clock.passes(ms), ended.then(() => {})]),
    interrupt: (reason) => controller.abort(reason),
    stderr: () => stderr,
    ended,
  };
}

/** A clock that only the test advances. */
export interface TestClock extends Clock {
  /** Lets time pass for code that sleeps repeatedly; waits until it sleeps. */
  passes(ms: number): Promise<void>;
  /** Lets time pass while a response is awaited; waits until a timer is set. */
  elapses(ms: number): Promise<void>;
  /** Number of pending callbacks. */
  timers(): number;
}

/** A callback due at a time. */
interface Due {
  readonly at: number;
  readonly happen: () => void;
}

/** Creates such a clock. @param start milliseconds since the epoch */
export function createTestClock(start: number): TestClock {
  let now = start;
  const sleepers = new Set<Due>();
  const timers = new Set<Due>();
  let onSleep = () => {};
  let onTimer = () => {};
  const goOnTo = (due: Due) => {
    sleepers.delete(due);
    timers.delete(due);
    now = Math.max(now, due.at);
    due.happen();
  };
  return {
    now: () => now,
    elapsed: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = {
          at: now + ms,
          happen() {
            signal?.removeEventListener("abort", onAbort);
            resolve();
          },
        };
        const onAbort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        if (signal?.aborted === true) return reject(signal.reason);
        signal?.addEventListener("abort", onAbort, { once: true });
        sleepers.add(sleeper);
        onSleep();
      }),
    after(ms, callback) {
      const timer = { at: now + ms, happen: callback };
      timers.add(timer);
      onTimer();
      return () => void timers.delete(timer);
    },
    async passes(ms) {
      const end = now + ms;
      for (;;) {
        const next = firstOf(sleepers);
        if (next === undefined) {
          await new Promise<void>((resolve) => {
            onSleep = resolve;
          });
          continue;
        }
        if (next.at > end) break;
        goOnTo(next);
      }
      now = Math.max(now, end);
    },
    timers: () => timers.size,
    async elapses(ms) {
      const end = now + ms;
      while (timers.size === 0) {
        await new Promise<void>((resolve) => {
          onTimer = resolve;
        });
      }
      for (;;) {
        const next = firstOf([...sleepers, ...timers]);
        if (next === undefined || next.at > end) break;
        goOnTo(next);
      }
      now = end;
    },
  };
}

function firstOf(dues: Iterable<Due>): Due | undefined {
  return [...dues].sort((a, b) => a.at - b.at)[0];
}
