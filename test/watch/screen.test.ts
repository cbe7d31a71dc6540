import { describe, expect, it } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { answer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { performance, position, uuidOf } from "../support/records.js";
import { earning, THREE, watch, watchedService } from "../support/watched.js";
import { createTestClock, watching } from "../support/watching.js";

/** Returns the assets of the rows, from top to bottom. */
function assets({ screen }: { screen: { lines(): string[] } }): string[] {
  return screen
    .lines()
    .map((line) => /^[> ][●!○ ] (BTC|ETH|SOL)\b/.exec(line)?.[1])
    .filter((asset) => asset !== undefined);
}

describe("carry watch on a terminal", () => {
  it("shows the positions on the whole screen, restores it with q, and leaves where it ended", async () => {
    const it = await watch(THREE);
    expect(it.screen.taken).toBe(true);
    const lines = it.screen.lines();
    expect(lines.slice(0, 4)).toEqual([
      "3 open  run unknown · net +600 · fees -31                        0 of 3 · 12:00Z",
      "3 unknown",
      "[1]Now  2 PnL  3 Funding  4 Risk  5 Next         updated 12:00:00Z · next in 30s",
      "   position  long/short       size  7d/d  next 7d  ±   net  away  why",
    ]);
    expect(lines[4]).toMatch(/^>○ BTC\.0000 +binance\/bybit .* \+300 .* mark \d+d old$/);
    expect(assets(it)).toEqual(["BTC", "ETH", "SOL"]);
    expect(lines.at(-1)).toMatch(/^\? keys {2}q quit {2}Enter open {2}\/ filter {2}o sort /);
    it.press("q");
    expect(await it.ended).toBe(0);
    expect(it.screen.taken).toBe(false);
    expect(it.screen.text()).toBe("");
    expect(it.stderr()).toBe("");
  });

  it("shows in wide terminals all of the keys, and how to quit", async () => {
    const it = await watch(THREE, [], { columns: 120 });
    expect(it.screen.lines().at(-1)).toMatch(/x exchange {2}a acknowledge {2}e events$/);
  });

  it("fetches again at each interval, and highlights changes for one round", async () => {
    const it = await watch(THREE, ["1m"]);
    expect(it.screen.highlighted()).toEqual([]);
    it.served.positions = [earning(1, "BTC", 300), earning(2, "ETH", 111), earning(3, "SOL", 200)];
    await it.passes(59_000);
    expect(it.requests).toHaveLength(1);
    expect(it.screen.text()).toContain("next in 1s");
    await it.passes(1_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.highlighted()).toEqual(["↑+111"]);
    await it.passes(60_000);
    await it.shows("updated 12:02:00Z");
    expect(it.screen.highlighted()).toEqual([]);
  });

  it("highlights them as long as the next round is fetched, and not once it has failed", async () => {
    const it = await watch(THREE);
    it.served.positions = [earning(1, "BTC", 300), earning(2, "ETH", 111), earning(3, "SOL", 200)];
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    let answers = () => {};
    it.served.held = new Promise<void>((resolve) => {
      answers = resolve;
    });
    it.served.failure = Buffer.from("HTTP/1.1 503 X\r\ncontent-length: 0\r\n\r\n");
    const round = it.passes(30_000);
    await it.shows("refreshing");
    expect(it.screen.highlighted()).toEqual(["↑+111"]);
    answers();
    await round;
    await it.shows("failed");
    expect(it.screen.highlighted()).toEqual([]);
  });

  it("keeps the set of columns from round to round, until the size changes", async () => {
    const wide = [earning(1, "BTC".repeat(11), 1e15), ...THREE.slice(1)];
    const it = await watch(wide);
    const headings = () => it.screen.lines()[3]?.trim().replaceAll(/ +/g, " ");
    const before = headings();
    expect(before).not.toContain("size");
    it.served.positions = THREE;
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    expect(it.screen.text()).not.toContain("1,000,000,000");
    expect(headings()).toBe(before);
    it.resize(120, 24);
    await it.shows(/^ {3}position .* size .*net .*why/m);
  });

  it.each([80, 120, 200])("highlights a new position as a whole at %i columns", async (columns) => {
    const it = await watch(THREE.slice(0, 2), [], { columns });
    it.served.positions = THREE;
    await it.passes(30_000);
    await it.shows("updated 12:00:30Z");
    const row = it.screen.lines().find((line) => line.startsWith(" ○ SOL.")) ?? "";
    const cells = row.trim().split(/ {2,}/);
    expect(cells.length).toBeGreaterThan(5);
    expect(it.screen.highlighted().join("  ")).toBe(cells.join("  "));
  });

  it("shows changes of the figures of the built-in sandbox", async () => {
    const argv = ["--profile", "sandbox", "watch", "5m"];
    const it = watching(argv, { clock: createTestClock(NOW), columns: 120 });
    await it.shows("updated 12:00:00Z");
    expect(it.screen.lines()[0]).toMatch(/^15 open .* \d+ of 15 · 12:00Z$/);
    await it.passes(300_000);
    await it.shows("updated 12:05:00Z");
    expect(it.screen.highlighted().length).toBeGreaterThan(0);
  });

  it("reports that there are no positions", async () => {
    const it = await watch([]);
    expect(it.screen.text()).toContain("No open positions.");
    expect(it.screen.lines()[0]).toBe("no open positions");
  });
});

describe("carry watch -o ndjson on a terminal", () => {
  it("writes lines of JSON, made harmless", async () => {
    const { served, env } = await watchedService([]);
    const clock = createTestClock(NOW);
    const argv = ["watch", "-o", "ndjson", "--query", "asset"];
    const terminal = watching(argv, { env, clock });
    served.positions = [];
    await terminal.passes(1_000);
    served.positions = [position(1, { asset: "BTC\u202e", legs: [], performance: performance() })];
    await terminal.passes(29_000);
    expect(terminal.screen.text()).toBe('"BTC\\u202e"');
    expect(terminal.screen.taken).toBe(false);
  });
});

describe("the keys of a watch", () => {
  it("sort by a column of a list with o, again the other way round, and as listed", async () => {
    const it = await watch(THREE);
    it.press("o");
    await it.shows(">as carry list orders it");
    it.press("\u001b[Fkkkk\r");
    await it.shows("by net, ascending");
    expect(assets(it)).toEqual(["ETH", "SOL", "BTC"]);
    it.press("o");
    await it.shows(">net, ascending: descending");
    it.press("\r");
    await it.shows("by net, descending");
    expect(assets(it)).toEqual(["BTC", "SOL", "ETH"]);
    it.press("o");
    await it.shows(">net, descending");
    it.press("k\u001b");
    await it.clock.elapses(60);
    await it.shows(">○ BTC");
    expect(it.screen.text()).toContain("by net, descending");
    it.press("o");
    await it.shows(">net,");
    it.press("g\r");
    await it.shows(">○ BTC");
    expect(assets(it)).toEqual(["BTC", "ETH", "SOL"]);
    expect(it.screen.text()).not.toContain("descending");
  });

  it("refresh with R, but not more than once a second", async () => {
    const it = await watch(THREE);
    it.press("RRR");
    await it.shows("next in 1s");
    expect(it.requests).toHaveLength(1);
    await it.passes(1_000);
    await it.shows("updated 12:00:01Z");
    expect(it.requests).toHaveLength(2);
  });

  it("move the cursor by lines and pages, and the lines with it, with their range", async () => {
    const many = Array.from({ length: 50 }, (_, n) => earning(n, `A${n}`, n));
    const it = await watch(many, [], { rows: 24 });
    const room = Number(/1-(\d+) of 50/.exec(it.screen.lines().at(-1) ?? "")?.[1]);
    expect(room).toBeGreaterThan(16);
    it.press("\u001b[B");
    await it.shows(">○ A1.");
    expect(it.screen.lines().at(-1)).toContain(` 1-${room} of 50`);
    it.press("k\u001b[6~");
    await it.shows(`>○ A${room - 1}.`);
    it.press("j");
    await it.shows(` 2-${room + 1} of 50`);
    it.press("\u001b[F");
    await it.shows(` ${51 - room}-50 of 50`);
    expect(it.screen.text()).toContain(">○ A49.");
    it.press("\u001b[A\u001b[5~");
    await it.shows(` ${50 - room}-49 of 50`);
    expect(it.screen.text()).toContain(`>○ A${49 - room}.`);
    it.press("\u001b[H");
    await it.shows(` 1-${room} of 50`);
    expect(it.screen.text()).toContain(">○ A0.");
  });

  it("keep the cursor on its position when rows come and go, and on its line when it is gone", async () => {
    const it = await watch(THREE);
    it.press("jj");
    await it.shows(">○ SOL");
    it.served.positions = [earning(4, "ADA", 1), ...THREE];
    await it.passes(30_000);
    await it.shows(" ○ ADA");
    expect(it.screen.text()).toContain(">○ SOL");
    it.served.positions = THREE.slice(0, 2);
    await it.passes(30_000);
    await it.shows(">○ ETH");
  });

  it("are recognized however the terminal splits them, and ctrl-l redraws everything", async () => {
    const it = await watch(Array.from({ length: 50 }, (_, n) => earning(n, `A${n}`, n)));
    it.press("\u001b");
    it.press("[");
    it.press("B\u001b[1;5X\r");
    await it.shows(uuidOf(1));
    it.screen.feed("\u001b[2J");
    it.press("\u000c");
    await it.shows("[1]Now");
    expect(it.screen.text()).toContain(uuidOf(1));
  });

  it.each(["?", "\r"])("are explained with ?, until %j, with what is left out", async (key) => {
    const it = await watch(THREE, [], { columns: 70, rows: 40 });
    it.press("?");
    await it.shows("sort by a column");
    expect(it.screen.text()).toMatch(/Left out at this width: age, \S/);
    expect(it.screen.text()).toMatch(/^BTC\.0000 .*7d\/d, next 7d – The\nsettled funding/m);
    expect(assets(it)).toEqual([]);
    it.press(key);
    await it.shows(">○ BTC");
    expect(it.screen.text()).not.toContain("sort by a column");
  });

  it("are not mentioned without a keyboard", async () => {
    const { env } = await watchedService(THREE);
    const terminal = watching(["watch"], {
      env,
      clock: createTestClock(NOW),
      keyboard: false,
    });
    await terminal.shows("Ctrl-C quits");
    expect(terminal.screen.text()).not.toContain("o sort");
    terminal.interrupt(new Interrupted("SIGINT"));
    expect(await terminal.ended).toBe(130);
  });
});

describe("a failed round of a shown watch", () => {
  it("leaves the last figures with their age and the reason, and waits longer each time", async () => {
    const it = await watch(THREE);
    it.served.failure = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));
    await it.passes(30_000);
    await it.shows("failed: status 503 · attempt 2 in 30s · figures 30s old");
    expect(it.screen.text()).toContain("closed for repair (DOWN)");
    expect(assets(it)).toEqual(["BTC", "ETH", "SOL"]);
    await it.passes(30_000);
    await it.shows("failed 2 times: status 503 · attempt 3 in 1m · figures 1m old");
    await it.passes(60_000);
    await it.shows("failed 3 times: status 503 · attempt 4 in 2m · figures 2m old");
    it.served.failure = undefined;
    it.served.positions = [earning(1, "BTC", 310), ...THREE.slice(1)];
    await it.passes(120_000);
    await it.shows("updated 12:04:00Z · next in 30s");
    expect(it.screen.text()).not.toContain("closed for repair");
    expect(it.screen.highlighted()).toEqual(["↑+310"]);
  });

  it("waits for Retry-After, whatever key is pressed", async () => {
    const it = await watch(THREE);
    it.served.failure = answer(429, "", { "retry-after": "600" });
    await it.passes(30_000);
    await it.shows("failed: rate limited · attempt 2 in 10m · figures 30s old");
    it.press("r");
    await it.passes(599_000);
    expect(it.requests).toHaveLength(2);
    it.served.failure = undefined;
    await it.passes(1_000);
    await it.shows("updated 12:10:30Z");
  });

  it("stays on the screen also when the API key is refused, with the remedy", async () => {
    const it = await watch(THREE, [], { columns: 120 });
    const refused = { code: "UNAUTHORIZED", message: "API key missing or invalid" };
    it.served.failure = answer(401, JSON.stringify(refused));
    await it.passes(30_000);
    await it.shows("run `carry auth login`");
    expect(assets(it)).toEqual(["BTC", "ETH", "SOL"]);
  });

  it("ends the watch if it is the first round, with nothing on the screen", async () => {
    const { served, env } = await watchedService(THREE);
    served.failure = answer(503, "");
    const terminal = watching(["watch"], {
      env: { ...env, CARRY_RETRIES: "0" },
      clock: createTestClock(NOW),
    });
    expect(await terminal.ended).toBe(7);
    expect(terminal.screen.text()).toBe("");
    expect(terminal.stderr()).toMatch(/^error: /);
  });
});

describe("a message during a shown watch", () => {
  it("is above the keys until the next round begins", async () => {
    const it = await watch(THREE);
    it.served.positions = [...THREE, ...THREE.slice(0, 1)];
    await it.passes(30_000);
    await it.shows(/^warning: 1 position came twice and was counted once\n\? keys/m);
    expect(assets(it)).toEqual(["BTC", "ETH", "SOL"]);
    await it.passes(30_000);
    await it.shows("updated 12:01:00Z");
    expect(it.screen.text()).not.toContain("warning");
    expect(it.stderr()).toBe("");
  });
});

describe("the screen of a watch", () => {
  it("is redrawn when the size of the terminal changes", async () => {
    const it = await watch(THREE, [], { columns: 60 });
    expect(it.screen.lines()[3]).not.toContain("age");
    it.resize(160, 12);
    await it.shows(/^ {3}position.* age .* %\/yr .* 24h\/d/m);
    expect(it.screen.lines()).toHaveLength(12);
    expect(it.screen.lines().at(-1)).toMatch(/^\? keys/);
    it.resize(30, 8);
    await it.shows(/^> *position +○ BTC\.0000$/m);
    expect(it.screen.lines().at(-1)).toMatch(/^\? keys/);
  });

  it("is never wider than the terminal", async () => {
    const it = await watch([...THREE, position(4, { legs: [], performance: performance() })]);
    it.served.failure = answer(503, JSON.stringify({ code: "DOWN", message: "long ".repeat(50) }));
    await it.passes(30_000);
    for (const [columns, rows] of [20, 37, 58, 80, 133, 200].flatMap((columns) =>
      [1, 2, 5, 9, 24].map((rows) => [columns, rows] as const),
    )) {
      for (const keys of ["??", "?", "e", "eo", "\r", "x"]) {
        it.resize(columns, rows);
        it.press(keys);
        await it.passes(1_000);
        expect(it.screen.overflows).toBe(0);
        expect(it.screen.lines()).toHaveLength(rows);
      }
    }
  });

  it("is restored when a signal ends it", async () => {
    const it = await watch(THREE);
    it.interrupt(new Interrupted("SIGTERM"));
    expect(await it.ended).toBe(143);
    expect(it.screen.taken).toBe(false);
  });

  it("ends with Ctrl-C like any other command", async () => {
    const it = await watch(THREE);
    it.press("\u0003");
    expect(await it.ended).toBe(130);
    expect(it.screen.taken).toBe(false);
  });

  it("writes only changed lines, and each screen at once", async () => {
    const it = await watch(THREE);
    const { frames } = it.screen;
    await it.passes(5_000);
    await it.shows("next in 25s");
    expect(it.screen.frames).toBe(frames + 5);
    it.press("c");
    it.press("?");
    await it.shows("sort by a column");
    expect(it.screen.frames).toBe(frames + 6);
  });

  it("makes text from the service harmless", async () => {
    const it = await watch([position(1, { asset: "BTC\u001b[2J\u202e" })]);
    expect(it.screen.text()).toContain("BTC\\x1b[2J\\u202e");
  });
});
