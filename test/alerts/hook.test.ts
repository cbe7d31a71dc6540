import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type HookIo, runHook } from "../../src/alerts/hook.js";
import { Interrupted } from "../../src/base/terminal/io.js";
import { SECRET_ENV } from "../support/secret-env.js";

const MESSAGE = { line: '{"event":"alert"}\n', env: { CARRY_EVENT: "alert", CARRY_TITLE: "a; b" } };

function tempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "carry-hook-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Surroundings of a hook, whose time passes when the test says so. */
function surroundings(env: Readonly<Record<string, string>> = {}) {
  const controller = new AbortController();
  const due = new Map<number, () => void>();
  const io: HookIo = {
    env: { PATH: process.env.PATH ?? "", ...env },
    signal: controller.signal,
    clock: {
      now: () => 0,
      elapsed: () => 0,
      sleep: async () => {},
      after(ms, callback) {
        due.set(ms, callback);
        return () => void due.delete(ms);
      },
    },
  };
  return {
    io,
    due,
    passes: (ms: number) => due.get(ms)?.(),
    abort: (it: unknown) => controller.abort(it),
  };
}

/** A command whose processes hold a pipe, which closes when all of them have ended. */
function holding(body: string, begin = "echo started >&9;") {
  const pipe = join(tempDirectory(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const stream = createReadStream(pipe).resume();
  const command = `exec 9>${pipe}; ${begin} ${body}`;
  return { command, started: once(stream, "data"), gone: once(stream, "end") };
}

describe("the command of --on-alert", () => {
  it("gets the event on stdin and in variables, without keys, in a process group of its own", async () => {
    const out = join(tempDirectory(), "out");
    const { io } = surroundings({
      ...SECRET_ENV,
      CARRY_PROFILE: "p",
    });
    const command = `cat >"${out}"; env | grep -E "^CARRY|secret" | sort >>"${out}"; ps -o pgid= -p $$ >>"${out}"; echo $$ >>"${out}"`;
    expect(await runHook(command, MESSAGE, io)).toEqual({ delivered: true });
    const [line, ...rest] = readFileSync(out, "utf8").trim().split("\n");
    expect(`${line}\n`).toBe(MESSAGE.line);
    expect(rest.slice(0, 3)).toEqual(["CARRY_EVENT=alert", "CARRY_PROFILE=p", "CARRY_TITLE=a; b"]);
    expect(rest[3]?.trim()).toBe(rest[4]);
  });

  it.each([
    ["never reads its input", "exec 0<&-; exit 0", { delivered: true }],
    [
      "floods its output",
      "head -c 30000000 /dev/zero; head -c 30000000 /dev/zero >&2",
      { delivered: true },
    ],
    [
      "fails",
      "echo first >&2; echo second >&2; exit 3",
      { delivered: false, ranOutOfTime: false, fault: "ended with exit code 3: first; second" },
    ],
    [
      "is missing",
      "nosuchcommand",
      {
        delivered: false,
        ranOutOfTime: false,
        fault: expect.stringMatching(/^ended with exit code 127: .*nosuchcommand.*not found$/),
      },
    ],
    [
      "is not executable",
      "/etc/passwd",
      {
        delivered: false,
        ranOutOfTime: false,
        fault: expect.stringMatching(/^ended with exit code 126: .*\/etc\/passwd/),
      },
    ],
    [
      "is killed",
      "kill -9 $$",
      { delivered: false, ranOutOfTime: false, fault: "ended with SIGKILL" },
    ],
  ])("that %s", async (_what, command, expected) => {
    const { io, due } = surroundings();
    const long = { ...MESSAGE, line: `"${"x".repeat(1_000_000)}"\n` };
    expect(await runHook(command, long, io)).toEqual(expected);
    expect(due.size).toBe(0);
  });

  it("that cannot be started is a fault", async () => {
    const { io } = surroundings();
    const outcome = await runHook("true", MESSAGE, { ...io, env: { PATH: "/nonexistent" } });
    expect(outcome).toEqual({
      delivered: false,
      ranOutOfTime: false,
      fault: "cannot be run: spawn sh ENOENT",
    });
  });

  it("lasts until what it started in the background has ended", async () => {
    const out = join(tempDirectory(), "out");
    const { io } = surroundings();
    const command = `(sleep 0.2; echo late >"${out}") >/dev/null 2>&1 &`;
    expect(await runHook(command, MESSAGE, io)).toEqual({ delivered: true });
    expect(existsSync(out)).toBe(true);
  });

  it("that hangs is ended after 30 seconds, and says that it did", async () => {
    const { command, started, gone } = holding("exec sleep 300");
    const { io, passes } = surroundings();
    const running = runHook(command, MESSAGE, io);
    await started;
    passes(30_000);
    expect(await running).toEqual({
      delivered: false,
      ranOutOfTime: true,
      fault: "did not end within 30 s and was ended",
    });
    await gone;
  });

  it.each([
    ["ignores SIGTERM", "trap '' TERM; while :; do sleep 300; done"],
    ["has a helper that ignores it", "(trap '' HUP INT TERM; sleep 300) & sleep 300"],
    ["has a helper in a group of its own", "bash -c 'set -m; sleep 300 &'; sleep 300"],
    ["leaves a helper behind", "(sleep 300 >/dev/null 2>&1 &); trap '' TERM; sleep 300; sleep 300"],
  ])("that %s is killed two seconds later, with all its processes", async (_what, body) => {
    const { command, started, gone } = holding(body);
    const { io, passes } = surroundings();
    const running = runHook(command, MESSAGE, io);
    await started;
    passes(30_000);
    passes(2_000);
    expect(await running).toMatchObject({ delivered: false, ranOutOfTime: true });
    await gone;
  });

  it("counts as delivered when it succeeded and only left something behind, which is ended", async () => {
    const { command, started, gone } = holding(
      "shell=$$; (while kill -0 $shell; do :; done; echo started >&9; sleep 300) >/dev/null 2>&1 & exit 0",
      "",
    );
    const { io, passes } = surroundings();
    const running = runHook(command, MESSAGE, io);
    await started;
    passes(30_000);
    expect(await running).toEqual({
      delivered: true,
      fault: "left processes behind, which were ended after 30 s",
    });
    await gone;
  });

  it("ends with carry, when that is interrupted", async () => {
    const { command, started, gone } = holding("sleep 300");
    const { io, abort } = surroundings();
    const running = runHook(command, MESSAGE, io);
    await started;
    abort(new Interrupted("SIGTERM"));
    await expect(running).rejects.toBeInstanceOf(Interrupted);
    await gone;
    await expect(runHook(command, MESSAGE, io)).rejects.toBeInstanceOf(Interrupted);
  });

  it("is run by cmd on Windows, as one word in quotes", async () => {
    const directory = tempDirectory();
    const shell = join(directory, "cmd");
    const body = `printf '%s\\n' "$@" >"${directory}/out"; env >"${directory}/env"`;
    writeFileSync(shell, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
    const { io } = surroundings({
      COMSPEC: shell,
      Carry_Api_Key: "secret",
      aws_session_token: "secret",
    });
    expect(await runHook('curl "a b"', MESSAGE, io, "win32")).toEqual({ delivered: true });
    expect(readFileSync(join(directory, "out"), "utf8")).toBe('/d\n/s\n/c\n"curl "a b""\n');
    const env = readFileSync(join(directory, "env"), "utf8");
    expect([env.includes("CARRY_EVENT=alert"), env.includes("secret")]).toEqual([true, false]);
  });
});
