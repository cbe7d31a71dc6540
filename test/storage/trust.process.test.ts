import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { digestOf, entryName } from "../../src/base/storage/cache.js";
import { notByOthers, readText } from "../../src/base/storage/read-file.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runCarry } from "../support/process.js";
import { PORTFOLIO, position, uuidOf } from "../support/records.js";

/** Another user of the machine; only root can act as that user. */
const OTHER = 65_534;
const isRoot = process.geteuid?.() === 0;
const isPosix = process.platform !== "win32";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "carry-trust-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});

function directory(...path: string[]): string {
  const made = join(home, ...path);
  mkdirSync(made, { recursive: true, mode: 0o700 });
  return made;
}

function open(path: string, mode = 0o777): string {
  chmodSync(path, mode);
  return path;
}

/** Returns why a file is not trusted. */
function faultOf(path: string): string | undefined {
  try {
    readText(path, 100, notByOthers);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.runIf(isPosix)("a file that can send the key elsewhere", () => {
  const file = (...path: string[]) => {
    const at = join(directory(...path), "file");
    writeFileSync(at, "", { mode: 0o600 });
    return at;
  };

  it("is trusted where the caller and root alone can write", () => {
    expect(faultOf(file("a"))).toBeUndefined();
  });

  it("is not trusted below a directory that others can write", () => {
    const path = file("a", "b");
    open(join(home, "a"));
    expect(faultOf(path)).toBe(`${join(home, "a")} can be changed by other users`);
  });

  it("is trusted in a sticky directory, as what the caller has put there", () => {
    const path = file("a");
    open(join(home, "a"), 0o1777);
    expect(faultOf(path)).toBeUndefined();
  });

  it("is not trusted where others can change it", () => {
    const path = file("a");
    chmodSync(path, 0o602);
    expect(faultOf(path)).toBe(`${path} can be changed by other users`);
  });

  it("is trusted behind links that the caller has made, and judged by where they lead", () => {
    file("real");
    symlinkSync(join(home, "real"), join(home, "link"));
    expect(faultOf(join(home, "link", "file"))).toBeUndefined();
    open(join(home, "real"));
    expect(faultOf(join(home, "link", "file"))).toBe(
      `${join(home, "real")} can be changed by other users`,
    );
  });

  it("may be in a directory of the group that has the number of its user, and of no other", () => {
    const path = file("own");
    const own = open(join(home, "own"), 0o770);
    const { uid } = statSync(own);
    if (isRoot) chownSync(own, uid, 1234);
    const isPrivate = statSync(own).gid === uid;
    expect(faultOf(path) === undefined).toBe(isPrivate);
    if (isRoot) chownSync(own, uid, uid);
    if (isRoot) expect(faultOf(path)).toBeUndefined();
  });

  it.runIf(isRoot)("is not trusted where another user owns it, a directory or a link to it", () => {
    const path = file("theirs");
    chownSync(join(home, "theirs"), OTHER, OTHER);
    expect(faultOf(path)).toBe(`${join(home, "theirs")} belongs to another user (uid ${OTHER})`);
    const link = join(home, "link");
    symlinkSync(file("real"), link);
    execFileSync("chown", ["-h", String(OTHER), link]);
    expect(faultOf(link)).toBe(`${link} belongs to another user (uid ${OTHER})`);
  });
});

/** A forged cache entry of another user, with assets of a service. */
const PLANTED = {
  asset: "PLANTED",
  name: "x",
  asset_class: "x",
  market_count: 1,
  exchange_count: 1,
};
const SENT = { ...PLANTED, asset: "SENT" };

async function service() {
  const server = await faultyServer((socket, request) => {
    const body = request.includes("/assets") ? [SENT] : [position(1)];
    socket.write(answer(200, JSON.stringify({ data: body, next_cursor: null })));
  });
  return server.url;
}

function plantedEntry(url: string): string {
  const key = new URL("/v1/assets", url);
  const body = JSON.stringify({ data: [PLANTED] });
  return JSON.stringify({ version: 1, stored_at: Date.now(), key: key.href, body });
}

const entryOf = (url: string) => entryName(new URL("/v1/assets", url));

describe.runIf(isPosix)("the cache of public data", () => {
  const assets = (env: Record<string, string>) => runCarry(["assets", "-o", "ndjson"], env);

  it("is used where it is the caller's own", async () => {
    const url = await service();
    const cache = directory("cache");
    writeFileSync(join(cache, entryOf(url)), plantedEntry(url), { mode: 0o600 });
    const { stdout } = await assets({ CARRY_BASE_URL: url, CARRY_CACHE_DIR: cache });
    expect(stdout).toContain("PLANTED");
  });

  it("does not wait for a pipe that stands where an entry belongs", async () => {
    const url = await service();
    const cache = directory("cache");
    const entry = join(cache, entryOf(url));
    execFileSync("mkfifo", [entry]);
    const piped = await assets({ CARRY_BASE_URL: url, CARRY_CACHE_DIR: cache });
    expect([piped.code, piped.stdout.includes("SENT")]).toEqual([0, true]);
    expect(lstatSync(entry).isFile()).toBe(true); // replaced by the answer
  });

  it("is ignored where a variable of XDG holds a relative path", async () => {
    const url = await service();
    const { stdout } = await runCarry(["assets", "-o", "ndjson"], {
      CARRY_BASE_URL: url,
      XDG_CACHE_HOME: "relative",
      HOME: home,
    });
    expect(stdout).toContain("SENT");
    expect(existsSync(join(home, ".cache", "carry", entryOf(url)))).toBe(true);
  });
});

describe.runIf(isPosix)("the ids for completion", () => {
  const ask = (env: Record<string, string>) =>
    runCarry(["__complete", "1", "fish", "2", "--", "positions", "get", ""], env);
  const fileOf = (profile: string, portfolio: string) =>
    `${digestOf(profile)}-${digestOf(portfolio)}.json`;
  const ids = JSON.stringify({
    version: 3,
    profile: "",
    portfolio: "",
    ids: [[uuidOf(7), "BTC", "open", "okx/bybit"]],
  });

  it("are offered from the state directory", async () => {
    writeFileSync(join(directory("state", "ids"), fileOf("", "")), ids, { mode: 0o600 });
    const { stdout } = await ask({ CARRY_STATE_DIR: join(home, "state") });
    expect(stdout).toContain("BTC.0000\topen, okx/bybit\n");
  });

  it("are not waited for where a pipe stands in their place", async () => {
    const kept = directory("state", "ids");
    execFileSync("mkfifo", [join(kept, fileOf("", ""))]);
    expect((await ask({ CARRY_STATE_DIR: join(home, "state") })).code).toBe(0);
    expect((await ask({ CARRY_CONFIG_DIR: fifoIn(directory("config")) })).code).toBe(0);
  });

  it("that a killed process has begun to write go with the next write and when they are turned off", async () => {
    const url = await service();
    const kept = directory("state", "ids");
    const env = {
      CARRY_BASE_URL: url,
      CARRY_API_KEY: "secret-key",
      CARRY_PORTFOLIO: PORTFOLIO,
      CARRY_STATE_DIR: join(home, "state"),
    };
    const begin = (profile: string) =>
      writeFileSync(join(kept, `${fileOf(profile, PORTFOLIO)}.${randomUUID()}.tmp`), "[", {
        mode: 0o600,
      });
    begin("");
    await runCarry(["positions", "list"], env);
    expect(readdirSync(kept)).toEqual([fileOf("", PORTFOLIO)]);
    begin("");
    await runCarry(["positions", "list"], { ...env, CARRY_COMPLETION_IDS: "off" });
    expect(readdirSync(kept)).toEqual([]);
    for (const argv of [
      ["profile", "set", "completion-ids", "off"],
      ["auth", "logout"],
      ["profile", "remove", "main"],
    ]) {
      const config = directory("config", argv.join("-"));
      writeFileSync(
        join(config, "config.json"),
        JSON.stringify({ version: 1, current: "main", profiles: { main: {} } }),
        { mode: 0o600 },
      );
      begin("main");
      const place = { CARRY_CONFIG_DIR: config, CARRY_STATE_DIR: join(home, "state") };
      const { code } = await runCarry(argv, place);
      expect([argv, code, readdirSync(kept)]).toEqual([argv, 0, []]);
    }
  });
});

function fifoIn(path: string): string {
  execFileSync("mkfifo", [join(path, "config.json")]);
  return path;
}

describe.runIf(isPosix)("the configuration", () => {
  const config = JSON.stringify({
    version: 1,
    current: "main",
    profiles: { main: { "api-key-command": "touch ran" } },
  });

  async function shown(path: string) {
    return runCarry(["auth", "status"], { CARRY_CONFIG_DIR: path });
  }

  it("is not read where others can change it, and the error says how to fix that", async () => {
    const path = directory("config");
    writeFileSync(join(path, "config.json"), config, { mode: 0o600 });
    open(path);
    const { code, stderr } = await shown(path);
    expect(code).toBe(9);
    expect(stderr).toContain(`${path} can be changed by other users`);
    expect(stderr).toContain("chmod go-w");
    expect(existsSync(join(path, "ran"))).toBe(false);
  });

  it.runIf(isRoot)("is not read where it is another user's", async () => {
    const path = directory("config");
    writeFileSync(join(path, "config.json"), config, { mode: 0o600 });
    chownSync(join(path, "config.json"), OTHER, OTHER);
    const { code, stderr } = await shown(path);
    expect([code, stderr]).toEqual([9, expect.stringContaining("belongs to another user")]);
  });
});

describe.runIf(isPosix)("the compiled program", () => {
  /** Makes the launcher run as on Node 22, and prints the directory passed to the compile cache. */
  const pretend = `
    const reported = require("node:fs").openSync(process.env.REPORTED, "a");
    Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.3.0" } });
    require("node:module").enableCompileCache = (directory) =>
      require("node:fs").writeSync(reported, String(directory) + "\\n");
  `;

  async function directories(env: Record<string, string>): Promise<string[]> {
    const preload = join(home, "pretend.cjs");
    const reported = join(home, "reported");
    writeFileSync(preload, pretend);
    writeFileSync(reported, "");
    const url = await service();
    const all = {
      NODE_OPTIONS: `--require=${preload}`,
      REPORTED: reported,
      CARRY_BASE_URL: url,
      ...env,
    };
    expect((await runCarry(["assets"], all)).code).toBe(0);
    return readFileSync(reported, "utf8").split("\n").slice(0, -1);
  }

  it("is kept below carry's own cache, for its owner alone", async () => {
    const cache = directory("cache");
    const code = join(cache, "code");
    const TMPDIR = open(directory("tmp"), 0o1777);
    mkdirSync(join(TMPDIR, "node-compile-cache"), { mode: 0o777 });
    expect(await directories({ CARRY_CACHE_DIR: cache, TMPDIR })).toEqual([code]);
    expect(statSync(code).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(TMPDIR, "node-compile-cache"))).toEqual([]);
  });

  it.each([
    ["others can write the cache", (cache: string) => open(cache)],
    [
      "others can write the directory itself",
      (cache: string) => {
        mkdirSync(join(cache, "code"));
        open(join(cache, "code"));
      },
    ],
    [
      "a link leads to where others can write",
      (cache: string) => symlinkSync(open(directory("elsewhere")), join(cache, "code")),
    ],
    ["a file stands in its place", (cache: string) => writeFileSync(join(cache, "code"), "")],
  ])("is not kept where %s", async (_, make) => {
    const cache = directory("cache");
    make(cache);
    expect(await directories({ CARRY_CACHE_DIR: cache })).toEqual([]);
  });

  it("is not kept where there is no home", async () => {
    expect(await directories({ HOME: "", CARRY_CACHE_DIR: "", XDG_CACHE_HOME: "" })).toEqual([]);
  });
});
