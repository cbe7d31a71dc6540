import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { preloadedFile } from "../support/preload.js";
import { openTerminal, type Terminal } from "../support/pty.js";
import { createVirtualTerminal, type VirtualTerminal } from "../support/vt.js";

const ROUNDS = 200;
/* One request a round: none for the funding of markets. */
const COLUMNS = "asset,status,age_days,long,short,gross_notional,funding_pnl,spread,net_pnl,apr";
const SIZES = [
  [80, 24],
  [120, 40],
  [200, 50],
  [40, 10],
] as const;
const KEYS = ["s", "S", "??", "pp", "\u001b[B", "\u001b[6~", "\u001b[H", "  "];
const SIX_HOURS = 6 * 3_600_000;

/** Starts a sandbox whose time advances six hours per answer, and in which every fourth request fails. */
async function changingSandbox(onAnswer: (count: number) => void) {
  let answers = 0;
  const sandbox = await startSandbox({
    seed: 2, // with which the first request goes well
    failRate: 0.25,
    now() {
      onAnswer(++answers);
      return NOW + answers * SIX_HOURS;
    },
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Returns the path of a file to which the program writes its memory use. */
function heapFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-heap-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, "heap");
}

/** Counts failures, recoveries and highlights on the screen. */
function observe(screen: VirtualTerminal) {
  const seen = { failures: 0, recoveries: 0, changes: 0 };
  let failing = false;
  return {
    seen,
    look() {
      const fails = /^(?:paused · )?failed/.test(screen.lines()[1] ?? "");
      if (fails && !failing) seen.failures++;
      if (!fails && failing) seen.recoveries++;
      failing = fails;
      if (screen.underlined().length > 0) seen.changes++;
    },
  };
}

/* Each round that is kept by mistake would add about 50 kB. */
const MOST_GROWTH_BYTES = 1_500_000;

it("runs 200 rounds that change, fail and resize, with flat memory, and restores the terminal", async () => {
  let terminal: Terminal | undefined;
  const screen = createVirtualTerminal(80, 24);
  const { seen, look } = observe(screen);
  const sandbox = await changingSandbox((count) => {
    if (count % 10 === 0) {
      const [columns, rows] = SIZES[(count / 10) % SIZES.length] ?? SIZES[0];
      screen.resize(columns, rows);
      terminal?.resize(columns, rows);
    }
    if (count > 5) terminal?.type(KEYS[count % KEYS.length] ?? "");
    if (count % 50 === 40) terminal?.kill("SIGUSR2");
    if (count === ROUNDS) terminal?.type("q");
  });
  const heap = heapFile();
  terminal = openTerminal(
    ["positions", "list", "--watch", "5s", "--columns", COLUMNS, "--retries", "0"],
    {
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
      CARRY_CONFIG_DIR: "/nonexistent",
      CARRY_ACCEPT_CLOCK: "1",
      TEST_SPEED: "1000",
      TEST_HEAP: heap,
    },
    { columns: 80, rows: 24, node: ["--expose-gc", "--require", preloadedFile("fast-clock.cjs")] },
  );
  terminal.onData((data) => {
    screen.feed(data);
    look();
  });
  expect(await terminal.ended).toBe(0);
  expect(screen.taken).toBe(false);
  expect(screen.text()).toBe("");
  expect(screen.frames).toBeGreaterThan(ROUNDS);
  expect(seen.failures).toBeGreaterThan(10);
  expect(seen.recoveries).toBe(seen.failures);
  expect(seen.changes).toBeGreaterThan(50);
  const [early = 0, ...later] = readFileSync(heap, "utf8").trim().split("\n").map(Number);
  expect(later).toHaveLength(3);
  expect(Math.max(...later) - early).toBeLessThan(MOST_GROWTH_BYTES);
}, 120_000);
