import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Home, tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { PORTFOLIO } from "../support/records.js";

const KEY = "0123456789abcdef-SECRET";

const run = (home: Home, argv: readonly string[], env: Record<string, string> = {}) =>
  carry(argv, { env: { ...home.env, ...env } });

const profile = (home: Home, ...argv: string[]) => run(home, ["profile", ...argv]);

function configure(profiles: Record<string, Record<string, string>>, current?: string): Home {
  const home = tempHome();
  mkdirSync(home.directory, { mode: 0o700 });
  writeFileSync(home.file, JSON.stringify({ version: 1, current, profiles }), { mode: 0o600 });
  return home;
}

const SETTING = (name: string) => `[?setting=='${name}'].value | [0]`;

const twoProfiles = () =>
  configure(
    {
      main: { "base-url": "https://a.example", "api-key": KEY, portfolio: PORTFOLIO },
      second: { "base-url": "https://b.example", "api-key-command": "pass show b" },
    },
    "main",
  );

describe("profile set", () => {
  it("makes the profile, and the first one is in use", async () => {
    const home = tempHome();
    const { code, stdout, stderr } = await profile(home, "set", "timeout", "5s");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toBe(
      'note: created profile "default"\nnote: profile "default": timeout is 5s\n',
    );
    const again = await profile(home, "set", "timeout", "5s");
    expect(again.stderr).toBe('note: profile "default": timeout is 5s\n');
    await profile(home, "set", "output", "csv", "--profile", "other");
    expect(JSON.parse(home.read())).toEqual({
      version: 1,
      current: "default",
      profiles: { default: { timeout: "5s" }, other: { output: "csv" } },
    });
  });

  it("acts on the profile in use, or the one that CARRY_PROFILE names", async () => {
    const home = twoProfiles();
    await profile(home, "set", "retries", "1");
    await run(home, ["profile", "set", "retries", "2"], { CARRY_PROFILE: "second" });
    expect([home.profiles().main?.retries, home.profiles().second?.retries]).toEqual(["1", "2"]);
  });

  it.each([
    ["base-url", "https://api.example.com/prefix/"],
    ["public-base-url", "http://127.0.0.1:9"],
    ["public-paths", "/v1"],
    ["api-key-command", "op read 'op://a b/c'"],
    ["portfolio", PORTFOLIO],
    ["output", "ndjson"],
    ["performance", "on"],
    ["timeout", "500ms"],
    ["retries", "0"],
    ["class-list", "repeat"],
    ["range-params", "from,to"],
    ["completion-ids", "off"],
    ["imbalance", "2.5%"],
    ["loss", "1bp"],
    ["paying", "12usd"],
    ["stale", "10m"],
    ["stale-performance", "2h"],
    ["margin", "7.5"],
    ["ignore", "losing:92bc28c3,market_unknown"],
  ])("takes %s %s", async (key, value) => {
    const home = tempHome();
    expect((await profile(home, "set", key, value)).code).toBe(0);
    expect(home.profiles().default).toEqual({ [key]: value });
  });

  it.each([
    ["base-url", "api.example.com", 'base-url: "api.example.com"'],
    ["base-url", "ftp://a", "base-url"],
    ["base-url", "https://user:pw@a", "credentials"],
    ["base-url", "https://a/?key=1", "query"],
    ["public-base-url", "x", "public-base-url"],
    ["api-key-command", "pass 'show", "quotes closed"],
    ["api-key-command", "", "api-key-command"],
    ["portfolio", "Main!", "uuid"],
    ["portfolios.main", "main", "uuid"],
    ["portfolios.all", "x", "is not a key of a profile"],
    ["output", "yaml", "table, json, ndjson, csv"],
    ["performance", "yes", "on or off"],
    ["timeout", "0", "30s"],
    ["retries", "99", "0 to 20"],
    ["class-list", "space", "comma"],
    ["range-params", "from", "from,to"],
    ["completion-ids", "1", "on or off"],
    ["loss", "-1", "an amount of USD"],
    ["ignore", "losin", "one of unhedged"],
    ["portfoli", "x", "did you mean portfolio?"],
    ["__proto__", "x", '"__proto__" is not a key of a profile'],
  ])("refuses %s %j, says why, and makes nothing", async (key, value, said) => {
    const home = tempHome();
    const { code, stderr } = await profile(home, "set", key, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
    expect(home.exists()).toBe(false);
  });

  it.each([
    ["performance", "true", "on"],
    ["completion-ids", "false", "off"],
  ])("stores %s %s as %s", async (key, typed, stored) => {
    const home = tempHome();
    const { stderr } = await profile(home, "set", key, typed);
    expect(stderr).toContain(`${key} is ${stored}\n`);
    expect(home.profiles().default).toEqual({ [key]: stored });
  });

  it("takes no API key from the command line, and does not repeat it", async () => {
    const { code, stderr } = await profile(tempHome(), "set", "api-key", KEY);
    expect([code, stderr]).toEqual([2, expect.stringContaining("carry auth login --with-key")]);
    expect(stderr).not.toContain(KEY);
  });

  it("does not add a command to a stored key", async () => {
    const home = twoProfiles();
    const { code, stderr } = await profile(home, "set", "api-key-command", "pass x");
    expect([code, stderr]).toEqual([2, expect.stringContaining("carry auth logout")]);
    expect(home.profiles().main?.["api-key"]).toBe(KEY);
  });

  it("warns when a stored key will go to another origin from now on", async () => {
    const home = twoProfiles();
    const same = await profile(home, "set", "base-url", "https://a.example/v2");
    expect(same.stderr).not.toContain("warning");
    const other = await profile(home, "set", "base-url", "https://c.example");
    expect(other.stderr).toContain("is sent to https://c.example from now on");
  });

  it.each(["a/b", "a b", "__proto__", "constructor", ""])(
    "of a profile named %j exits 2",
    async (name) => {
      const home = tempHome();
      const { code, stderr } = await profile(home, "set", "retries", "1", "--profile", name);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--profile: "${name}"`)]);
      expect(home.exists()).toBe(false);
    },
  );

  it("of the sandbox exits 2", async () => {
    const home = tempHome();
    const { code, stderr } = await profile(home, "set", "retries", "1", "--profile", "sandbox");
    expect([code, stderr]).toEqual([2, expect.stringContaining("built in")]);
  });
});

describe("profile unset, use and remove", () => {
  it("unset removes one value", async () => {
    const home = twoProfiles();
    const { code, stderr } = await profile(home, "unset", "portfolio");
    expect([code, stderr]).toEqual([0, expect.stringContaining("no longer set")]);
    expect(home.profiles().main).toEqual({ "base-url": "https://a.example", "api-key": KEY });
    expect((await profile(home, "unset", "portfolio")).stderr).toContain("was not set");
  });

  it("use chooses the profile of the commands that follow", async () => {
    const home = twoProfiles();
    expect((await profile(home, "use", "second")).code).toBe(0);
    expect(JSON.parse(home.read()).current).toBe("second");
    const named = await run(home, ["profile", "use", "main"], { CARRY_PROFILE: "second" });
    expect(named.stderr).toContain(
      'warning: CARRY_PROFILE is set to "second", which takes precedence',
    );
  });

  it("remove deletes a profile with its key, and says if it was in use", async () => {
    const home = twoProfiles();
    const { code, stderr } = await profile(home, "remove", "main");
    expect([code, stderr]).toEqual([0, expect.stringContaining("it was in use")]);
    expect(home.read()).not.toContain(KEY);
    expect(JSON.parse(home.read())).not.toHaveProperty("current");
  });

  it.each([
    [["use", "nope"], 'no profile is named "nope"'],
    [["use", "sandbox"], "built in"],
    [["use", "a/b"], '"a/b"'],
    [["remove", "nope"], 'no profile is named "nope"'],
    [["remove", "__proto__"], "__proto__"],
    [["remove", "sandbox"], "built in"],
    [["unset", "retries", "--profile", "sandbox"], "built in"],
    [["unset", "retries", "--profile", "nope"], 'no profile is named "nope"'],
    [["show", "--profile", "nope"], 'no profile is named "nope"'],
    [["unset", "nope"], '"nope" is not a key of a profile'],
  ])("%j exits 2 and changes nothing", async (argv, said) => {
    const home = twoProfiles();
    const before = home.read();
    const { code, stderr } = await profile(home, ...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(home.read()).toBe(before);
  });
});

describe("profile list and show", () => {
  it("shows that nothing of the built-in profile is stored", async () => {
    const { code, stdout, stderr } = await profile(tempHome(), "show", "--profile", "sandbox");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("note: Nothing is set in this profile.\n");
  });

  it("list marks the one in use and masks the keys", async () => {
    const { stdout } = await profile(twoProfiles(), "list", "-o", "json");
    expect(JSON.parse(stdout)).toEqual([
      {
        profile: "main",
        current: true,
        base_url: "https://a.example",
        portfolio: PORTFOLIO,
        key_source: "profile",
        key: "****CRET",
      },
      {
        profile: "second",
        current: false,
        base_url: "https://b.example",
        portfolio: null,
        key_source: "command",
        key: null,
      },
    ]);
  });

  it("list says if there are none", async () => {
    const { code, stdout, stderr } = await profile(tempHome(), "list");
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("carry auth login");
  });

  it("show has what is stored, with the key masked, in every format", async () => {
    const home = twoProfiles();
    for (const format of ["table", "json", "ndjson", "csv"]) {
      const { stdout } = await profile(home, "show", "-o", format);
      expect(stdout).toContain("https://a.example");
      expect(stdout).toContain("****CRET");
      expect(stdout).not.toContain(KEY);
    }
  });

  it("show --resolved shows the value and the source of each setting", async () => {
    const home = twoProfiles();
    const { stdout } = await run(
      home,
      ["profile", "show", "--resolved", "-o", "json", "--timeout", "7s", "--profile", "main"],
      { CARRY_RETRIES: "1", CARRY_API_KEY: "environment-key-1234" },
    );
    const row = (
      setting: string,
      value: string | null,
      origin: string | null,
      from: string | null,
    ) => ({
      setting,
      value,
      origin,
      from,
    });
    expect(JSON.parse(stdout)).toEqual([
      row("profile", "main", "option", "--profile"),
      row("api-key", "****1234", "environment", "CARRY_API_KEY"),
      row("base-url", "https://a.example", "profile", "main"),
      row("public-base-url", null, null, null),
      row("public-paths", null, null, null),
      row("portfolio", PORTFOLIO, "profile", "main"),
      row("output", "json", "option", "--output"),
      row("csv", null, null, null),
      row("time", null, null, null),
      row("performance", null, null, null),
      row("status", null, null, null),
      row("timeout", "7s", "option", "--timeout"),
      row("retries", "1", "environment", "CARRY_RETRIES"),
      row("class-list", "comma", "default", null),
      row("range-params", "start,end", "default", null),
      row("imbalance", "2", "default", null),
      row("loss", "10bp", "default", null),
      row("paying", "1bp", "default", null),
      row("stale", "5m", "default", null),
      row("stale-performance", "1h", "default", null),
      row("margin", "3sd", "default", null),
      row("ignore", null, null, null),
      row("max-rate", "4", "default", null),
      row("fees", null, null, null),
      row("archive", null, null, null),
      row("record", "off", "default", null),
      row("hints", "on", "default", null),
      row("completion-ids", "on", "default", null),
    ]);
  });

  it("show says on or off also of a switch that was written by hand as true", async () => {
    const home = configure({ main: { performance: "true" } }, "main");
    for (const argv of [["show"], ["show", "--resolved"]]) {
      const { stdout } = await profile(home, ...argv, "--json", "--query", SETTING("performance"));
      expect(JSON.parse(stdout)).toBe("on");
    }
  });

  it("show masks unknown settings, which may be a key under a misspelled name", async () => {
    const home = configure({ main: { "base-url": "https://a.example", apikey: KEY } }, "main");
    const { stdout } = await profile(home, "show", "--json");
    expect(JSON.parse(stdout)[1]).toMatchObject({ setting: "apikey", value: "****CRET" });
  });

  it("no listing shows credentials in a URL that was written by hand", async () => {
    const home = configure(
      {
        main: {
          "base-url": "https://user:pa/s@w0rd@a.example/x",
          "public-base-url": "http:user:w0rd@b.example",
        },
      },
      "main",
    );
    for (const argv of [
      ["profile", "list"],
      ["profile", "show"],
      ["profile", "show", "--resolved"],
      ["auth", "status"],
      ["auth", "status"],
      ["doctor"],
      ["assets"],
    ]) {
      const { stdout, stderr } = await run(home, [...argv, "--json"]);
      expect(stdout + stderr).toContain("a.example");
      expect(stdout + stderr).not.toContain("w0rd");
    }
  });

  it("show --resolved works without any configuration", async () => {
    const { code, stdout } = await profile(tempHome(), "show", "--resolved", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)[0]).toMatchObject({ setting: "profile", value: null });
  });
});

describe("the configuration file", () => {
  const config = { main: { "base-url": "https://a.example", "api-key": KEY } };

  it("that others may read is warned of once, and closed by the next write", async () => {
    const home = configure(config, "main");
    chmodSync(home.file, 0o644);
    const { code, stderr } = await profile(home, "list", "--json");
    expect(code).toBe(0);
    expect(stderr.match(/"warning".*config\.json is open to other users/g)).toHaveLength(1);
    await profile(home, "set", "retries", "1");
    expect((await profile(home, "list")).stderr).toBe("");
    expect(statSync(home.file).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["no JSON", `{"version":1,"profiles":{"main":{"api-key":"${KEY}"`],
    ["the wrong shape", `{"version":1,"profiles":[{"api-key":"${KEY}"}]}`],
    ["of a later version", `{"version":2,"profiles":{"main":{"api-key":"${KEY}"}}}`],
  ])("that is %s ends every command with 9, names the file, and stays", async (_what, text) => {
    const home = tempHome();
    mkdirSync(home.directory);
    writeFileSync(home.file, text);
    for (const argv of [
      ["positions", "list"],
      ["profile", "list"],
      ["profile", "set", "retries", "1"],
      ["auth", "logout"],
      ["auth", "status"],
    ]) {
      const { code, stdout, stderr } = await run(home, argv, { CARRY_DEBUG: "1" });
      expect([code, stdout]).toEqual([9, ""]);
      expect(stderr.split("\n")[0]).toMatch(/^error: /);
      expect(stderr.split("\n")[0]).toContain(home.file);
      expect(stderr).not.toContain(KEY);
    }
    expect(home.read()).toBe(text);
  });

  it("has no location if HOME is not set: nothing is stored or read", async () => {
    const env = { HOME: "", XDG_CONFIG_HOME: "", CARRY_CONFIG_DIR: "" };
    const stored = await carry(["profile", "set", "retries", "1"], { env });
    expect(stored.stderr).toContain("HOME is not set");
    expect([stored.code, stored.stderr]).toEqual([9, expect.stringContaining("CARRY_CONFIG_DIR")]);
    const listed = await carry(["profile", "list", "-v"], { env });
    expect(listed.stderr).toContain("no home directory is set, so no configuration is read");
    expect(listed.code).toBe(0);
  });

  it("is not created by commands that only read", async () => {
    const home = tempHome();
    for (const argv of [
      ["profile", "list"],
      ["auth", "status"],
      ["positions", "list"],
      ["doctor"],
    ]) {
      await run(home, argv);
    }
    expect(home.exists()).toBe(false);
  });

  it("with an invalid value of a setting is reported with the remedy", async () => {
    const home = configure({ main: { ...config.main, timeout: "soon" } }, "main");
    const { code, stderr } = await run(home, ["positions", "list"]);
    expect([code, stderr]).toEqual([9, expect.stringContaining('profile "main": timeout: "soon"')]);
    expect(stderr).toContain("carry profile set timeout");
    expect((await profile(home, "show", "--resolved")).code).toBe(0);
  });

  it("with an invalid command for the key is reported without it", async () => {
    const home = configure(
      {
        main: {
          "base-url": "https://a.example",
          "api-key-command": `echo '${KEY}`,
          portfolio: PORTFOLIO,
        },
      },
      "main",
    );
    for (const argv of [["auth", "status"], ["doctor"], ["positions", "list"]]) {
      const { stdout, stderr } = await run(home, [...argv, "--json"]);
      expect(stdout + stderr).toContain("with its quotes closed");
      expect(stdout + stderr).not.toContain(KEY);
    }
    const { stderr } = await profile(tempHome(), "set", "api-key-command", `echo '${KEY}`);
    expect(stderr).toContain("with its quotes closed");
    expect(stderr).not.toContain(KEY);
  });

  it("with an invalid key is reported without it", async () => {
    const home = configure(
      { main: { ...config.main, "api-key": "a\r\nb", portfolio: PORTFOLIO } },
      "main",
    );
    const { code, stderr } = await run(home, ["positions", "list"]);
    expect([code, stderr]).toEqual([
      9,
      expect.stringContaining("its API key contains a line break"),
    ]);
    expect(stderr).toContain("carry auth login --profile main");
  });
});
