import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import type { AlertState } from "../../src/alerts/book.js";
import { Interrupted } from "../../src/base/terminal/io.js";
import { startSandbox } from "../../src/sandbox/server.js";
import { carry } from "../support/carry.js";
import { NOW } from "../support/now.js";

const ROUNDS = 1_000;
const INTERVAL_MS = 20 * 60_000;
/* Each round that is kept by mistake would add about 50 kB. */
const MOST_GROWTH_BYTES = 8_000_000;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

interface Line {
  readonly at: string;
  readonly event: string;
  readonly rule: string;
  readonly position_id: string;
}

function textOf({ at, event, rule, position_id }: Line): string {
  return `${at} ${rule} ${position_id} ${event}`;
}

function stateIn(directory: string): AlertState {
  const [name = ""] = readdirSync(join(directory, "alerts"));
  return JSON.parse(readFileSync(join(directory, "alerts", name), "utf8")) as AlertState;
}

/** Returns `rule position` of the alerts that have begun and not ended; each must end before it begins again. */
function openAfter(lines: readonly Line[]): string[] {
  const open = new Set<string>();
  for (const { event, rule, position_id } of lines) {
    const key = `${rule} ${position_id}`;
    expect(open.has(key)).toBe(event === "resolved");
    if (event === "resolved") open.delete(key);
    else open.add(key);
  }
  return [...open].sort();
}

it("watches 1,000 rounds of a service that fails at random with flat memory, and ends with the right state", async () => {
  const directory = mkdtempSync(join(tmpdir(), "carry-long-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const told = join(directory, "told");
  let now = NOW;
  const sandbox = await startSandbox({ seed: 2, positions: 6, failRate: 0.2, now: () => now });
  onTestFinished(() => sandbox.close());
  const env = {
    CARRY_BASE_URL: sandbox.url,
    CARRY_API_KEY: sandbox.apiKey,
    CARRY_PORTFOLIO: sandbox.portfolioId,
    CARRY_STATE_DIR: directory,
    PATH: process.env.PATH ?? "",
  };
  const heaps: number[] = [];
  const events: Line[] = [];
  const controller = new AbortController();
  let rounds = 0;
  const { code } = await carry(
    ["watch", "20m", "-o", "ndjson", "-q", "--on-alert", `cat >>"${told}"`],
    {
      env: { ...env, CARRY_RETRIES: "0" },
      signal: controller.signal,
      clock: {
        now: () => now,
        async sleep(_ms, signal) {
          now += INTERVAL_MS;
          rounds++;
          if (rounds % 250 === 0) heaps.push(heap());
          if (rounds === ROUNDS) {
            // An event that is being told when the watch ends waits for the next one.
            while (stateIn(directory).waiting.length > 0) await nextTurn();
            controller.abort(new Interrupted("SIGINT"));
          }
          signal?.throwIfAborted();
        },
      },
      async write(text) {
        for (const line of String(text).trim().split("\n")) events.push(JSON.parse(line));
      },
    },
  );
  expect([code, rounds]).toEqual([130, ROUNDS]);
  const count = (event: string) => events.filter((it) => it.event === event).length;
  expect(count("error")).toBeGreaterThan(100);
  expect(count("recovered")).toBeGreaterThan(50);
  const seen = events.filter(({ event }) => event === "alert" || event === "resolved");
  expect(seen.length).toBeGreaterThan(10);
  const lines = readFileSync(told, "utf8")
    .trim()
    .split("\n")
    .map((it) => JSON.parse(it) as Line);
  // Within a round the watch prints what began before what ended.
  expect(
    lines
      .filter(({ rule }) => rule !== "blind")
      .map(textOf)
      .sort(),
  ).toEqual(seen.map(textOf).sort());
  const { problems, waiting } = stateIn(directory);
  expect(waiting).toEqual([]);
  const open = problems.filter((it) => it.is_open).map((it) => `${it.rule} ${it.position_id}`);
  expect(open.sort()).toEqual(openAfter(lines.filter(({ rule }) => rule !== "blind")));
  const [early = 0, ...later] = heaps;
  expect(later).toHaveLength(3);
  expect(Math.max(...later) - early).toBeLessThan(MOST_GROWTH_BYTES);
}, 1_200_000);
