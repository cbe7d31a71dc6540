import { describe, expect, it } from "vitest";
import { CARRY } from "../support/bundle.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { preloading } from "../support/preload.js";
import { CTRL_C, ENTER, openProgram, openTerminal, type TerminalOptions } from "../support/pty.js";
import { PORTFOLIO, performance, position } from "../support/records.js";
import { createVirtualTerminal } from "../support/vt.js";

const WATCH = ["positions", "list", "--watch", "--performance"];

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

/** Starts a watch on a pseudo-terminal, and returns its screen. */
async function watch(options: TerminalOptions = {}) {
  const { columns = 80, rows = 24 } = options;
  const terminal = openTerminal(WATCH, await service(), { ...options, columns, rows });
  const screen = createVirtualTerminal(columns, rows);
  terminal.onData(screen.feed);
  await terminal.shows("? help");
  expect(screen.taken).toBe(true);
  return { ...terminal, picture: screen };
}

describe("a watch on a real terminal", () => {
  it("shows the positions, refreshes with r, and ends with q", async () => {
    const it = await watch();
    expect(it.picture.lines()[0]).toBe("1 position, 1 open");
    expect(it.picture.text()).toContain("+1.00");
    it.type("r");
    await it.shows("+2.00");
    it.type("q");
    expect(await it.ended).toBe(0);
    expect(it.picture.taken).toBe(false);
    expect(it.picture.text()).toBe("");
  });

  it("follows the terminal's size", async () => {
    const it = await watch();
    it.picture.resize(120, 40);
    it.resize(120, 40);
    await it.shows("price PnL"); // a column that there was no room for
    await it.shows("? help");
    expect(it.picture.lines()[39]).toMatch(/^q quit/);
    it.picture.resize(40, 10);
    it.resize(40, 10);
    await it.shows("? help");
    expect(it.picture.lines()[9]).toMatch(/^q quit/);
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
});

describe("an alert of a watch with redirected output", () => {
  it("rings the bell of the terminal of stderr once", async () => {
    const alert = "--alert 'performance.net_pnl > `1`' --exit-on-alert";
    const it = openProgram(["sh", "-c", `$WATCH -o ndjson ${alert} >/dev/null; echo code=$?`], {
      ...(await service()),
      WATCH: [process.execPath, CARRY, ...WATCH].join(" "),
      NODE_OPTIONS: preloading("fast-clock.cjs"),
      TEST_SPEED: "1000",
    });
    const screen = createVirtualTerminal(120, 40);
    it.onData(screen.feed);
    await it.shows("code=10");
    expect(screen.bells).toBe(1);
    expect(screen.text()).toBe("code=10");
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
    await enter("$WATCH", "? help");
    it.type(CTRL_Z);
    await it.shows("Stopped");
    expect(screen.taken).toBe(false);
    await enter(MODES, AS_USUAL);
    await enter("fg", "? help");
    expect(screen.taken).toBe(true);
    it.type("r");
    await it.shows("+2.00");
    it.type(CTRL_C);
    await it.shows("interrupted by SIGINT");
    expect(screen.taken).toBe(false);
    await enter("echo code=$?", "code=130");
    await enter(MODES, AS_USUAL);
    await enter("exit", "exit");
    expect(await it.ended).toBe(0);
  });
});
