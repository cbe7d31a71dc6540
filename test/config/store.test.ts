import { execFileSync } from "node:child_process";
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
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ConfigError } from "../../src/config/errors.js";
import { modeFaults } from "../../src/config/modes.js";
import { readConfig, updateConfig } from "../../src/config/store.js";
import { StorageError } from "../../src/storage/errors.js";
import { type Home, tempHome } from "./home.js";

const clock = {
  now: () => Date.now(),
  sleep: async () => {},
  random: () => 0.5,
  signal: new AbortController().signal,
};

/** The number of a process that has ended: the highest there can be is never given. */
const GONE = 4_194_304;

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
  it("creates nothing where there is none", () => {
    const home = tempHome();
    expect(readConfig(home.file)).toEqual({ version: 1, profiles: {} });
    expect(home.exists()).toBe(false);
  });

  it.each([
    ["", "it is not JSON"],
    ["{", "it is not JSON"],
    ['{"version":1,"profiles":{"a":{"api-key":"s3cret"', "it is not JSON"],
    ["null", "the file: it is not an object"],
    ["[]", "the file: it is not an object"],
    ["42", "the file: it is not an object"],
    ["{}", "version: it is not 1"],
    ['{"version":1}', "profiles: it is not an object"],
    ['{"version":1,"profiles":[]}', "profiles: it is not an object"],
    ['{"version":1,"profiles":{"a":5}}', "profiles.a: it is not an object"],
    ['{"version":1,"profiles":{"a":{"output":5}}}', "profiles.a.output: it is not a text"],
    [
      '{"version":1,"profiles":{"sandbox":{"api-key":"s3cret"}}}',
      'profiles.sandbox: the profile "sandbox" is built in',
    ],
    ['{"version":1,"profiles":{"a b":{}}}', "profiles.a b: no profile can be called that"],
    ['{"version":1,"profiles":{"__proto__":{}}}', "profiles.__proto__: no profile can be called"],
    [
      '{"version":1,"current":"my account","profiles":{}}',
      "current: no profile can be called that",
    ],
    ['{"version":1,"current":"","profiles":{}}', "current: no profile can be called that"],
    [
      '{"version":1,"current":"sandbox","profiles":{}}',
      'current: the profile "sandbox" is built in',
    ],
    ['{"version":0,"profiles":{}}', "version: it is not 1"],
    ['{"version":2,"profiles":{"a":{"api-key":"s3cret"}}}', "later version"],
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

  it("closes a file and a directory that were open to others", async () => {
    const home = tempHome();
    await add(home, "a");
    chmodSync(home.directory, 0o755);
    chmodSync(home.file, 0o644);
    expect(modeFaults(home.file)).toEqual([
      expect.stringContaining(`${home.directory} is open to other users (its mode is 0755)`),
      expect.stringContaining(`${home.file} is open to other users (its mode is 0644)`),
    ]);
    await add(home, "b");
    expect([modeOf(home.directory), modeOf(home.file)]).toEqual(["700", "600"]);
    expect(modeFaults(home.file)).toEqual([]);
  });

  it("does not close a directory that is for everybody", async () => {
    const home = tempHome();
    mkdirSync(home.directory);
    chmodSync(home.directory, 0o1777);
    await add(home, "a");
    expect([modeOf(home.directory), modeOf(home.file)]).toEqual(["1777", "600"]);
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
    const staged = `.carry-config.${GONE}.staged`;
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
    ];
    mkdirSync(home.directory, { mode: 0o700 });
    for (const name of others) writeFileSync(join(home.directory, name), "mine");
    await add(home, "a");
    expect(readdirSync(home.directory).sort()).toEqual([...others, "config.json"].sort());
  });

  it("tells of a directory that it closed, and not of one that it made", async () => {
    const told: string[] = [];
    const touch = (home: Home) =>
      updateConfig(
        home.file,
        clock,
        () => {},
        (text) => told.push(text),
      );
    await touch(tempHome());
    expect(told).toEqual([]);
    const home = tempHome();
    mkdirSync(home.directory);
    chmodSync(home.directory, 0o755);
    await touch(home);
    await touch(home);
    expect(told).toEqual([
      `closed ${home.directory} to other users: its mode was 0755, and is 0700 now`,
    ]);
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
  const lockOf = (home: Home) => `${home.file}.lock`;
  const held = async (holder: string, age = 0) => {
    const home = tempHome();
    await add(home, "a");
    writeFileSync(lockOf(home), holder);
    const seconds = Date.now() / 1000 - age;
    utimesSync(lockOf(home), seconds, seconds);
    return home;
  };
  it("of a process that is gone is taken over", async () => {
    const home = await held(`${GONE}@${hostname()}`);
    await add(home, "b");
    expect(Object.keys(home.profiles())).toEqual(["a", "b"]);
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });

  it.each([
    ["of another machine", `${GONE}@elsewhere`],
    ["of a process that lives", `${process.pid}@${hostname()}`],
    ["that names nobody", ""],
  ])("%s is waited for, and in the end told", async (_what, holder) => {
    const home = await held(holder);
    let waited = 0;
    const sleep = async (ms: number) => {
      waited += ms;
    };
    const error = await updateConfig(home.file, { ...clock, sleep }, () => {}).catch((it) => it);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.message).toContain(lockOf(home));
    expect(error.hint).toContain(`remove ${lockOf(home)}`);
    expect(waited).toBeGreaterThanOrEqual(15_000);
    expect(existsSync(lockOf(home))).toBe(true);
  });

  it("that nobody has and that cannot be taken away is waited for, and in the end told", async () => {
    const home = tempHome();
    await add(home, "a");
    mkdirSync(lockOf(home)); // unlinking fails, as it does in a sticky directory for another's file
    utimesSync(lockOf(home), 0, 0);
    let waited = 0;
    const sleep = async (ms: number) => {
      waited += ms;
    };
    const error = await updateConfig(home.file, { ...clock, sleep }, () => {}).catch((it) => it);
    expect(error).toBeInstanceOf(StorageError);
    expect(error.hint).toContain(`remove ${lockOf(home)}`);
    expect(waited).toBeGreaterThanOrEqual(15_000);
    expect(Object.keys(home.profiles())).toEqual(["a"]);
  });

  it("that is given back meanwhile is then had", async () => {
    const home = await held(`${process.pid}@${hostname()}`);
    const sleep = async () => unlinkSync(lockOf(home));
    await updateConfig(home.file, { ...clock, sleep }, (config) => {
      config.current = "a";
    });
    expect(JSON.parse(home.read()).current).toBe("a");
  });

  it("that another process takes while its last holder is found to be gone is left to that one", async () => {
    const home = await held(`${GONE}@${hostname()}`);
    const another = `${process.ppid}@${hostname()}`;
    const gone = () => {
      throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
    };
    const kill = vi.spyOn(process, "kill").mockImplementationOnce(gone);
    kill.mockImplementationOnce(() => {
      writeFileSync(lockOf(home), another); // at the last look before it is taken away
      return gone();
    });
    onTestFinished(() => kill.mockRestore());
    let found = "";
    const sleep = async () => {
      found = readFileSync(lockOf(home), "utf8");
      unlinkSync(lockOf(home));
    };
    await updateConfig(home.file, { ...clock, sleep }, (config) => {
      config.current = "a";
    });
    expect(found).toBe(another);
  });

  it("that is very old is taken over, whoever has it", async () => {
    const home = await held(`${process.pid}@${hostname()}`, 120);
    await add(home, "b");
    expect(Object.keys(home.profiles())).toEqual(["a", "b"]);
  });

  it("that is broken by somebody who is gone too is taken over", async () => {
    const home = await held(`${GONE}@${hostname()}`);
    writeFileSync(`${lockOf(home)}.break`, `${GONE}@${hostname()}`);
    await add(home, "b");
    expect(readdirSync(home.directory)).toEqual(["config.json"]);
  });
});
