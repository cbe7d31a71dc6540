import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { END_SIGNALS } from "../../src/base/terminal/io.js";
import { processIo } from "../../src/base/terminal/process-io.js";
import { ended, heldPage, start } from "../faults/playing.js";
import { inTheMiddle, whileNobodyReads, whileWaitingToRetry } from "../faults/plays.js";
import { tempHome } from "../settings/home.js";
import { CARRY } from "../support/bundle.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runShell } from "../support/process.js";
import { CTRL_C, openProgram, openTerminal } from "../support/pty.js";
import { PORTFOLIO, position } from "../support/records.js";

const SIGNALS = [
  ["SIGHUP", 129],
  ["SIGQUIT", 131],
] as const;

const CREDENTIALS = {
  CARRY_API_KEY: "k",
  CARRY_PORTFOLIO: PORTFOLIO,
  CARRY_CONFIG_DIR: "/nonexistent",
};

const ONE = JSON.stringify({ data: [position(1)], next_cursor: null });

/** Returns the environment for a service with one position, or for one that never answers. */
async function service(body: string | undefined = ONE): Promise<Record<string, string>> {
  const { url } = await faultyServer((socket) => {
    if (body !== "") socket.write(answer(200, body));
  });
  return { ...CREDENTIALS, CARRY_BASE_URL: url };
}

/** Returns the environment for a service that sends only the first of two pages. */
async function oneOfTwoPages(): Promise<Record<string, string>> {
  const { url } = await faultyServer((socket, _request, count) => {
    if (count > 1) return;
    socket.write(answer(200, JSON.stringify({ data: [position(1)], next_cursor: "c1" })));
  });
  return { ...CREDENTIALS, CARRY_BASE_URL: url };
}

describe.each(SIGNALS)("%s", (signal, code) => {
  const message = `error: interrupted by ${signal}`;

  it("in the middle of a listing reports the count and the cursor", async () => {
    const { code: end, stderr } = await inTheMiddle(signal);
    expect([end, stderr]).toEqual([
      code,
      `${message} (after 100 items were printed)\nhint: go on with --cursor c1\n`,
    ]);
  });

  it("ends the wait before a retry", async () => {
    expect(await whileWaitingToRetry(signal)).toMatchObject({ code, stderr: `${message}\n` });
  });

  it("ends a write that is not read", async () => {
    expect(await whileNobodyReads(signal)).toMatchObject({ code, stderr: `${message}\n` });
  });

  it("ends a wait for the next page, with an error that programs can read", async () => {
    const child = start(await oneOfTwoPages(), ["positions", "list", "-o", "json"]);
    const outcome = ended(child);
    if (child.stdout !== null) await once(child.stdout, "data");
    child.kill(signal);
    const { code: end, stdout, stderr } = await outcome;
    expect([end, stdout.at(-1)]).toEqual([code, "}"]); // no "]"
    expect(JSON.parse(stderr).error).toMatchObject({
      code: "INTERRUPTED",
      exit_code: code,
      retryable: true,
      cursor: "c1",
    });
  });
});

/** Sends a signal to a listing that waits for its second page; returns how the process ended. */
async function endOf(signal: NodeJS.Signals): Promise<unknown[]> {
  const { env } = await heldPage();
  const child = start(env);
  const end = once(child, "close");
  child.stderr?.resume();
  if (child.stdout !== null) await once(child.stdout, "data");
  child.kill(signal);
  return end;
}

describe("who started carry sees", () => {
  it.each(["SIGHUP", "SIGINT", "SIGTERM"] as const)("that %s has ended it", async (signal) => {
    expect(await endOf(signal)).toEqual([null, signal]);
  });

  it("exit code 131 after SIGQUIT, which by itself could write a core file with the key", async () => {
    expect(await endOf("SIGQUIT")).toEqual([131, null]);
  });

  it("that one Ctrl-C ends a shell's loop over carry", async () => {
    const { url } = await faultyServer((socket, _request, count) => {
      if (count > 1) socket.write(answer(200, ONE)); // the first one waits for Ctrl-C
    });
    const line = `for turn in 1 2 3; do "${process.execPath}" "${CARRY}" positions list -o csv; done; exit 7`;
    const it = openProgram(["bash", "--norc", "--noprofile", "-c", line], {
      ...CREDENTIALS,
      CARRY_BASE_URL: url,
    });
    await it.shows("\u001b[?25l");
    it.type(CTRL_C);
    expect(await it.ended).toBe(130);
    expect(it.screen()).toContain("error: interrupted by SIGINT");
    expect(it.screen()).not.toContain("BTC");
  });

  it.runIf(process.platform === "linux")("that pipes wait for their readers again", async () => {
    const { path } = tempHome();
    const ends = `read -r <go; kill $!; wait $!; echo $?; grep -h flags /proc/self/fdinfo/[12]`;
    const { stdout } = await runShell(
      `cd ${path}; mkfifo go; ("${process.execPath}" "${CARRY}" positions list -o ndjson & ${ends}) 2>&1 |
        (read -r; echo >go; cat)`,
      await oneOfTwoPages(),
    );
    expect(stdout).toMatch(/143\nflags:\s0*1\nflags:\s0*1\n$/); // O_WRONLY, without O_NONBLOCK
  });
});

describe("SIGHUP", () => {
  it("that comes from the system and from the shell cuts nothing short; another signal does", () => {
    const before = new Map(END_SIGNALS.map((name) => [name, process.listeners(name)]));
    onTestFinished(() => {
      for (const name of END_SIGNALS) {
        for (const listener of process.listeners(name)) {
          if (before.get(name)?.includes(listener) !== true) process.off(name, listener);
        }
      }
    });
    const ends: string[] = [];
    const { signal } = processIo((name) => ends.push(name));
    process.emit("SIGHUP", "SIGHUP");
    process.emit("SIGHUP", "SIGHUP");
    expect([signal.aborted, ends]).toEqual([true, []]);
    process.emit("SIGTERM", "SIGTERM");
    expect(ends).toEqual(["SIGTERM"]);
  });
});

describe("a terminal that goes away", () => {
  it("ends a watch that fills it", async () => {
    const it = openTerminal(["watch"], await service());
    await it.shows("? keys");
    it.hangUp();
    expect(await it.ended).toBe(129);
  });

  it("ends a watch that prints events, and a listing whose spinner turns", async () => {
    for (const [words, body, shown] of [
      [["watch", "-o", "ndjson"], ONE, '"started"'],
      [["positions", "list"], "", "\u001b[?25l"],
    ] as const) {
      const it = openTerminal(words, await service(body));
      await it.shows(shown);
      it.hangUp();
      expect(await it.ended).toBe(129);
    }
  });

  it("ends a question", async () => {
    const it = openTerminal(["auth", "login"], tempHome().env);
    await it.shows("Base URL");
    it.hangUp();
    expect(await it.ended).toBe(129);
  });

  it("ends a listing that goes elsewhere, with the count and the cursor", async () => {
    const { path } = tempHome();
    const pipes = ["out", "code"].map((name) => join(path, name));
    execFileSync("mkfifo", pipes);
    const line = `"${process.execPath}" "${CARRY}" positions list -o csv >out 2>err`;
    // The end of the inner shell signals carry; the outer one lives on to print the exit code.
    const it = openProgram(
      ["sh", "-c", `cd ${path}; (trap "" HUP; ${line}; echo $? >code); true`],
      await oneOfTwoPages(),
    );
    const [out, code] = pipes.map((pipe) => createReadStream(pipe));
    if (out === undefined || code === undefined) throw new Error("there are two");
    await once(out.resume(), "data");
    it.hangUp();
    expect(await text(code)).toBe("129\n");
    expect(readFileSync(join(path, "err"), "utf8")).toBe(
      "error: interrupted by SIGHUP (after 1 item was printed)\nhint: go on with --cursor c1\nHangup\n",
    );
  });

  it("is found by a write where the shell keeps the signal to itself", async () => {
    const { path } = tempHome();
    const fifo = join(path, "code");
    execFileSync("mkfifo", [fifo]);
    const { env, letGo } = await heldPage();
    const line = `"${process.execPath}" "${CARRY}" positions list -o csv 2>err`;
    const it = openProgram(["sh", "-c", `cd ${path}; trap "" HUP; ${line}; echo $? >code`], {
      ...env,
      CARRY_CONFIG_DIR: "/nonexistent",
    });
    const code = text(createReadStream(fifo));
    await it.shows("BTC");
    it.hangUp();
    await letGo();
    expect(await code).toBe("129\n");
    expect(readFileSync(join(path, "err"), "utf8")).toMatch(/^error: interrupted by SIGHUP/);
  });
});
