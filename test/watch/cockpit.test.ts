import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { carry } from "../support/carry.js";
import { deskForFile } from "../support/desk.js";
import { NOW } from "../support/now.js";
import { createTestClock, type Watching, watching } from "../support/watching.js";

const desk = deskForFile(12);

beforeEach(() => {
  desk().reset();
  desk().setTime(NOW);
});

function stateDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-cockpit-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

interface StartOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly state?: string;
}

/** Starts `carry watch` of a portfolio of the desk, or of several. */
async function start(words: readonly string[], options: StartOptions = {}) {
  const { columns = 120, rows = 40, state = stateDirectory() } = options;
  const clock = createTestClock(NOW);
  const places = { CARRY_STATE_DIR: state, CARRY_CACHE_DIR: join(state, "cache") };
  const env = { ...desk().env, ...places, NO_COLOR: "1" };
  const shown = watching(["watch", ...words], { env, clock, columns, rows });
  await shown.shows(/^(?![\s\S]*asking for )[\s\S]*updated 12:00:00Z/);
  desk().urls.length = 0;
  return {
    ...shown,
    /** Presses Esc, alone. */
    async escape() {
      shown.press("\u001b");
      await clock.elapses(60);
    },
    async quit() {
      shown.press("q");
      await shown.ended;
    },
  };
}

const MAIN = ["--portfolio", "main"];
const ALL = ["--portfolio", "all"];

const ROW = /^([> ])(?:[●!○ ] )?([A-Z]+\.[0-9a-f]+) /;

/** Returns the names of the positions of the rows, from top to bottom. */
const namesOf = ({ screen }: Pick<Watching, "screen">) =>
  screen.lines().flatMap((line) => ROW.exec(line)?.[2] ?? []);

/** Returns the row with the cursor. */
const cursorOf = ({ screen }: Pick<Watching, "screen">) =>
  screen.lines().find((line) => line.startsWith(">")) ?? "";

/** Returns a pattern of the row of a position with the cursor. */
const cursorAt = (name: string) => new RegExp(`^>(?:[●!○ ] )?${name.replace(".", "\\.")} `, "m");

/** The page of a position, and once the full position is there. */
const PAGE = /^leave +/m;
const FULL = /^(?![\s\S]*asking for)[\s\S]*\nleave +/;
const ETH_BELOW = /^ . ETH.*\n>. ETH/m;

/** Returns the paths that were requested. */
const asked = () => desk().urls.map((url) => url.split("?")[0] ?? "");

/** Resolves as soon as a full position was requested. */
async function opened(): Promise<void> {
  while (!asked().some((path) => path.startsWith("/v1/positions/"))) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("the pages of a watch", () => {
  it("are the views of a list, opened by 1 to 5 and Tab, each with its own cursor, and ask for nothing", async () => {
    const it = await start(MAIN);
    const [, , third = ""] = namesOf(it);
    it.press("jj");
    await it.shows(cursorAt(third));
    it.press("2");
    await it.shows("1 Now  [2]PnL  3 Funding  4 Risk  5 Next");
    expect(it.screen.lines()[3]).toMatch(/^ {3}position .* net +funding +price +fees .* why$/);
    it.press("j");
    await it.shows(/position .*\n .*\n>/);
    it.press("\t");
    await it.shows("[3]Funding");
    expect(it.screen.lines()[0]).toMatch(/^8 open .* next 7d .* held \d of \d/);
    it.press("\t");
    await it.shows("[4]Risk");
    expect(it.screen.lines()[0]).toMatch(/^nearest \d+ % · /);
    expect(it.screen.lines()[3]).toMatch(/ nearest leg +lev +away .* add$/);
    it.press("\t");
    await it.shows("[5]Next");
    expect(it.screen.lines()[0]).toMatch(/^8 open · next 13:00Z /);
    it.press("\t");
    await it.shows("[1]Now");
    expect(cursorOf(it)).toContain(third);
    it.press("\u001b[Z");
    await it.shows("[5]Next");
    it.press("2");
    await it.shows("[2]PnL");
    expect(it.screen.lines()[5]).toMatch(/^>/);
    expect(asked()).toEqual([]);
  });
});

describe("moving about in a watch", () => {
  it("keeps cursor, filter and sort when a position was opened, which is asked for once in a round", async () => {
    const it = await start(MAIN, { rows: 130 });
    it.press("/eth\r");
    await it.shows(/^\/eth: 2 positions$/m);
    it.press("o");
    await it.shows(">as carry list orders it");
    it.press("j\ro\r");
    await it.shows("/eth: 2 positions · by position, descending");
    it.press("j");
    await it.shows(ETH_BELOW);
    const before = it.screen.text();
    const [, , name = ""] = ROW.exec(cursorOf(it)) ?? [];
    expect(asked()).toEqual([]);
    for (let time = 0; time < 2; time++) {
      it.press("\r");
      await it.shows(PAGE);
      expect(it.screen.text()).toContain(name);
      await it.shows(FULL);
      await it.escape();
      await it.shows(ETH_BELOW);
      expect(it.screen.text()).toBe(before);
    }
    const id = name.split(".")[1];
    expect(asked()).toEqual([expect.stringMatching(`^/v1/positions/${id}[0-9a-f-]+$`)]);
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.text()).toContain("/eth: 2 positions · by position, descending");
    expect(cursorOf(it)).toContain(name);
    desk().urls.length = 0;
    it.press("\r");
    await it.shows(PAGE);
    await opened();
    expect(asked()).toHaveLength(1);
  });

  it("asks for the position that is open again with each round, and keeps what it had until then", async () => {
    const it = await start(MAIN, { rows: 130 });
    it.press("\r");
    await it.shows(FULL);
    desk().urls.length = 0;
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.text()).not.toContain("asking for");
    await opened();
    expect(asked().filter((path) => path.startsWith("/v1/positions/"))).toHaveLength(1);
  });

  it("filters while it is typed by assets, exchanges, reasons and any text, and shows all with Esc", async () => {
    const it = await start(MAIN);
    const all = namesOf(it);
    it.press("/eth gate");
    await it.shows("/eth gate_: 1 position");
    expect(namesOf(it)).toHaveLength(1);
    it.press("\u0015losing");
    await it.shows("/losing_: 1 position");
    it.press("\u0015solx");
    await it.shows("/solx_: 0 positions");
    expect(it.screen.text()).toContain("No row matches the filter.");
    it.press("\u007f\r");
    await it.shows("/sol: 1 position");
    expect(namesOf(it)).toEqual([expect.stringMatching(/^SOL/)]);
    it.press("4");
    await it.shows("[4]Risk");
    expect(new Set(namesOf(it))).toEqual(new Set([expect.stringMatching(/^SOL/)]));
    it.press("1");
    await it.shows("[1]Now");
    await it.escape();
    await it.shows(new RegExp(`^.. ${all.at(-1)} `, "m"));
    expect(namesOf(it)).toEqual(all);
    expect(asked()).toEqual([]);
  });

  it("groups by exchange with x, each position below all of its exchanges", async () => {
    const it = await start(MAIN);
    const all = namesOf(it);
    it.press("x");
    await it.shows(/^by exchange$/m);
    const groups = it.screen
      .lines()
      .flatMap((line) => /^ ([a-z]+) \((\d+)\)$/.exec(line)?.[1] ?? []);
    expect(groups).toEqual([...groups].sort());
    expect(groups).toEqual(expect.arrayContaining(["binance", "bybit", "gate", "okx"]));
    expect(new Set(namesOf(it))).toEqual(new Set(all));
    expect(namesOf(it).length).toBeGreaterThan(all.length);
    it.press("x");
    await it.shows(/^(?![\s\S]*by exchange)/);
    expect(namesOf(it)).toEqual(all);
    expect(asked()).toEqual([]);
  });

  it("shows with w the columns that do not fit instead of the others", async () => {
    const it = await start(MAIN, { columns: 80 });
    const headings = () => it.screen.lines()[3] ?? "";
    const usual = headings();
    expect(usual).toMatch(/^ {3}position +long\/short .* net .* why$/);
    expect(usual).not.toContain("%/yr");
    it.press("w");
    await it.shows(/^ {3}position +long\/short .* %\/yr .* why$/m);
    expect(headings()).not.toMatch(/ net /);
    it.press("w");
    await it.shows(usual);
  });

  it("takes keys that are typed faster than it draws as if they came one by one", async () => {
    const it = await start(MAIN);
    it.press("ojjjj\r");
    await it.shows("by size, ascending");
    it.press("/eth\r\r");
    await it.shows(/^. ETH.* {3}open \d+ days/m);
  });

  it("survives another size in the middle of everything", async () => {
    const it = await start(MAIN);
    it.press("/eth\r");
    await it.shows("/eth: 2 positions");
    for (const [key, text] of [
      ["j", ETH_BELOW],
      ["\r", PAGE],
      ["\r", /^>. ETH/m],
      ["a", "Enter choose"],
    ] as const) {
      it.press(key);
      await it.shows(text);
      for (const [columns, rows] of [
        [60, 10],
        [200, 60],
        [120, 40],
      ] as const) {
        it.resize(columns, rows);
        await it.passes(1_000);
        expect(it.screen.lines()).toHaveLength(rows);
        expect(it.screen.overflows).toBe(0);
      }
      await it.shows(text);
    }
    expect(it.screen.text()).toContain("/eth: 2 positions");
  });

  it("works while a round is under way, and while the service is lost, which is seen when it is back", async () => {
    const it = await start(MAIN, { rows: 130 });
    const [, second = ""] = namesOf(it);
    desk().refused.set("/v1/", 503);
    await it.passes(30_000);
    await it.shows("failed: status 503 · attempt 2 in 30s · figures 30s old");
    it.press("j");
    await it.shows(cursorAt(second));
    it.press("5");
    await it.shows("[5]Next");
    it.press("1\r");
    await it.shows(/^leave [\s\S]*\n\nthe service answered with status 503\n/m);
    await it.escape();
    await it.shows(cursorAt(second));
    desk().refused.clear();
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z · next in 30s");
    expect(it.screen.text()).not.toContain("failed");
    it.press("\r");
    await it.shows(/^(?![\s\S]*(?:asking for|the service))[\s\S]*\nleave +/);
  });
});

describe("acknowledged reasons", () => {
  /** Acknowledges the first reason of the first row for the first of the offered times. */
  async function acknowledge(it: Awaited<ReturnType<typeof start>>, down = "") {
    it.press("a");
    await it.shows(">turned 30 May");
    it.press(`${down}\r`);
    await it.shows(/ 1 acknowledged$/m);
  }

  it("leave the row and the counts", async () => {
    const it = await start(MAIN);
    const [first = ""] = namesOf(it);
    expect(cursorOf(it)).toMatch(/^>! .* turned 30 May$/);
    expect(it.screen.lines()[1]).toContain("1 cost funding");
    await acknowledge(it);
    expect(it.screen.text()).not.toMatch(/turned|! PEPE/);
    expect(namesOf(it)[0]).not.toBe(first); // it no longer stands before the others
    expect(namesOf(it)).toContain(first);
    expect(it.screen.lines()[1]).not.toContain("cost funding");
    expect(asked()).toEqual([]);
  });

  it("are taken back in the same list", async () => {
    const it = await start(MAIN);
    const [first = ""] = namesOf(it);
    await acknowledge(it, "jjj"); // until it clears
    it.press(`/${first}\ra`);
    await it.shows("acknowledged until it clears: take it back");
    it.press("\r");
    await it.shows("1 cost funding");
    expect(it.screen.lines()[1]).not.toContain("acknowledged");
  });
});

describe("a watch of several portfolios", () => {
  it("shows the others when one is refused, says which is missing, and reports no position as gone", async () => {
    const it = await start(ALL, { columns: 170 });
    expect(it.screen.text()).toMatch(/ west /);
    desk().refused.set(desk().idOf("west"), 403);
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.lines()[1]).toMatch(/^without west · /);
    const rows = it.screen.lines().filter((line) => ROW.test(line));
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.some((line) => line.includes(" west "))).toBe(false);
    expect(it.screen.text()).not.toContain("vanished");
    expect(it.screen.text()).not.toContain("cleared");
    desk().refused.clear();
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.text()).not.toContain("without west");
    expect(it.screen.text()).toMatch(/ west /);
    expect(it.screen.text()).not.toContain("opened");
  });
});

describe("carry watch elsewhere than on a terminal, and with -o ndjson", () => {
  it.each([
    ["with -o ndjson", ["-o", "ndjson"], {}],
    ["with -o json", ["-o", "json"], {}],
    ["where csv is the default", [], { CARRY_OUTPUT: "csv" }],
  ])("prints its alerts as events %s", async (_how, words, variables) => {
    const ending = new AbortController();
    const lines: string[] = [];
    await carry(["watch", ...words, ...MAIN], {
      env: { ...desk().env, ...variables, CARRY_STATE_DIR: stateDirectory() },
      clock: { now: () => NOW },
      signal: ending.signal,
      async write(text) {
        lines.push(...String(text).trim().split("\n"));
        ending.abort(new Error("enough"));
      },
    });
    const events = lines.map((line) => JSON.parse(line).event);
    expect(events[0]).toBe("started");
    expect(new Set(events.slice(1))).toEqual(new Set(["alert"]));
  });
});

describe("carry watch --once", () => {
  const once = (...words: string[]) =>
    carry(["watch", "--once", ...MAIN, ...words], { env: desk().env, clock: { now: () => NOW } });

  it("prints the page that --view names", async () => {
    const { stdout, code } = await once("--view", "risk");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^nearest .*\n.*\n1 Now .*\[4\]Risk/),
    ]);
  });

  it("prints the whole book without the keys, and no round to come", async () => {
    const { stdout, code } = await once();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^8 open .*\n1 cost funding .*\n\[1\]Now {2}2 PnL .* updated 12:00:00Z\n/,
    );
    expect(stdout).not.toMatch(/next in|\/ filter/);
    expect(stdout).not.toContain("\u001b");
  });

  it.each(["json", "csv", "tsv"])("prints it also where %s is the default", async (format) => {
    const env = { ...desk().env, CARRY_OUTPUT: format };
    const { stdout, code } = await carry(["watch", "--once", ...MAIN], {
      env,
      clock: { now: () => NOW },
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^8 open .*\n.*\n\[1\]Now /)]);
  });

  it.each([
    ["json", "--once prints a screen, not json"],
    ["csv", "csv"],
  ])("refuses -o %s, and names the command that has the figures", async (format, why) => {
    const { stderr, stdout, code } = await once("-o", format);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(why);
  });
});
