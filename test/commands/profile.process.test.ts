import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Home, tempHome } from "../settings/home.js";
import { lockOf, makeOld } from "../storage/locks.js";
import { plainUser, runAs } from "../support/plain-user.js";
import { runCarry, runShell } from "../support/process.js";
import { hasSmallDisk, mountSmallDisk } from "../support/small-disk.js";

const set = (home: Home, ...argv: string[]) => runCarry(["profile", "set", ...argv], home.env);

describe("processes that write the configuration at once", () => {
  it("lose nothing, even fifty of them", async () => {
    const home = tempHome();
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const ends = await Promise.all(
      numbers.map(async (n) => {
        const end = await set(home, "timeout", `${n + 1}s`, "--profile", `p${n}`);
        if (end.code === 0) expect(home.profiles()).toHaveProperty(`p${n}`); // while other processes write
        return end;
      }),
    );
    expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
    expect(home.profiles()).toEqual(
      Object.fromEntries(numbers.map((n) => [`p${n}`, { timeout: `${n + 1}s` }])),
    );
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  }, 60_000);
});

describe.runIf(process.platform === "linux")(
  "a location in which no directory can be created",
  () => {
    it("is an error for the configuration, and is ignored for the cache", async () => {
      const config = await runCarry(["profile", "set", "timeout", "5s"], {
        CARRY_CONFIG_DIR: "/proc/1/nowhere",
      });
      expect([config.code, config.stderr]).toEqual([9, expect.stringContaining("/proc/1/nowhere")]);
      const cache = await runCarry(["--profile", "sandbox", "positions", "list", "--csv"], {
        CARRY_STATE_DIR: "/proc/1/nowhere",
        CARRY_CACHE_DIR: "/proc/1/nowhere",
      });
      expect(cache.code).toBe(0);
    });
  },
);

describe.runIf(hasSmallDisk)("a disk that is nearly full", () => {
  it("has the old configuration or the new one, and nothing beside it", async () => {
    const disk = await mountSmallDisk(64);
    onTestFinished(() => disk.close());
    const file = `${disk.path}/config.json`;
    const profiles = Object.fromEntries(
      Array.from({ length: 150 }, (_, n) => [`p${n}`, { "base-url": `https://${n}.example` }]),
    );
    const text = JSON.stringify({ version: 1, profiles });
    const reasons = new Set<string | undefined>();
    for (let kibibytes = 12; kibibytes <= 48; kibibytes += 4) {
      await disk.resize(64);
      writeFileSync(file, text, { mode: 0o600 });
      await disk.resize(kibibytes);
      const { code, stderr } = await runCarry(["profile", "set", "timeout", "5s"], {
        CARRY_CONFIG_DIR: disk.path,
      });
      reasons.add(/^error: cannot write .*: (.*)/.exec(stderr)?.[1]);
      const config = readFileSync(file, "utf8");
      if (code === 0) expect(JSON.parse(config).profiles.default.timeout).toBe("5s");
      else expect(config).toBe(text);
      expect(readdirSync(disk.path)).toEqual(["config.json"]);
    }
    expect([...reasons]).toEqual([
      "the disk is full",
      "only a part of it was written",
      undefined, // enough space
    ]);
  });
});

const user = plainUser("a configuration that is not accessible was");

const asUser = (home: Home, argv: readonly string[]) =>
  runAs(user, argv, { PATH: process.env.PATH ?? "", ...home.env });

describe("a configuration that is not accessible", () => {
  const TEXT = '{"version":1,"profiles":{"a":{"retries":"1"}}}';

  function closedHome(fileMode: number, directoryMode: number): Home {
    const home = tempHome();
    chmodSync(home.path, 0o755);
    mkdirSync(home.directory);
    writeFileSync(home.file, TEXT);
    chmodSync(home.file, fileMode);
    chmodSync(home.directory, directoryMode);
    onTestFinished(() => {
      chmodSync(home.directory, 0o700);
      chmodSync(home.file, 0o600);
    });
    return home;
  }

  it.runIf(user !== undefined).each([
    ["a file that may not be read", 0o000, 0o755],
    ["a directory that may not be entered", 0o644, 0o000],
  ])("%s exits 9 and names the file", async (_what, fileMode, directoryMode) => {
    const home = closedHome(fileMode, directoryMode);
    for (const argv of [
      ["profile", "list"],
      ["profile", "set", "retries", "2"],
    ]) {
      const { code, stderr } = await asUser(home, argv);
      expect([code, stderr]).toEqual([9, expect.stringContaining("permission denied")]);
      expect(stderr).toMatch(/^error: [^\n]+\nhint: [^\n]+\n$/);
      expect(stderr).toContain(home.file);
    }
  });

  it.runIf(user !== undefined)(
    "a directory that may not be written to exits 9, and the file stays",
    async () => {
      const home = closedHome(0o644, 0o555);
      expect((await asUser(home, ["profile", "list"])).code).toBe(0);
      const { code, stderr } = await asUser(home, ["profile", "set", "retries", "2"]);
      expect([code, stderr]).toEqual([9, expect.stringContaining(home.file)]);
      expect(stderr).toMatch(/permission denied|not permitted/);
      expect(readFileSync(home.file, "utf8")).toBe(TEXT);
    },
  );

  it("a full disk exits 9, and the file stays", async () => {
    const home = tempHome();
    await set(home, "retries", "1", "--profile", "a");
    const before = readFileSync(home.file, "utf8");
    // Simulates a full disk by a limit on the file size of this process.
    const { code, stderr } = await runShell("ulimit -f 0; carry profile set retries 2", home.env);
    expect([code, stderr]).toEqual([9, expect.stringContaining("exceed the maximum file size")]);
    expect(stderr).toContain(home.file);
    expect(readFileSync(home.file, "utf8")).toBe(before);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it.each([
    ["a disk that is full after a part of the file", {}],
    [
      "the same in a shell that a snap has started, where conf writes in place",
      { SNAP: "/snap/x" },
    ],
  ])("%s exits 9, and the file stays", async (_what, env) => {
    const home = tempHome();
    await set(home, "api-key-command", "x".repeat(4000), "--profile", "a");
    const before = readFileSync(home.file, "utf8");
    // The system writes 2 KiB of it and reports success.
    const line = "ulimit -f 2; carry profile set retries 2";
    const { code, stderr } = await runShell(line, { ...home.env, ...env });
    expect([code, stderr]).toEqual([9, expect.stringContaining(home.file)]);
    expect(stderr).toMatch(/only a part of it was written|exceed the maximum file size/);
    expect(readFileSync(home.file, "utf8")).toBe(before);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it.each([
    ["of a process that was killed", lockOf(), 0],
    ["without a sign for a minute", lockOf({ host: "elsewhere" }), 61],
  ])("a lock %s is no obstacle", async (_what, lock, age) => {
    const home = tempHome();
    await set(home, "retries", "1", "--profile", "a");
    writeFileSync(`${home.file}.lock`, lock);
    makeOld(`${home.file}.lock`, age);
    const since = performance.now();
    expect((await set(home, "retries", "2", "--profile", "a")).code).toBe(0);
    expect(performance.now() - since).toBeLessThan(8000);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });
});
