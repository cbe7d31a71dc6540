import { execFileSync, spawn } from "node:child_process";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { CARRY } from "../support/bundle.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { finish } from "../support/process.js";
import { PORTFOLIO, position } from "../support/records.js";

const KEY = "a-key-of-a-service";
const isPosix = process.platform !== "win32";

/** A service that requires the key, and the environment for it. */
async function service(key = KEY) {
  const server = await faultyServer((socket, request) => {
    const isAllowed = request.toLowerCase().includes(`authorization: bearer ${key}`);
    socket.write(
      isAllowed
        ? answer(200, JSON.stringify({ data: [position(1)], next_cursor: null }))
        : answer(401, JSON.stringify({ code: "UNAUTHORIZED", message: "no" })),
    );
  });
  return { CARRY_BASE_URL: server.url, CARRY_PORTFOLIO: PORTFOLIO };
}

/** Runs the program with exactly this environment. */
async function runWith(env: Readonly<Record<string, string>>, ...argv: string[]) {
  const child = spawn(process.execPath, [CARRY, ...argv], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return finish(child);
}

describe.runIf(isPosix)("without a home directory", () => {
  it("the environment is sufficient, and nothing is stored, which -v reports", async () => {
    const env = { ...(await service()), CARRY_API_KEY: KEY };
    const { code, stdout, stderr } = await runWith(env, "positions", "list", "-o", "ndjson");
    expect([code, stderr, stdout.split("\n").length]).toEqual([0, "", 2]);
    const verbose = await runWith(env, "positions", "list", "-v");
    expect(verbose.stderr).toContain("no home directory is set, so no configuration is read");
  });

  it.each(["/dev/null", "/nonexistent"])("HOME=%s works as well", async (HOME) => {
    const env = { ...(await service()), CARRY_API_KEY: KEY, HOME };
    for (const argv of [["positions", "list"], ["status"], ["assets"], ["auth", "status"]]) {
      const { code } = await runWith(env, ...argv);
      expect([argv, code === 9 || code === 1]).toEqual([argv, false]);
    }
  });

  it("with nothing in the environment a command is not set up, and says what to do", async () => {
    const { code, stderr } = await runWith({}, "positions", "list");
    expect([code, stderr]).toEqual([3, expect.stringContaining("CARRY_BASE_URL")]);
    const login = await runWith({}, "profile", "set", "retries", "1");
    expect([login.code, login.stderr]).toEqual([9, expect.stringContaining("HOME is not set")]);
  });

  it("a profile that is named is missed", async () => {
    const env = { ...(await service()), CARRY_API_KEY: KEY };
    const { code, stderr } = await runWith(env, "positions", "list", "--profile", "main");
    expect([code, stderr]).toEqual([2, expect.stringContaining('no profile is named "main"')]);
  });
});

describe.runIf(isPosix)("CARRY_API_KEY_FILE", () => {
  const fileWith = (text: string, mode = 0o600) => {
    const path = join(tempHome().path, "key");
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const list = async (env: Readonly<Record<string, string>>, ...argv: string[]) =>
    carry(["positions", "list", "-o", "ndjson", ...argv], {
      env: { ...(await service()), ...env },
    });

  it.each([KEY, `${KEY}\n`, `${KEY}\r\n`])("names a file that holds the key: %j", async (text) => {
    const { code, stderr } = await list({ CARRY_API_KEY_FILE: fileWith(text) });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("may be a link, as secrets of containers are", async () => {
    const home = tempHome();
    symlinkSync(fileWith(KEY), join(home.path, "link"));
    const { code } = await list({ CARRY_API_KEY_FILE: join(home.path, "link") });
    expect(code).toBe(0);
  });

  it("gives way to CARRY_API_KEY", async () => {
    const { code } = await list({ CARRY_API_KEY: KEY, CARRY_API_KEY_FILE: "/nonexistent" });
    expect(code).toBe(0);
  });

  it.each([0o644, 0o640, 0o604, 0o606])("that others can read (%o) is refused", async (mode) => {
    const path = fileWith(KEY, mode);
    const { code, stderr } = await list({ CARRY_API_KEY_FILE: path });
    expect(code).toBe(3);
    expect(stderr).toContain(`${path} is not used: other users can access it`);
    expect(stderr).toContain(`chmod 600 ${path}`);
    expect(stderr).not.toContain(KEY);
  });

  it("in a directory that others can write is refused", async () => {
    const path = fileWith(KEY);
    chmodSync(join(path, ".."), 0o777);
    const { code, stderr } = await list({ CARRY_API_KEY_FILE: path });
    expect([code, stderr]).toEqual([3, expect.stringContaining("can be changed by other users")]);
  });

  it.each([
    ["a file that is missing", () => "/nonexistent/key", "does not exist"],
    ["a directory", () => tempHome().path, "it is a directory"],
    [
      "a pipe that nobody writes to",
      () => {
        const path = join(tempHome().path, "pipe");
        execFileSync("mkfifo", ["-m", "600", path]);
        return path;
      },
      "is not a regular file",
    ],
    ["an empty file", () => fileWith(""), "the key is empty"],
    ["a file of two lines", () => fileWith(`${KEY}\nmore`), "contains a line break"],
    ["a large file", () => fileWith("x".repeat(100_000)), "it is larger than 64 KiB"],
  ])("naming %s is an error with the reason", async (_, make, why) => {
    const { code, stderr } = await list({ CARRY_API_KEY_FILE: make() });
    expect([[2, 3].includes(code), stderr]).toEqual([true, expect.stringContaining(why)]);
    expect(stderr).toContain("CARRY_API_KEY_FILE");
  });

  it("is shown by auth status, profile show and doctor, without the key", async () => {
    const path = fileWith(KEY);
    const env = { ...(await service()), CARRY_API_KEY_FILE: path };
    const status = await carry(["auth", "status", "-o", "json"], { env });
    expect(JSON.parse(status.stdout)).toMatchObject({ key_source: "file", outcome: "ok" });
    const shown = await carry(["profile", "show", "--resolved", "-o", "json"], { env });
    expect(JSON.parse(shown.stdout)).toContainEqual({
      setting: "api-key",
      value: null,
      origin: "environment",
      from: `CARRY_API_KEY_FILE: ${path}`,
    });
    const doctor = await carry(["doctor"], { env });
    expect(doctor.stdout).toContain("from the file that CARRY_API_KEY_FILE names");
    for (const { stdout } of [status, shown, doctor]) expect(stdout).not.toContain(KEY);
  });
});
