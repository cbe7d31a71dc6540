import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/server.js";
import { profileEnv } from "../settings/home.js";
import { answer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { leg, uuidOf } from "../support/records.js";
import { hasTmux, runOnTerminal } from "../support/tmux.js";
import { earning, THREE, watch } from "../support/watched.js";
import { createTestClock, type Watching, watching } from "../support/watching.js";

const ESCAPE = "\u001b";
const ENTER = "\r";

const untagged = (text: string) => text.replaceAll(/\{[^}]*\}/g, "").trimEnd();

/** Returns the screen as tmux shows the output, with its styles in braces. */
async function inTmux({ screen, written }: Watching, columns: number): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "carry-screen-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "written");
  writeFileSync(file, written());
  const rows = screen.lines().length;
  const shown = await runOnTerminal(["cat", file], { columns, rows, env: { TERM: "screen" } });
  expect(shown.isBroken).toBe(false);
  expect(screen.overflows).toBe(0);
  expect(untagged(shown.text)).toBe(screen.text());
  return shown.text.replaceAll(/(?<=127\.0\.0\.1:)\d{5}/g, "40000"); // a port differs in each run
}

const expectStored = (name: string, text: string) =>
  expect(text).toMatchFileSnapshot(`screens/${name}.txt`);

async function expectScreen(name: string, it: Watching): Promise<void> {
  await expectStored(name, await inTmux(it, Number(/^\d+/.exec(name)?.[0])));
}

/** A watch of the sandbox, whose time is that of the watch, with the keys of a user. */
async function startWatch(
  positions: number,
  columns: number,
  rows: number,
  env: Readonly<Record<string, string>>,
) {
  const clock = createTestClock(NOW);
  let sandbox = await startSandbox({ now: clock.now, positions });
  onTestFinished(() => sandbox.close());
  const terminal = watching(["watch"], {
    env: {
      CARRY_RETRIES: "0",
      CARRY_BASE_URL: sandbox.url,
      CARRY_API_KEY: sandbox.apiKey,
      CARRY_PORTFOLIO: sandbox.portfolioId,
      ...env,
    },
    ...{ clock, columns, rows },
  });
  await terminal.shows("updated 12:00:00Z");
  return {
    ...terminal,
    /** Presses keys, and waits for what the screen then shows. */
    async types(keys: string, text: string | RegExp): Promise<void> {
      terminal.press(keys);
      await nextTurn();
      if (keys.endsWith(ESCAPE)) await clock.elapses(60);
      await terminal.shows(text);
    },
    losesService: () => sandbox.close(),
    async getsServiceBack(): Promise<void> {
      const port = Number(new URL(sandbox.url).port);
      sandbox = await startSandbox({ now: clock.now, positions, port });
    },
  };
}

/** Matches a screen with one text and without another. */
const without = (no: string, yes: string) => new RegExp(`^(?![^]*(?:${no}))[^]*${yes}`);

/** Walks through a watch with keys. @returns what tmux showed on the way, by name */
async function walk(
  positions: number,
  columns: number,
  rows: number,
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const it = await startWatch(positions, columns, rows, env);
  const shown = new Map<string, string>();
  const look = async (name: string) => void shown.set(name, await inTmux(it, columns));
  await look("now");
  await it.types("2", "[2]PnL");
  await look("pnl");
  await it.types("\t", "[3]Funding");
  await look("funding");
  await it.types("4", "[4]Risk");
  await look("risk");
  await it.types("\t", "[5]Next");
  await look("next");
  await it.types("1", "[1]Now");
  await it.types(ENTER, without("asking", "\\nleave +"));
  await look("opened");
  it.resize(60, 16); // in the middle, and then back
  await it.shows("Esc back");
  it.resize(columns, rows);
  await it.types(ESCAPE, "/ filter");
  expect(await inTmux(it, columns)).toBe(shown.get("now"));
  await it.types(`/okx${ENTER}`, /^\/okx: \d+ positions$/m);
  await it.types("o", ">as carry list");
  await it.types(`jjjj${ENTER}`, "by size, ascending");
  await it.types(`o${ENTER}xj`, "by size, descending · by exchange");
  await look("filtered");
  await it.types(`x${ESCAPE}`, without("/okx:", "by size, descending"));
  await it.types("o", ">size, descending");
  await it.types(`g${ENTER}g`, without("by size", "\\[1\\]Now"));
  await it.types("a", "Enter choose");
  await it.types(ENTER, / 1 acknowledged$/m);
  await it.types("?", "Ctrl-Z");
  await look("help");
  await it.types(ESCAPE, "/ filter");
  await it.losesService();
  await it.passes(30_000);
  await it.shows("failed: connection refused");
  await look("failed");
  await it.getsServiceBack();
  await it.passes(30_000);
  await it.shows(without("failed", "updated 12:01:00Z"));
  it.press("q");
  expect(await it.ended).toBe(0);
  return shown;
}

/** Starts a watch of twelve positions, of which some are later opened, resized and gone. */
async function watchEvents(columns: number, env: Readonly<Record<string, string>>) {
  const names = ["BTC", "ETH", "SOL", "XRP", "DOGE", "ARB", "LINK", "AVAX", "SUI", "BNB", "PEPE"];
  const before = names.map((asset, n) => held(n, asset, 100 + 10 * n));
  const fresh = profileEnv({ ignore: "mark_stale,performance_stale" });
  const it = await watch(before, ["--rules", rulesFile()], { columns, env: { ...env, ...fresh } });
  it.served.positions = [
    held(0, "BTC", 180),
    held(1, "ETH", -20),
    held(2, "SOL", 120, 0.4),
    ...before.slice(4),
    held(11, "TSLA", -12),
  ];
  await it.passes(30_000);
  await it.shows("updated 12:00:30Z");
  await it.passes(10_000);
  return it;
}

/** Writes a file with a rule that fails for what loses, and returns its path. */
function rulesFile(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "rules.toml");
  writeFileSync(path, '[[rule]]\nname = "loss"\nwhen = "net_pnl < 0"\n');
  return path;
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

const ALL = ["now", "pnl", "funding", "risk", "next", "opened", "filtered", "help", "failed"];

describe.runIf(hasTmux())("the screen of a watch on a real terminal", () => {
  it.each(
    [[80, 24] as const, [120, 50] as const].flatMap(([columns, rows]) => [
      { columns, rows, open: 15, positions: 24, stored: ALL },
      { columns, rows, open: 56, positions: 92, stored: ["now", "filtered"] },
      { columns, rows, open: 500, positions: 780, stored: ["now", "risk", "filtered"] },
    ]),
  )(
    "at $columns x $rows with $open positions, walked through with keys, in colours and without",
    async ({ columns, rows, open, positions, stored }) => {
      const shown = await walk(positions, columns, rows, {});
      const plain = await walk(positions, columns, rows, { NO_COLOR: "1" });
      expect([...shown.keys()]).toEqual(ALL);
      for (const [name, text] of shown)
        expect(untagged(plain.get(name) ?? "")).toBe(untagged(text));
      for (const name of stored) {
        await expectStored(`${columns}x${rows}-${open}-${name}`, shown.get(name) ?? "");
      }
    },
    240_000,
  );

  it.each([80, 120])("at %ix24 in colours, with events", async (columns) => {
    await expectScreen(`${columns}x24-events`, await watchEvents(columns, {}));
  });

  it("at 80x24, with its events as a page", async () => {
    const it = await watchEvents(80, { NO_COLOR: "1" });
    it.press("e");
    await it.shows("Esc back");
    await expectScreen("80x24-event-page", it);
  });

  it.each([60, 80])("at %ix24, while a service does not answer", async (columns) => {
    const it = await watch(THREE, [], { columns, env: { NO_COLOR: "1" } });
    it.served.held = new Promise(() => {});
    const { length } = it.requests;
    void it.passes(30_000);
    while (it.requests.length === length) await nextTurn();
    await it.clock.elapses(12_000);
    await it.shows("no positions yet for 12s");
    await expectScreen(`${columns}x24-late`, it);
  });

  it("at 60x24 in ASCII, while it is rate limited", async () => {
    const it = await watch(THREE, [], { columns: 60, env: { NO_COLOR: "1", LANG: "C" } });
    it.served.failure = answer(429, "", { "retry-after": "42" });
    await it.passes(30_000);
    await it.shows("rate limited");
    await it.passes(2_000);
    await it.shows("attempt 2 in 40s");
    await expectScreen("60x24-limited-ascii", it);
  });
});
