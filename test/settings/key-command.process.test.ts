import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { type KeyCommandOptions, runKeyCommand } from "../../src/run/settings/key-command.js";
import { preloading } from "../support/preload.js";
import { finish, startCarry } from "../support/process.js";
import { CTRL_C, openTerminal } from "../support/pty.js";
import { PORTFOLIO } from "../support/records.js";
import { script, tempHome } from "./home.js";

/** Processes that a command may start before it hangs. */
const HELPERS = [
  ["a helper", "sleep 300 &"],
  ["a helper that says nothing", "sleep 300 >/dev/null 2>&1 &"],
  ["a helper of a helper", "(sleep 300 & sleep 300) &"],
  ["a helper whose parent has ended", "(sleep 300 &)"],
  ["a helper that ignores signals", "(trap '' HUP INT TERM; sleep 300) &"],
] as const;

/** A command that never prints a key. Its processes hold a pipe, which closes when all have ended. */
function hangingCommand(helper: string, afterwards = "sleep 300") {
  const home = tempHome();
  const pipe = join(home.path, "pipe");
  execFileSync("mkfifo", [pipe]);
  const body = `exec 9>${pipe}\n${helper}\necho started >&9\n${afterwards}`;
  const path = script(home, "give-key", body);
  const stream = createReadStream(pipe).resume();
  return { home, path, started: once(stream, "data"), gone: once(stream, "end") };
}

const quiet: KeyCommandOptions = {
  env: { PATH: process.env.PATH ?? "" },
  signal: new AbortController().signal,
  sleep: () => new Promise(() => {}),
  hasTerminal: false,
};

describe("what a command for a key has started without a terminal", () => {
  it.each(HELPERS)("ends with it when it takes too long: %s", async (_what, helper) => {
    const { path, started, gone } = hangingCommand(helper);
    const sleep = async () => void (await started);
    const { fault } = await runKeyCommand([path], { ...quiet, sleep });
    expect(fault).toBe("printed no key within 60 s and was stopped");
    await gone;
  });

  it.each(HELPERS)("ends with it when carry is interrupted: %s", async (_what, helper) => {
    const { path, started, gone } = hangingCommand(helper);
    const controller = new AbortController();
    const running = runKeyCommand([path], { ...quiet, signal: controller.signal });
    await started;
    controller.abort(new Interrupted("SIGTERM"));
    await expect(running).rejects.toBeInstanceOf(Interrupted);
    await gone;
  });

  it("stays when it has made a session of its own", async () => {
    const { home, path, started, gone } = hangingCommand(
      "setsid sh -c 'echo $$ >agent; exec sleep 300' >/dev/null 2>&1 9>&- &\nwhile ! [ -s agent ]; do :; done",
    );
    const agent = join(home.path, "agent");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("agent", agent));
    const sleep = async () => void (await started);
    await runKeyCommand([path], { ...quiet, sleep });
    await gone;
    const pid = Number(readFileSync(agent, "utf8"));
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    expect(process.kill(pid, 0)).toBe(true);
  });

  it("stays when the command has ended with its line", async () => {
    const helper = "sleep 300 >/dev/null 2>&1 & echo $! >helper";
    const { home, path, gone } = hangingCommand(helper, "echo the-key");
    const file = join(home.path, "helper");
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(">helper", `>${file}`));
    expect(await runKeyCommand([path], quiet)).toEqual({ line: "the-key" });
    expect(process.kill(Number(readFileSync(file, "utf8")), "SIGKILL")).toBe(true);
    await gone;
  });
});

describe("the api-key-command of a profile leaves nothing behind", () => {
  const LINE = ["positions", "list"];

  function hangingProfile(helper: string) {
    const command = hangingCommand(helper);
    const { home, path } = command;
    const profile = {
      "base-url": "http://127.0.0.1:1",
      "api-key-command": path,
      portfolio: PORTFOLIO,
    };
    mkdirSync(home.directory, { mode: 0o700 });
    const text = JSON.stringify({ version: 1, current: "a", profiles: { a: profile } });
    writeFileSync(home.file, text, { mode: 0o600 });
    return { ...command, env: home.env };
  }

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ] as const)("on %s", async (signal, code) => {
    const { env, started, gone } = hangingProfile("sleep 300 &");
    const child = startCarry(LINE, env);
    await started;
    child.kill(signal);
    expect((await finish(child)).code).toBe(code);
    await gone;
  });

  it("when it takes too long", async () => {
    const { env, gone } = hangingProfile("sleep 300 &");
    const fast = { NODE_OPTIONS: preloading("fast-clock.cjs"), TEST_SPEED: "60" };
    const { code, stderr } = await finish(startCarry(LINE, { ...env, ...fast }));
    expect([code, stderr]).toEqual([3, expect.stringContaining("within 60 s and was stopped")]);
    await gone;
  });

  it("on Ctrl-C, and when the terminal goes away", async () => {
    for (const [end, code] of [
      ["type", 130],
      ["hangUp", 129],
    ] as const) {
      const { env, started, gone } = hangingProfile("");
      const terminal = openTerminal(LINE, env);
      await started;
      terminal[end](CTRL_C);
      expect(await terminal.ended).toBe(code);
      await gone;
    }
  });
});
