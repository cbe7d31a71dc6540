import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { profileEnv } from "../settings/home.js";
import { alternatingService } from "../support/alternating.js";
import { CARRY } from "../support/bundle.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { CTRL_C, ENTER, openProgram, openTerminal, type TerminalOptions } from "../support/pty.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { hasSmallDisk, mountSmallDisk } from "../support/small-disk.js";
import { createVirtualTerminal } from "../support/vt.js";

const WATCH = ["watch"];
/** The beginning of the last line of a screen, which is written last. */
const KEYS = "/ filter";
const ESCAPE = "\u001b";
/** Starts a service whose only position has earned as many dollars as there were requests for it. */
async function service(): Promise<Record<string, string>> {
  let count = 0;
  const server = await faultyServer((socket, request) => {
    if (request.startsWith("GET /v1/funding/"))
      return void socket.write(answer(200, '{"data":[]}'));
    count++;
    const data = [position(1, { performance: performance({ net_pnl: count }) })];
    socket.write(answer(200, JSON.stringify({ data, next_cursor: null })));
  });
  return {
    CARRY_BASE_URL: server.url,
    CARRY_API_KEY: "k",
    CARRY_PORTFOLIO: PORTFOLIO,
    CARRY_CONFIG_DIR: "/nonexistent",
  };
}

/** Writes a file until there is no more space. */
function writeUntilFull(path: string): void {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(4096), { flag: "a" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Writes a file with one rule, and returns its path. */
function rulesOf(condition: string): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-rules-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "rules.toml");
  writeFileSync(path, `[[rule]]\nname = "rising"\nwhen = '${condition}'\n`);
  return path;
}

/** Returns the path of the only stored state once nothing in it waits to be told. */
function storedIn(directory: string): string {
  const [name = "", ...others] = readdirSync(directory).filter((it) => it.endsWith(".json"));
  expect(others).toEqual([]);
  const path = join(directory, name);
  expect(readFileSync(path, "utf8")).toMatch(/waiting\W+\[\]/);
  return path;
}

interface WatchOptions extends TerminalOptions {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a watch on a pseudo-terminal, and returns its screen. */
async function watch({ words = [], env, ...options }: WatchOptions = {}) {
  const { columns = 80, rows = 24 } = options;
  const argv = [...WATCH, ...words];
  const terminal = openTerminal(
    argv,
    { ...(await service()), ...env },
    { ...options, columns, rows },
  );
  const screen = createVirtualTerminal(columns, rows);
  terminal.onData(screen.feed);
  await terminal.shows("updated ");
  expect(screen.taken).toBe(true);
  return { ...terminal, picture: screen };
}

describe("a watch on a real terminal", () => {
  it("shows the positions, refreshes with R, and ends with q", async () => {
    const it = await watch();
    expect(it.picture.lines()[2]).toMatch(
      /^\[1\]Now {2}2 PnL {2}3 Funding {2}4 Risk {2}5 Next +updated /,
    );
    expect(it.picture.lines()[4]).toMatch(/^>. BTC\.0000 .* ~\+1 /);
    it.type("R");
    await it.shows("+2");
    it.type("q");
    expect(await it.ended).toBe(0);
    expect(it.picture.taken).toBe(false);
  });

  it("takes an Esc for itself, and the keys of arrows for arrows", async () => {
    const it = await watch();
    it.type("?");
    await it.shows("Esc back");
    it.type(`${ESCAPE}[B`); // scrolls, and does not close
    it.type("?");
    await it.shows(KEYS);
    it.type("e");
    await it.shows("Nothing has happened since the watch began.");
    it.type(ESCAPE);
    await it.shows(KEYS);
    expect(it.picture.lines()[4]).toMatch(/^>. BTC\.0000 /);
  });

  it("follows the terminal's size", async () => {
    const it = await watch();
    it.picture.resize(120, 40);
    it.resize(120, 40);
    await it.shows("e events"); // a key that there was no room for
    expect(it.picture.lines()[3]).toMatch(/age .*30d/); // and columns
    expect(it.picture.lines()[39]).toMatch(/^\? keys .* e events$/);
    it.picture.resize(40, 10);
    it.resize(40, 10);
    await it.shows(KEYS);
    expect(it.picture.lines()[9]).toMatch(/^\? keys/);
    expect(it.picture.overflows).toBe(0);
  });

  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGQUIT", 131],
    ["SIGTERM", 143],
  ])("restores it when %s ends the watch", async (signal, code) => {
    const it = await watch();
    it.kill(signal);
    expect(await it.ended).toBe(code);
    expect(it.picture.taken).toBe(false);
    expect(it.picture.text()).toBe(`error: interrupted by ${signal}`);
  });

  it("restores it when a defect ends the watch, and then reports the defect", async () => {
    const defect = 'process.on("SIGUSR2", () => { throw new Error("a defect"); });';
    const it = await watch({ node: ["--import", `data:text/javascript,${defect}`] });
    it.kill("SIGUSR2");
    expect(await it.ended).toBe(1);
    expect(it.picture.taken).toBe(false);
    expect(it.picture.text()).toMatch(/^error: a defect\nhint: this is a defect of carry/);
  });

  it("ends when the terminal goes away", async () => {
    const it = await watch();
    it.hangUp();
    expect(await it.ended).toBe(129);
  });
});

describe.runIf(hasSmallDisk)("a watch that remembers its alerts on a disk that fills up", () => {
  it("goes on, names the file and the reason, and keeps what was stored", async () => {
    const disk = await mountSmallDisk(64);
    onTestFinished(() => disk.close());
    const it = await watch({
      words: ["--on-alert", "true", "--rules", rulesOf("net_pnl > 1")],
      env: { CARRY_STATE_DIR: disk.path },
    });
    const file = await vi.waitFor(() => storedIn(join(disk.path, "alerts")));
    const before = readFileSync(file, "utf8");
    writeUntilFull(join(disk.path, "other"));
    it.type("R");
    await it.shows("the disk is full");
    await vi.waitFor(() =>
      expect(it.picture.text()).toMatch(/^>. BTC\.0000 .* ~\+2 {2}rising: net_pnl 2/m),
    );
    expect(it.picture.text().replaceAll("\n", " ")).toContain(
      `warning: cannot write ${file}: the disk`,
    );
    expect(readFileSync(file, "utf8")).toBe(before);
    it.type("q");
    expect(await it.ended).toBe(0);
    expect(it.picture.taken).toBe(false);
  });
});

describe("an alert of a watch with redirected output", () => {
  it("rings the bell of the terminal of stderr once", async () => {
    const { env, rules } = await alternatingService(1000);
    const line = `$WATCH -o ndjson --rules ${rules} | grep -m 1 '"rule":"loss"' >/dev/null; echo code=$?`;
    const it = openProgram(["sh", "-c", line], {
      ...env,
      ...profileEnv({ ignore: "legs_missing,performance_stale" }),
      WATCH: [process.execPath, CARRY, ...WATCH].join(" "),
    });
    const screen = createVirtualTerminal(120, 40);
    it.onData(screen.feed);
    await it.shows("code=0");
    expect(screen.bells).toBe(1);
    expect(screen.text()).toBe("code=0");
  });
});

describe("a watch in a shell with job control", () => {
  const CTRL_Z = "\u001a";
  /** A command that shows whether the terminal echoes keys, reads lines, and makes signals of keys. */
  const MODES = `stty -a | tr ' ' '\\n' | grep -x -e '-*isig' -e '-*icanon' -e '-*echo' | tr '\\n' ' '`;
  const AS_USUAL = "isig icanon echo ";

  it("is stopped with Ctrl-Z, continues with fg, and restores the keyboard", async () => {
    const watchLine = [process.execPath, CARRY, ...WATCH].join(" ");
    const it = openProgram(["bash", "--norc", "--noprofile", "--noediting", "-i"], {
      ...(await service()),
      PS1: "ready> ",
      WATCH: watchLine,
    });
    const screen = createVirtualTerminal(120, 40);
    it.onData(screen.feed);
    const enter = async (line: string, answer: string) => {
      await it.shows("ready> ");
      it.type(line + ENTER);
      await it.shows(answer);
    };
    await enter("$WATCH", KEYS);
    it.type(CTRL_Z);
    await it.shows("Stopped");
    expect(screen.taken).toBe(false);
    await enter(MODES, AS_USUAL);
    await enter("fg", KEYS);
    expect(screen.taken).toBe(true);
    it.type("R");
    await it.shows("+2");
    it.type(CTRL_C);
    await it.shows("interrupted by SIGINT");
    expect(screen.taken).toBe(false);
    await enter("echo code=$?", "code=130");
    await enter(MODES, AS_USUAL);
    await enter("exit", "exit");
    expect(await it.ended).toBe(0);
  });
});
