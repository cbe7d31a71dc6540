import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { BrokenPipeError } from "../../src/terminal/io.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";
import { THREE, watch, watchedService } from "../support/watched.js";

const BTC = position(1, { performance: performance() });
const ETH = position(2, { asset: "ETH", performance: performance() });
const SOL = position(3, { asset: "SOL", performance: performance() });

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-state-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The name of a state file that does not exist yet. */
function stateFile(): string {
  return join(temporaryDirectory(), "watch.state");
}

/** A state file after a watch of some positions. */
async function stateAfter(
  positions: readonly Record<string, unknown>[],
  words: readonly string[] = [],
): Promise<string> {
  const path = stateFile();
  await play([positions], ["--state-file", path, ...words]);
  return path;
}

describe("--state-file", () => {
  it("stores the positions of a round, readable by the user alone, with nothing left beside it", async () => {
    const path = await stateAfter([BTC]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, ".."))).toEqual(["watch.state"]);
    expect(readFileSync(path, "utf8")).toContain(uuidOf(1));
  });

  it("makes what happened between two watches events of the second one", async () => {
    const path = await stateAfter([BTC, ETH]);
    const moved = position(1, { performance: performance({ net_pnl: 80 }) });
    const { notices, events } = await play([[SOL, moved], [moved]], ["--state-file", path]);
    expect(notices[0]).toMatchObject({ event: "started", since: "2026-06-01T12:00:00Z" });
    expect(events).toMatchObject([
      { event: "opened", position_id: uuidOf(3) },
      { event: "changed", changes: { "performance.net_pnl": { old: 81.5, new: 80 } } },
      { event: "removed", position_id: uuidOf(2), position: ETH },
      { event: "removed", position_id: uuidOf(3) },
    ]);
    expect((await play([[moved]], ["--state-file", path])).events).toEqual([]);
  });

  it("keeps every digit of a position that is removed later", async () => {
    const path = stateFile();
    const exact = JSON.stringify({ data: [BTC], next_cursor: null }).replace(
      '"quantity":0.5',
      '"quantity":0.10000000000000000001',
    );
    await play([answer(200, exact)], ["--state-file", path]);
    const { stdout } = await play([[]], ["--state-file", path]);
    expect(stdout).toContain('"event":"removed"');
    expect(stdout).toContain('"quantity":0.10000000000000000001');
  });

  it("lets --initial print the positions only when there is nothing to compare with", async () => {
    const path = stateFile();
    const words = ["--initial", "--state-file", path];
    expect((await play([[BTC]], words)).events).toMatchObject([{ event: "initial" }]);
    expect((await play([[BTC, ETH]], words)).events).toMatchObject([
      { event: "opened", position_id: uuidOf(2) },
    ]);
  });

  it("does not repeat an alert that held when the last watch ended, unless the condition changed", async () => {
    const path = stateFile();
    const words = ["--state-file", path, "--alert", "asset == 'BTC'"];
    expect((await play([[BTC]], words)).events).toMatchObject([{ event: "alert" }]);
    expect((await play([[BTC]], words)).events).toEqual([]);
    const other = ["--state-file", path, "--alert", "asset != 'ETH'"];
    expect((await play([[BTC]], other)).events).toMatchObject([{ event: "alert" }]);
  });

  it("is not shared by a watch of changes and one of alerts, which stores no positions", async () => {
    const path = await stateAfter([BTC], ["--status", "open"]);
    const before = readFileSync(path, "utf8");
    const { env } = await watchedService([BTC]);
    const { code, stderr } = await carry(["watch", "--once", "--state-file", path], { env });
    expect([code, stderr]).toEqual([
      9,
      expect.stringContaining(
        "belongs to a watch with --status open, --performance, not to one for alerts with --status open",
      ),
    ]);
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("is not updated with a round whose lines were not written", async () => {
    const path = await stateAfter([BTC]);
    const before = readFileSync(path, "utf8");
    const gone = () => {
      throw new BrokenPipeError("the reader has gone away");
    };
    await play([[BTC, ETH]], ["--state-file", path], { write: gone });
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(join(path, ".."))).toEqual(["watch.state"]);
    const { events } = await play([[BTC, ETH]], ["--state-file", path]);
    expect(events).toMatchObject([{ event: "opened", position_id: uuidOf(2) }]);
  });

  it("does not contain the API key, even if the service repeats it", async () => {
    const path = stateFile();
    const key = "carry_live_0123456789";
    const echo = position(1, { performance: performance(), note: `key ${key}` });
    await play([[echo]], ["--state-file", path], { key });
    expect(readFileSync(path, "utf8")).toContain('"note":"key ****"');
    const { events } = await play([[echo]], ["--state-file", path], { key });
    expect(events).toMatchObject([{ event: "changed", changes: { note: { old: "key ****" } } }]);
  });

  it("keeps a symbolic link, and replaces the file behind it", async () => {
    const path = await stateAfter([BTC]);
    const link = join(temporaryDirectory(), "link");
    symlinkSync(path, link);
    await play([[ETH]], ["--state-file", link]);
    expect(readFileSync(path, "utf8")).toContain(uuidOf(2));
    expect(readFileSync(link, "utf8")).toBe(readFileSync(path, "utf8"));
  });

  it("removes temporary files that a killed watch has left", async () => {
    const path = await stateAfter([BTC]);
    writeFileSync(`${path}.${crypto.randomUUID()}.tmp`, "half");
    await play([[BTC]], ["--state-file", path]);
    expect(readdirSync(join(path, ".."))).toEqual(["watch.state"]);
  });

  it("fills the log of a shown watch with what happened since the last one", async () => {
    const path = stateFile();
    const [first, ...others] = THREE;
    await play([first === undefined ? [] : [first]], ["--state-file", path]);
    const shown = await watch(others, ["--state-file", path]);
    await shown.shows(/opened +ETH/);
    expect(shown.screen.text()).toMatch(/vanished +BTC/);
    shown.press("q");
    expect(await shown.ended).toBe(0);
    const { events } = await play([others], ["--state-file", path]);
    expect(events).toEqual([]);
  });
});

/** Runs a watch that must fail before anything is sent. */
async function refusal(path: string, words: readonly string[] = []) {
  const server = await faultyServer(() => {});
  const before = existsSync(path) && statSync(path).isFile() ? readFileSync(path, "utf8") : "";
  const performance = words.includes("--no-performance") ? [] : ["--performance"];
  const { code, stdout, stderr } = await carry(
    ["positions", "list", "--watch", "--state-file", path, ...performance, ...words],
    { env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO } },
  );
  expect([code, stdout, server.requests]).toEqual([9, "", []]);
  if (before !== "") expect(readFileSync(path, "utf8")).toBe(before);
  return stderr;
}

describe("a state file that cannot be used ends the watch with 9, and is not overwritten:", () => {
  const damages: readonly (readonly [what: string, damage: (text: string) => string])[] = [
    ["cut short", (text) => text.slice(0, -20)],
    ["with a changed digit", (text) => text.replace('"quantity":0.5', '"quantity":0.6')],
    ["empty", () => ""],
    ["of another program", () => '{"version":1}\n'],
    ["with more behind its end", (text) => `${text}x`],
    ["with null in the first line", () => "null\n"],
  ];
  it.each(damages)("one %s", async (_what, damage) => {
    const path = await stateAfter([BTC]);
    writeFileSync(path, damage(readFileSync(path, "utf8")));
    expect(await refusal(path)).toBe(
      `error: the state file ${path} is damaged, or is no state file of carry\nhint: restore it, or remove it to start without it\n`,
    );
  });

  it("one of a newer version", async () => {
    const path = await stateAfter([BTC]);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('{"carry_watch_state":1,', '{"carry_watch_state":2,'));
    expect(await refusal(path)).toBe(
      `error: the state file ${path} was written by a newer version of carry (format 2)\nhint: update carry, or name another file with --state-file\n`,
    );
  });

  it("one of another portfolio", async () => {
    const path = await stateAfter([BTC]);
    const other = "22222222-2222-4222-8222-222222222222";
    expect(await refusal(path, ["--portfolio", other])).toContain(
      `error: the state file ${path} belongs to portfolio ${PORTFOLIO}, not to ${other}\n`,
    );
  });

  it.each([
    [["--asset", "ETH"], "not to one with --asset ETH, --performance"],
    [["--no-performance"], "not to one without filters or --performance"],
  ])("one of a watch with other options: %s", async (words, text) => {
    const path = await stateAfter([BTC]);
    expect(await refusal(path, words)).toContain(
      `error: the state file ${path} belongs to a watch with --performance, ${text}\n`,
    );
  });

  it("a directory, and a path that cannot be read", async () => {
    const directory = temporaryDirectory();
    expect(await refusal(directory)).toContain(
      `error: cannot read ${directory}: it is a directory\n`,
    );
    const below = join(await stateAfter([BTC]), "state");
    expect(await refusal(below)).toContain(`error: cannot read ${below}: a part of its path`);
  });
});

describe("a state file", () => {
  it("may list the values of a filter in another order", async () => {
    const path = await stateAfter([BTC], ["--asset", "BTC,ETH"]);
    const { code } = await play([[BTC]], ["--state-file", path, "--asset", "ETH,BTC"]);
    expect(code).toBe(130);
  });

  it("that cannot be written ends the watch with 9 before its first line", async () => {
    const path = join(temporaryDirectory(), "nowhere", "state");
    const { code, writes, stderr } = await play([[BTC]], ["--state-file", path]);
    expect(writes).toEqual([]);
    expect(stderr).toContain(`error: cannot write ${path}: a part of its path does not exist\n`);
    expect(code).toBe(9);
  });

  it("that another watch has written ends the watch with 9, and stays as that one left it", async () => {
    const path = await stateAfter([BTC]);
    let writes = 0;
    const { code, stderr } = await play([[BTC], [BTC, ETH]], ["--state-file", path], {
      write() {
        if (++writes === 2) writeFileSync(path, "of the other");
      },
    });
    expect(stderr).toContain(
      `error: the state file ${path} was changed by another process during the watch\n`,
    );
    expect([code, readFileSync(path, "utf8")]).toEqual([9, "of the other"]);
    expect(readdirSync(join(path, ".."))).toEqual(["watch.state"]);
  });

  it.runIf(process.getuid?.() !== 0)(
    "in a directory without write access is not written",
    async () => {
      const directory = join(temporaryDirectory(), "locked");
      mkdirSync(directory);
      chmodSync(directory, 0o500);
      const { code } = await play([[BTC]], ["--state-file", join(directory, "state")]);
      expect(code).toBe(9);
    },
  );
});
