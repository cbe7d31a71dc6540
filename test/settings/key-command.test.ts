import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { Interrupted } from "../../src/base/terminal/io.js";
import { type KeyCommandOptions, runKeyCommand } from "../../src/run/settings/key-command.js";
import { SECRET_ENV } from "../support/secret-env.js";
import { script, tempHome } from "./home.js";

/** A clock that stands still: no command is too slow. */
const options: KeyCommandOptions = {
  env: { PATH: process.env.PATH ?? "", GREETING: "hello" },
  signal: new AbortController().signal,
  hasTerminal: false,
  sleep: () => new Promise(() => {}),
};

const sh = (body: string, more: Partial<KeyCommandOptions> = {}) =>
  runKeyCommand([script(tempHome(), "give-key", body)], { ...options, ...more });

describe("the command for a key", () => {
  it.each([
    ["echo the-key", "the-key"],
    ["printf 'the-key'", "the-key"],
    ["printf 'the-key\\r\\nmore\\n'", "the-key"],
    ['echo "$GREETING"', "hello"],
    ["echo the-key; echo a warning >&2", "the-key"],
    ["echo the-key; sleep 60 &", "the-key"],
  ])("%s gives its first line", async (body, line) => {
    expect(await sh(body)).toEqual({ line });
  });

  it("gets its words as they are, without a shell", async () => {
    expect(await runKeyCommand(["echo", "$HOME;", "*"], options)).toEqual({ line: "$HOME; *" });
  });

  it("gets the environment without keys", async () => {
    const env = { ...options.env, ...SECRET_ENV };
    expect(await sh("env | grep -c secret; true", { env })).toEqual({ line: "0" });
  });

  it("gets no input", async () => {
    expect(await sh("cat; echo end")).toEqual({ line: "end" });
  });

  it.each([
    ["exit 3", "ended with exit code 3"],
    ["echo locked >&2; echo 'try again' >&2; exit 1", "ended with exit code 1: locked; try again"],
    ["sleep 60 & echo locked >&2; exit 2", "ended with exit code 2: locked"],
    ["kill -TERM $$", "ended with SIGTERM"],
    ["true", "printed an empty first line"],
    ["echo; echo the-key", "printed an empty first line"],
  ])("%s is reported as a failure", async (body, fault) => {
    expect(await sh(body)).toEqual({ fault });
  });

  it.each([
    ["exec cat /dev/zero"],
    ["echo the-key; exec yes"],
    ["exec yes >&2"],
    ["yes & yes >&2"],
  ])("%s is stopped as soon as it has printed too much", async (body) => {
    const { fault } = await sh(body);
    expect(fault).toMatch(/^printed more than 1024 kB and was stopped/);
    expect(fault?.length).toBeLessThan(400);
  });

  it("that prints a key and then fails has the key removed from its messages", async () => {
    const { fault } = await sh("echo s3cret-key; echo 'bad: s3cret-key' >&2; exit 1");
    expect(fault).toBe("ended with exit code 1: bad: ****");
  });

  it("that is longer than the system accepts is reported as a failure", async () => {
    const outcome = await runKeyCommand(["echo", "x".repeat(2_000_000)], options);
    expect(outcome).toEqual({ fault: "cannot be run: spawn E2BIG" });
  });

  it("that hangs is stopped after a minute, and reported", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const connected = once(server, "connection");
    const waits: number[] = [];
    const { fault } = await runKeyCommand(
      [process.execPath, "-e", `require("net").connect(${port}, "127.0.0.1")`],
      {
        ...options,
        sleep: async (ms) => {
          waits.push(ms);
          await connected;
        },
      },
    );
    expect([fault, waits]).toEqual(["printed no key within 60 s and was stopped", [60_000]]);
    const [socket] = (await connected) as [Socket];
    await once(socket.resume(), "close"); // the process is gone
  });

  it("that does not exist, or is not a program, is reported", async () => {
    expect((await runKeyCommand(["no-such-program-here"], options)).fault).toContain(
      'the program "no-such-program-here" was not found',
    );
    expect((await runKeyCommand(["/etc/passwd"], options)).fault).toContain("is not executable");
  });

  it("ends when carry is interrupted", async () => {
    const controller = new AbortController();
    const running = sh("sleep 60", { signal: controller.signal });
    controller.abort(new Interrupted("SIGINT"));
    await expect(running).rejects.toBeInstanceOf(Interrupted);
  });
});
