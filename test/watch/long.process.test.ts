import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { preloadedFile } from "../support/preload.js";
import { openTerminal, type Terminal } from "../support/pty.js";
import { createVirtualTerminal, type VirtualTerminal } from "../support/vt.js";

const SIZES = [
  [80, 24],
  [120, 40],
  [200, 50],
  [40, 10],
] as const;
/** Keys that each change what is shown, and in all nothing. */
const KEYS = [..."jkxx??ee2jk3jk1wwojk", "\r", "\r", "\r"];

/** Starts a sandbox and returns it with the environment of its user. */
async function sandboxOf(options: SandboxOptions) {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return {
    CARRY_BASE_URL: sandbox.url,
    CARRY_API_KEY: sandbox.apiKey,
    CARRY_PORTFOLIO: sandbox.portfolioId,
    CARRY_CONFIG_DIR: "/nonexistent",
    CARRY_ACCEPT_CLOCK: "1",
  };
}

/** Returns the path of a file to which the program writes its memory use. */
function heapFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-heap-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "heap");
}

/** Returns by how many bytes the memory in use has grown at most since the first of several measurements. */
function growth(heap: string, measurements: number): number {
  const [early = 0, ...later] = readFileSync(heap, "utf8").trim().split("\n").map(Number);
  expect(later).toHaveLength(measurements - 1);
  return Math.max(...later) - early;
}

/** Counts failures, recoveries and highlights on the screen. */
function observe(screen: VirtualTerminal) {
  const seen = { failures: 0, recoveries: 0, changes: 0 };
  let failing = false;
  return {
    seen,
    look() {
      const fails = screen.lines().some((line) => /^failed/.test(line));
      if (fails && !failing) seen.failures++;
      if (!fails && failing) seen.recoveries++;
      failing = fails;
      if (screen.highlighted().length > 0) seen.changes++;
    },
  };
}

/* Each round that is kept by mistake would add about 50 kB. */
const MOST_GROWTH_BYTES = 5_000_000;
const QUICK = ["--expose-gc", "--require", preloadedFile("fast-clock.cjs")];
const ROUNDS = 200;
/** Requests of a round: for the positions, and for what their markets have settled. */
const REQUESTS = 9;
const FIVE_MINUTES = 5 * 60_000;

it("runs 200 rounds that change, fail and resize, with flat memory, and restores the terminal", async () => {
  let answers = 0;
  let terminal: Terminal | undefined;
  const screen = createVirtualTerminal(80, 24);
  const { seen, look } = observe(screen);
  const onRound = (round: number) => {
    if (round % 10 === 0) {
      const [columns, rows] = SIZES[(round / 10) % SIZES.length] ?? SIZES[0];
      screen.resize(columns, rows);
      terminal?.resize(columns, rows);
    }
    if (round > 5) terminal?.type(KEYS[round % KEYS.length] ?? "");
    if (round % 50 === 40) terminal?.kill("SIGUSR2");
    if (round === ROUNDS) terminal?.type("q");
  };
  const env = await sandboxOf({
    seed: 2, // with which the first request goes well
    positions: 6,
    failRate: 0.25,
    now() {
      if (++answers % REQUESTS === 0) onRound(answers / REQUESTS);
      return NOW + answers * FIVE_MINUTES;
    },
  });
  const heap = heapFile();
  terminal = openTerminal(
    ["watch", "5s"],
    { ...env, CARRY_RETRIES: "0", TEST_SPEED: "1000", TEST_HEAP: heap },
    { columns: 80, rows: 24, node: QUICK },
  );
  terminal.onData((data) => {
    screen.feed(data);
    look();
  });
  expect(await terminal.ended).toBe(0);
  expect(screen.taken).toBe(false);
  expect(screen.frames).toBeGreaterThan(ROUNDS);
  expect(seen.failures).toBeGreaterThan(5);
  expect(seen.recoveries).toBe(seen.failures);
  expect(seen.changes).toBeGreaterThan(50);
  expect(growth(heap, 4)).toBeLessThan(MOST_GROWTH_BYTES);
}, 240_000);

const PICTURES = 20_000;

it("draws 20,000 pictures for keys and ticks with flat memory", async () => {
  const env = await sandboxOf({ positions: 6, now: () => NOW });
  const heap = heapFile();
  const screen = createVirtualTerminal(80, 24);
  const terminal = openTerminal(
    ["watch", "30s"],
    { ...env, CARRY_RETRIES: "0", TEST_SPEED: "100", TEST_HEAP: heap },
    { columns: 80, rows: 24, node: QUICK },
  );
  let measured = 0;
  let keys = 0;
  terminal.onData((data) => {
    const { frames } = screen;
    screen.feed(data);
    if (screen.frames === frames || frames >= PICTURES) return;
    if (screen.frames >= (measured + 0.5) * (PICTURES / 4)) {
      measured++;
      terminal.kill("SIGUSR2");
    }
    terminal.type(screen.frames < PICTURES ? (KEYS[keys++ % KEYS.length] ?? "") : "q");
  });
  expect(await terminal.ended).toBe(0);
  expect(screen.taken).toBe(false);
  expect(screen.overflows).toBe(0);
  expect(growth(heap, 4)).toBeLessThan(MOST_GROWTH_BYTES);
}, 900_000);

/** Memory of a process in MB, as the kernel counts it. */
function residentMb(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

it.runIf(process.platform === "linux")(
  "takes less than 185 MB with 500 positions in most rounds, and 200 where their markets settle",
  async () => {
    let now = NOW;
    const env = await sandboxOf({ positions: 780, now: () => now });
    const terminal = openTerminal(["watch", "1h"], env, { columns: 120, rows: 50 });
    await terminal.shows("next in ");
    const taken: number[] = [];
    for (const page of ["2", "3", "1", "2", "3", "1", "2", "1"]) {
      now += 3_600_000;
      terminal.type(`${page}R`);
      await terminal.shows("refreshing");
      await terminal.shows("next in ");
      taken.push(residentMb(terminal.pid));
    }
    const [usual = 0, most = 0] = [5, 7].map((at) => taken.toSorted((a, b) => a - b)[at]);
    expect(usual).toBeLessThan(185);
    expect(most).toBeLessThan(200);
    terminal.type("q");
    expect(await terminal.ended).toBe(0);
  },
  120_000,
);
