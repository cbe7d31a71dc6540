import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";
import { answer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { leg, uuidOf } from "../support/records.js";
import { hasTmux, runOnTerminal } from "../support/tmux.js";
import { earning, THREE, watch } from "../support/watched.js";
import { createTestClock, type Watching, watching } from "../support/watching.js";

/** Starts a watch of the sandbox, whose time is that of the watch. */
async function watchSandbox(
  words: readonly string[],
  columns: number,
  rows: number,
  { env, ...options }: Partial<SandboxOptions> & { env?: Readonly<Record<string, string>> } = {},
) {
  const clock = createTestClock(NOW);
  const sandbox = await startSandbox({ now: clock.now, ...options });
  onTestFinished(() => sandbox.close());
  const terminal = watching(["positions", "list", "--performance", "--watch", ...words], {
    env: {
      NO_COLOR: "1",
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
      ...env,
    },
    clock,
    columns,
    rows,
  });
  await terminal.shows("updated 12:00:00Z");
  return terminal;
}

/** Returns the screen as tmux shows the output, with highlights in braces. */
async function expectScreen(name: string, { screen, written }: Watching): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "carry-screen-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "written");
  writeFileSync(file, written());
  const rows = screen.lines().length;
  const columns = Number(/^\d+/.exec(name)?.[0]);
  const shown = await runOnTerminal(["cat", file], { columns, rows, env: { TERM: "screen" } });
  expect(shown.isBroken).toBe(false);
  expect(shown.text.replaceAll(/\{[^}]*\}/g, "").trimEnd()).toBe(screen.text());
  await expect(shown.text).toMatchFileSnapshot(`screens/${name}.txt`);
}

/** Starts a watch of twelve positions, of which some are later opened, closed, resized and removed. */
async function watchEvents(columns: number, env: Readonly<Record<string, string>>) {
  const names = ["BTC", "ETH", "SOL", "XRP", "DOGE", "ARB", "LINK", "AVAX", "SUI", "BNB", "PEPE"];
  const before = names.map((asset, n) => held(n, asset, 100 + 10 * n));
  const it = await watch(before, ["--alert", "performance.net_pnl < `0`"], { columns, env });
  const [, , , , doge, ...others] = before;
  it.served.positions = [
    held(0, "BTC", 180),
    held(1, "ETH", -20),
    held(2, "SOL", 120, 0.4),
    { ...doge, status: "closed", closed_at: "2026-06-01T12:00:20Z" },
    ...others,
    held(11, "TSLA", -12),
  ];
  await it.passes(30_000);
  await it.shows("updated 12:00:30Z");
  await it.passes(10_000);
  return it;
}

/** Returns a position whose id differs from the others at its start. */
function held(n: number, asset: string, net: number, quantity = 0.5) {
  const legs = [
    leg({ quantity }),
    leg({ side: "short", exchange: "bybit", market_id: 2, quantity }),
  ];
  const position_id = `${(n + 10).toString(16).padStart(8, "0")}${uuidOf(n).slice(8)}`;
  return { ...earning(n, asset, net), legs, position_id };
}

describe.runIf(hasTmux())("the screen of a watch on a real terminal", () => {
  it("at 80x24", async () => {
    await expectScreen("80x24", await watchSandbox([], 80, 24));
  });

  it("at 120x40 in colours, sorted, with alerts, after figures have changed", async () => {
    const words = ["--sort", "performance.net_pnl", "--alert", "performance.net_pnl < `-50`"];
    const it = await watchSandbox(["10m", ...words], 120, 40, { env: { NO_COLOR: "" } });
    await it.passes(600_000);
    await expectScreen("120x40-alert", it);
  });

  it.each([60, 80, 120])("at %ix24, with events", async (columns) => {
    await expectScreen(`${columns}x24-events`, await watchEvents(columns, { NO_COLOR: "1" }));
  });

  it("at 80x24 in colours, with events", async () => {
    await expectScreen("80x24-events-colours", await watchEvents(80, {}));
  });

  it.each([60, 80, 120])("at %ix24, while a service does not answer", async (columns) => {
    const it = await watch(THREE, [], { columns, env: { NO_COLOR: "1" } });
    it.served.held = new Promise(() => {});
    void it.passes(30_000);
    await it.shows("refreshing");
    await it.clock.elapses(12_000);
    await it.shows("no answer yet for 12s");
    await expectScreen(`${columns}x24-late`, it);
  });

  it.each([60, 80, 120])("at %ix24, while it is rate limited", async (columns) => {
    const it = await watch(THREE, [], { columns, env: { NO_COLOR: "1" } });
    it.served.failure = answer(429, "", { "retry-after": "42" });
    await it.passes(30_000);
    await it.shows("rate limited");
    await it.passes(2_000);
    await it.shows("attempt 2 in 40s");
    await expectScreen(`${columns}x24-limited`, it);
  });

  it("at 80x24, with its events as a page", async () => {
    const it = await watchEvents(80, { NO_COLOR: "1" });
    it.press("e");
    await it.shows("any other key closes this page");
    await expectScreen("80x24-event-page", it);
  });

  it("at 80x24, with its keys", async () => {
    const it = await watchSandbox([], 80, 24);
    it.press("?");
    await it.shows("this page");
    await expectScreen("80x24-keys", it);
  });

  it("at 80x24 after a failure, in ASCII", async () => {
    const failing = { seed: 2, failRate: 0.25, env: { LANG: "C" } }; // the third request does
    const columns = "asset,age_days,long,short,funding_pnl,net_pnl,apr"; // none that asks for more
    const it = await watchSandbox(["--retries", "0", "--columns", columns], 80, 24, failing);
    await it.passes(60_000);
    await it.passes(5_000);
    await expectScreen("80x24-failed-ascii", it);
  });
});
