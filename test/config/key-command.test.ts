import { describe, expect, it } from "vitest";
import { runKeyCommand } from "../../src/config/key-command.js";
import { Interrupted } from "../../src/terminal/io.js";
import { script, tempHome } from "./home.js";

const options = {
  env: { PATH: process.env.PATH ?? "", GREETING: "hello" },
  signal: new AbortController().signal,
};

const sh = (body: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
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

  it("gets no input", async () => {
    expect(await sh("cat; echo end")).toEqual({ line: "end" });
  });

  it.each([
    ["exit 3", "ended with exit code 3"],
    ["echo locked >&2; echo 'try again' >&2; exit 1", "ended with exit code 1: locked; try again"],
    ["kill -TERM $$", "ended with SIGTERM"],
    ["true", "printed nothing in its first line"],
    ["echo; echo the-key", "printed nothing in its first line"],
  ])("%s is a failure that is told", async (body, fault) => {
    expect(await sh(body)).toEqual({ fault });
  });

  it("that prints a key and then fails does not get the key told with what it says", async () => {
    const { fault } = await sh("echo s3cret-key; echo 'bad: s3cret-key' >&2; exit 1");
    expect(fault).toBe("ended with exit code 1: bad: ****");
  });

  it("that hangs is stopped", async () => {
    const { fault } = await sh("echo waiting for a finger >&2; sleep 60", { timeoutMs: 300 });
    expect(fault).toMatch(/^printed no key within 0.3 s and was stopped/);
  });

  it("that does not exist, or is no program, is told", async () => {
    expect((await runKeyCommand(["no-such-program-here"], options)).fault).toContain(
      'there is no program "no-such-program-here"',
    );
    expect((await runKeyCommand(["/etc/passwd"], options)).fault).toContain("is not a program");
  });

  it("ends when carry is interrupted", async () => {
    const controller = new AbortController();
    const running = sh("sleep 60", { signal: controller.signal });
    controller.abort(new Interrupted("SIGINT"));
    await expect(running).rejects.toBeInstanceOf(Interrupted);
  });
});
