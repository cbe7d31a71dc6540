import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StorageError } from "../../src/base/storage/errors.js";
import { modeFault } from "../../src/run/settings/config-access.js";
import { ConfigError } from "../../src/run/settings/errors.js";
import { readConfig, updateConfig } from "../../src/run/settings/store.js";
import { countingClock, lockOf, makeOld } from "../storage/locks.js";
import { type Home, tempHome } from "./home.js";

const clock = countingClock();

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

function write(home: Home, text: string): void {
  mkdirSync(home.directory, { recursive: true, mode: 0o700 });
  writeFileSync(home.file, text, { mode: 0o600 });
}

const add = (home: Home, name: string) =>
  updateConfig(home.file, clock, (config) => {
    config.profiles[name] = { output: "json" };
  });

describe("reading the configuration", () => {
  it("passes over a byte order mark, with which editors of Windows begin a file", async () => {
    const home = tempHome();
    await add(home, "main");
    writeFileSync(home.file, `\uFEFF${readFileSync(home.file, "utf8")}`);
    expect(readConfig(home.file).profiles).toHaveProperty("main");
  });

  it("creates nothing where there is none", () => {
    const home = tempHome();
    expect(readConfig(home.file)).toEqual({ version: 1, profiles: {} });
    expect(home.exists()).toBe(false);
  });

  it.each([
    ["", "it is not JSON"],
    ["{", "it is not JSON"],
    ['{"version":1,"profiles":{"a":{"api-key":"s3cret"', "it is not JSON"],
    ["null", "the file is not valid"],
    ["[]", "the file is not valid"],
    ["42", "the file is not valid"],
    ["{}", "version is not valid"],
    ['{"version":1}', "profiles is not valid"],
    ['{"version":1,"profiles":[]}', "profiles is not valid"],
    ['{"version":1,"profiles":{"a":5}}', "profiles.a is not valid"],
    ['{"version":1,"profiles":{"a":{"output":5}}}', "profiles.a.output is not valid"],
    ['{"version":1,"profiles":{"sandbox":{"api-key":"s3cret"}}}', "profiles.sandbox is not valid"],
    ['{"version":1,"profiles":{"a b":{}}}', "profiles.a b is not valid"],
    ['{"version":1,"current":"my account","profiles":{}}', "current is not valid"],
    ['{"version":1,"current":"sandbox","profiles":{}}', "current is not valid"],
    ['{"version":0,"profiles":{}}', "version is not valid"],
    ['{"version":2,"profiles":{"a":{"api-key":"s3cret"}}}', "of this version of carry"],
  ])("refuses %j, and writing leaves it as it is", async (text, reason) => {
    const home = tempHome();
    write(home, text);
    for (const attempt of [async () => readConfig(home.file), () => add(home, "b")]) {
      const error = await attempt().catch((it: unknown) => it);
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as Error).message).toContain(home.file);
      expect((error as Error).message).toContain(reason);
      expect(String((error as Error).stack) + String((error as Error).cause)).not.toContain(
        "s3cret",
      );
    }
    expect(home.read()).toBe(text);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it("refuses a directory in the place of the file", async () => {
    const home = tempHome();
    mkdirSync(home.file, { recursive: true });
    expect(() => readConfig(home.file)).toThrow(`${home.file}: it is a directory`);
    await expect(add(home, "b")).rejects.toThrow(`${home.file}: it is a directory`);
  });

  it("refuses a pipe in the place of the file, which might never end", async () => {
    const home = tempHome();
    mkdirSync(home.directory);
    execFileSync("mkfifo", [home.file]);
    expect(() => readConfig(home.file)).toThrow(`${home.file}: it is not a regular file`);
    await expect(add(home, "b")).rejects.toThrow(`${home.file}: it is not a regular file`);
  });

  it("refuses a file in the place of the directory", () => {
    const home = tempHome();
    writeFileSync(home.directory, "");
    expect(() => readConfig(home.file)).toThrow("not a directory");
  });
});

describe("writing the configuration", () => {
  it("makes a file of mode 0600 in a directory of mode 0700, and leaves nothing beside it", async () => {
    const home = tempHome();
    await add(home, "a");
    expect([modeOf(home.directory), modeOf(home.file)]).toEqual(["700", "600"]);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it("closes a file that was open to others", async () => {
    const home = tempHome();
    await add(home, "a");
    chmodSync(home.file, 0o644);
    expect(modeFault(home.file)).toContain("is open to other users (its mode is 0644)");
    await add(home, "b");
    expect(modeOf(home.file)).toBe("600");
    expect(modeFault(home.file)).toBeUndefined();
  });

  it("keeps what it does not know", async () => {
    const home = tempHome();
    write(home, '{"version":1,"novel":[1],"profiles":{"a":{"novel":"x"}}}');
    await add(home, "b");
    expect(JSON.parse(home.read())).toEqual({
      version: 1,
      novel: [1],
      profiles: { a: { novel: "x" }, b: { output: "json" } },
    });
  });

  it("takes away what a process that was killed has left, which may hold a key", async () => {
    const home = tempHome();
    await add(home, "a");
    const staged = `config.json.${randomUUID()}.tmp`;
    for (const name of [staged, `${staged}.tmp-1780000000abcdef`]) {
      writeFileSync(join(home.directory, name), '{"profiles":{"a":{"api-key":"s3cret"');
    }
    await add(home, "b");
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
    expect(Object.keys(home.profiles())).toEqual(["a", "b"]);
  });

  it("lets everything else in the directory be", async () => {
    const home = tempHome();
    const others = [
      "config.json.bak",
      "config.new.json",
      "config.new.json.bak",
      ".carry-config.old",
      "config.json.old.tmp",
      `other.json.${randomUUID()}.tmp`,
    ];
    mkdirSync(home.directory, { mode: 0o700 });
    for (const name of others) writeFileSync(join(home.directory, name), "mine");
    await add(home, "a");
    expect(readdirSync(home.directory).sort()).toEqual([...others, "config.json"].sort());
  });

  it("writes through a symbolic link", async () => {
    const home = tempHome();
    mkdirSync(home.directory);
    const real = join(home.path, "dotfiles.json");
    writeFileSync(real, '{"version":1,"profiles":{}}');
    symlinkSync(real, home.file);
    await add(home, "a");
    expect(JSON.parse(readFileSync(real, "utf8")).profiles).toEqual({ a: { output: "json" } });
    expect(modeOf(real)).toBe("600");
    expect(lstatSync(home.file).isSymbolicLink()).toBe(true);
    expect(readdirSync(home.path).sort()).toEqual(["config", "dotfiles.json"]);
  });

  it("changes nothing, and makes nothing, when the change is refused", async () => {
    const home = tempHome();
    const refuse = () => {
      throw new Error("refused");
    };
    await expect(updateConfig(home.file, clock, refuse)).rejects.toThrow("refused");
    expect(home.exists()).toBe(false);
    await add(home, "a");
    const before = home.read();
    await expect(updateConfig(home.file, clock, refuse)).rejects.toThrow("refused");
    expect([home.read(), readdirSync(home.directory)]).toEqual([before, ["config.json"]]);
  });
});

describe("the lock", () => {
  const pathOf = (home: Home) => `${home.file}.lock`;
  const held = async (content: string, age = 0) => {
    const home = tempHome();
    await add(home, "a");
    writeFileSync(pathOf(home), content);
    makeOld(pathOf(home), age);
    return home;
  };

  it("of a process that is gone is taken over", async () => {
    const home = await held(lockOf());
    await add(home, "b");
    expect(Object.keys(home.profiles())).toEqual(["a", "b"]);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it("of a process that lives is waited for, and finally reported", async () => {
    const home = await held(lockOf({ pid: process.pid }), 10);
    const clock = countingClock();
    const error = await updateConfig(home.file, clock, () => {}).catch((it) => it);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toContain(pathOf(home));
    expect(error.hint).toContain(`remove ${pathOf(home)}`);
    expect(clock.waited).toBeGreaterThanOrEqual(15_000);
    expect(existsSync(pathOf(home))).toBe(true);
  });

  it("that is a directory is reported, and nobody waits for it", async () => {
    const home = tempHome();
    await add(home, "a");
    mkdirSync(pathOf(home));
    const clock = countingClock();
    const error = await updateConfig(home.file, clock, () => {}).catch((it) => it);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toContain("it is a directory");
    expect(clock.waited).toBe(0);
    expect(Object.keys(home.profiles())).toEqual(["a"]);
  });

  it("that is given back meanwhile is then had", async () => {
    const home = await held(lockOf({ pid: process.pid }));
    await updateConfig(
      home.file,
      countingClock(() => unlinkSync(pathOf(home))),
      (config) => {
        config.current = "a";
      },
    );
    expect(JSON.parse(home.read()).current).toBe("a");
  });

  it("is one for a file that two directories lead to", async () => {
    const [home, other] = [tempHome(), tempHome()];
    await add(home, "a");
    mkdirSync(other.directory);
    symlinkSync(home.file, other.file);
    await updateConfig(other.file, clock, (config) => {
      expect(existsSync(pathOf(home))).toBe(true);
      config.current = "a";
    });
    expect(JSON.parse(home.read()).current).toBe("a");
    expect([readdirSync(home.directory), readdirSync(other.directory)]).toEqual([
      ["config.json"],
      ["config.json"],
    ]);
  });
});

it("a process that was stopped until another took over its lock overwrites nothing", async () => {
  const home = tempHome();
  await add(home, "a");
  const error = await updateConfig(home.file, clock, (config) => {
    writeFileSync(`${home.file}.lock`, lockOf());
    config.profiles.c = { output: "csv" };
  }).catch((it) => it);
  expect(error).toBeInstanceOf(StorageError);
  expect(error.message).toBe(`another carry process took over the lock ${home.file}.lock`);
  expect(Object.keys(home.profiles())).toEqual(["a"]);
  expect(readdirSync(home.directory)).toEqual(["config.json", "config.json.lock"]);
});
