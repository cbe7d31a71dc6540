import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/server.js";
import { NOW } from "../support/now.js";
import { hasTmux, runOnTerminal } from "../support/tmux.js";
import { createTestClock, type Watching, watching } from "../support/watching.js";

/** A watch of the sandbox, whose time goes on with the watch's own. */
async function watchSandbox(
  words: readonly string[],
  columns: number,
  rows: number,
  { env, ...options }: Partial<SandboxOptions> & { env?: Readonly<Record<string, string>> } = {},
) {
  const clock = createTestClock(NOW);
  const sandbox = await startSandbox({ now: clock.now, ...options });
  onTestFinished(() => sandbox.close());
  const terminal = watching(["positions", "list", "--watch", "--performance", ...words], {
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

/** The screen as tmux makes it of what was written, with what stands out on it in braces. */
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

describe.runIf(hasTmux())("the screen of a watch on a real terminal", () => {
  it("at 80x24", async () => {
    await expectScreen("80x24", await watchSandbox([], 80, 24));
  });

  it("at 120x40 in colours, sorted, with alerts, after figures have changed", async () => {
    const words = ["--sort", "performance.net_pnl", "--alert", "performance.net_pnl < `-50`"];
    const it = await watchSandbox(words, 120, 40, { env: { NO_COLOR: "" } });
    await it.passes(30_000);
    await expectScreen("120x40-alert", it);
  });

  it("at 80x24, with its keys", async () => {
    const it = await watchSandbox([], 80, 24);
    it.press("?");
    await it.shows("this page");
    await expectScreen("80x24-keys", it);
  });

  it("at 80x24 after a failure, in ASCII", async () => {
    const failing = { seed: 2, failRate: 0.25, env: { LANG: "C" } }; // the third request does
    const it = await watchSandbox(["--retries", "0"], 80, 24, failing);
    await it.passes(60_000);
    await it.passes(5_000);
    await expectScreen("80x24-failed-ascii", it);
  });
});
