import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Home, script, tempHome } from "../config/home.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";
import { NOW, sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile();

function run(
  home: Home,
  argv: string[],
  more: { stdin?: string; env?: Record<string, string> } = {},
) {
  return carry(argv, {
    env: { ...home.env, ...more.env },
    clock: { now: () => NOW },
    ...(more.stdin !== undefined && { stdin: more.stdin }),
  });
}

const login = (home: Home, key: string, ...argv: string[]) =>
  run(home, ["auth", "login", "--with-key", ...argv], { stdin: `${key}\n` });

const service = () => ["--base-url", sandbox().url, "--portfolio", sandbox().portfolioId];

async function loggedIn(): Promise<Home> {
  const home = tempHome();
  const { code } = await login(home, sandbox().apiKey, ...service());
  expect(code).toBe(0);
  return home;
}

describe("auth login with a key from a pipe", () => {
  it("stores base URL, key and portfolio, once the service has confirmed them", async () => {
    const home = tempHome();
    const { code, stdout, stderr } = await login(home, sandbox().apiKey, ...service());
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(`(checked: portfolio ${sandbox().portfolioId} can be read)`);
    expect(stderr).not.toContain(sandbox().apiKey);
    expect(JSON.parse(home.read())).toEqual({
      version: 1,
      current: "default",
      profiles: {
        default: {
          "base-url": sandbox().url,
          "api-key": sandbox().apiKey,
          portfolio: sandbox().portfolioId,
        },
      },
    });
    const listed = await run(home, ["positions", "list", "--json"]);
    expect([listed.code, JSON.parse(listed.stdout).length]).toEqual([0, 24]);
  });

  it("sends exactly one request, for one position", async () => {
    const home = tempHome();
    const page = '{"data":[],"next_cursor":null}';
    const server = await faultyServer((socket) => socket.write(answer(200, page)));
    await login(home, "some-key", "--base-url", server.url, "--portfolio", PORTFOLIO);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatch(
      new RegExp(`^GET /v1/portfolios/${PORTFOLIO}/positions\\?limit=1 `),
    );
    expect(server.requests[0]).toMatch(/^authorization: Bearer some-key\r?$/im);
  });

  it("takes base URL and portfolio from the environment too", async () => {
    const home = tempHome();
    const { url, portfolioId, apiKey } = sandbox();
    await run(home, ["auth", "login", "--with-key"], {
      stdin: apiKey,
      env: { CARRY_BASE_URL: url, CARRY_PORTFOLIO: portfolioId },
    });
    expect(home.profiles().default).toMatchObject({ "base-url": url, portfolio: portfolioId });
  });

  it("says that it did not check where no portfolio is known", async () => {
    const home = tempHome();
    const { code, stderr } = await login(home, "any-key", "--base-url", sandbox().url);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("not checked, since no portfolio is known"),
    ]);
    expect(home.profiles().default).toEqual({ "base-url": sandbox().url, "api-key": "any-key" });
  });

  it("keeps the rest of the profile, replaces its command, and leaves another in use", async () => {
    const home = await loggedIn();
    await run(home, ["profile", "set", "timeout", "9s", "--profile", "second"]);
    await run(home, ["profile", "set", "api-key-command", "pass x", "--profile", "second"]);
    const { stderr } = await login(home, sandbox().apiKey, ...service(), "--profile", "second");
    expect(home.profiles().second).toEqual({
      timeout: "9s",
      "base-url": sandbox().url,
      "api-key": sandbox().apiKey,
      portfolio: sandbox().portfolioId,
    });
    expect(stderr).toContain("its api-key-command was removed: pass x");
    expect(stderr).toContain('profile "default" stays in use; carry profile use second');
  });

  it("warns that the environment's key is used instead", async () => {
    const home = tempHome();
    const { stderr } = await run(home, ["auth", "login", "--with-key", ...service()], {
      stdin: sandbox().apiKey,
      env: { CARRY_API_KEY: "another" },
    });
    expect(stderr).toContain("warning: CARRY_API_KEY is set");
  });
});

describe("a login that is refused stores nothing, and says what it met", () => {
  const cases: [string, () => [key: string, ...argv: string[]], number, string][] = [
    ["key refused", () => ["wrong-key", ...service()], 3, "the service refused the API key"],
    ["scope missing", () => [sandbox().limitedKey, ...service()], 3, "lacks the scope"],
    [
      "portfolio unknown",
      () => [sandbox().apiKey, ...service(), "--portfolio", uuidOf(9)],
      4,
      `knows no portfolio ${uuidOf(9)}`,
    ],
    [
      "service unreachable",
      () => ["k", "--base-url", "http://127.0.0.1:1", "--portfolio", PORTFOLIO, "--retries", "0"],
      7,
      "cannot reach http://127.0.0.1:1",
    ],
    ["key missing", () => ["", ...service()], 3, "no API key came from stdin"],
    ["no base URL", () => ["k"], 2, "no base URL is set"],
    ["plain http", () => ["k", "--base-url", "http://example.com"], 2, "plain http"],
    ["no URL", () => ["k", "--base-url", "example"], 2, '--base-url: "example"'],
    ["a line break", () => ["a\nb", ...service()], 2, "has a line break in it"],
    ["not ASCII", () => ["s\u00e9cret", ...service()], 2, "U+00E9"],
    ["the sandbox", () => ["k", ...service(), "--profile", "sandbox"], 2, "built in"],
    ["a bad name", () => ["k", ...service(), "--profile", "a/b"], 2, '--profile: "a/b"'],
    ["an empty name", () => ["k", ...service(), "--profile", ""], 2, '--profile: ""'],
    ["a prototype's name", () => ["k", ...service(), "--profile", "__proto__"], 2, "__proto__"],
  ];

  it.each(cases)("%s", async (_what, argv, exit, said) => {
    const home = tempHome();
    const [key, ...options] = argv();
    const { code, stdout, stderr } = await login(home, key, ...options);
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toMatch(/^error: [^\n]+\n(hint: [^\n]+\n)?$/);
    expect(stderr).toContain(said);
    expect(home.exists()).toBe(false);
  });

  it("an answer that is no listing", async () => {
    const home = tempHome();
    const server = await faultyServer((socket) => socket.write(answer(200, "<html>Welcome")));
    const { code, stderr } = await login(
      home,
      "k",
      ...["--base-url", server.url, "--portfolio", PORTFOLIO],
    );
    expect([code, stderr]).toEqual([8, expect.stringContaining("not a list of positions")]);
    expect(home.exists()).toBe(false);
  });

  it("unless it is not to be verified", async () => {
    const home = tempHome();
    const argv = ["--base-url", "http://127.0.0.1:1", "--portfolio", PORTFOLIO, "--no-verify"];
    const { code, stderr } = await login(home, "k", ...argv);
    expect([code, stderr]).toEqual([0, expect.stringContaining("(not checked)")]);
    expect(home.profiles().default?.["api-key"]).toBe("k");
  });

  it("without a terminal and without --with-key there is nobody to ask", async () => {
    const { code, stderr } = await run(tempHome(), ["auth", "login"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--with-key")]);
  });
});

describe("auth status", () => {
  it("shows where the key is from, masked, and what it could reach", async () => {
    const home = await loggedIn();
    const { code, stdout } = await run(home, ["auth", "status", "-o", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      profile: "default",
      current: true,
      base_url: sandbox().url,
      portfolio: sandbox().portfolioId,
      key_source: "profile",
      key: `****${sandbox().apiKey.slice(-4)}`,
      outcome: "ok",
      detail: `portfolio ${sandbox().portfolioId} can be read`,
      hint: null,
    });
  });

  it("shows nothing of a short key", async () => {
    const home = tempHome();
    await login(home, "short-secret", "--base-url", sandbox().url);
    const { stdout } = await run(home, ["auth", "status"]);
    expect(stdout).toMatch(/^key +\*{4}$/m);
    expect(stdout).toContain("not asked, since no portfolio is set");
  });

  it("exits 3 when there is no login at all", async () => {
    const { code, stdout, stderr } = await run(tempHome(), ["auth", "status"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain("carry auth login");
  });

  it("exits like the request would", async () => {
    const home = await loggedIn();
    const status = (env: Record<string, string>) =>
      run(home, ["auth", "status", "--json"], { env });
    const refused = await status({ CARRY_API_KEY: "wrong" });
    expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
      3,
      expect.objectContaining({ outcome: "key refused", key_source: "environment" }),
    ]);
    const scope = await status({ CARRY_API_KEY: sandbox().limitedKey });
    expect([scope.code, JSON.parse(scope.stdout).outcome]).toEqual([3, "scope missing"]);
    const portfolio = await status({ CARRY_PORTFOLIO: uuidOf(9) });
    expect([portfolio.code, JSON.parse(portfolio.stdout).outcome]).toEqual([
      4,
      "portfolio unknown",
    ]);
    const gone = await status({ CARRY_BASE_URL: "http://127.0.0.1:1", CARRY_API_KEY: "k" });
    expect([gone.code, JSON.parse(gone.stdout).outcome]).toEqual([7, "service unreachable"]);
  });

  it("of all profiles is a row each, whatever the environment says", async () => {
    const home = await loggedIn();
    await login(home, sandbox().limitedKey, ...service(), "--profile", "b", "--no-verify");
    await run(home, ["profile", "set", "base-url", sandbox().url, "--profile", "c"]);
    const { code, stdout, stderr } = await run(home, ["auth", "status", "--all", "--json"], {
      env: { CARRY_API_KEY: "wrong", CARRY_BASE_URL: "http://127.0.0.1:1" },
    });
    const rows = JSON.parse(stdout) as { profile: string; outcome: string }[];
    expect(rows.map(({ profile, outcome }) => [profile, outcome])).toEqual([
      ["default", "ok"],
      ["b", "scope missing"],
      ["c", "key missing"],
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain("warning: CARRY_API_KEY is set");
  });

  it("asks nothing with --no-verify", async () => {
    const home = await loggedIn();
    await run(home, ["profile", "set", "base-url", "http://127.0.0.1:1"]);
    const { code, stdout } = await run(home, ["auth", "status", "--no-verify"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("not asked")]);
  });
});

describe("auth logout", () => {
  it("removes the key alone, says so, and says what it does not do", async () => {
    const home = await loggedIn();
    const { code, stdout, stderr } = await run(home, ["auth", "logout"]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain('removed the API key of profile "default"');
    expect(stderr).toContain("until it is revoked");
    expect(home.profiles().default).toEqual({
      "base-url": sandbox().url,
      portfolio: sandbox().portfolioId,
    });
    const again = await run(home, ["auth", "logout"]);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("had no API key")]);
    expect((await run(home, ["positions", "list"])).code).toBe(3);
  });

  it("removes the command that gives the key too", async () => {
    const home = tempHome();
    await run(home, ["profile", "set", "api-key-command", "pass x"]);
    const { stderr } = await run(home, ["auth", "logout"]);
    expect(stderr).toContain("removed the api-key-command");
    expect(home.profiles().default).toEqual({});
  });

  it("of a profile that there is not exits 2", async () => {
    const home = await loggedIn();
    const { code, stderr } = await run(home, ["auth", "logout", "--profile", "nope"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no profile is named "nope"')]);
    expect((await run(tempHome(), ["auth", "logout"])).code).toBe(2);
  });
});

describe("the key of a profile", () => {
  it.each([
    ["--base-url", (url: string) => ({ argv: ["--base-url", url], env: {} })],
    ["CARRY_BASE_URL", (url: string) => ({ argv: [], env: { CARRY_BASE_URL: url } })],
  ])("is not sent to the other service that %s names", async (name, at) => {
    const home = await loggedIn();
    const other = await faultyServer((socket) => socket.write(answer(200, "{}")));
    const { argv, env } = at(other.url);
    for (const words of [
      ["positions", "list"],
      ["api", "/v1/positions"],
      ["auth", "status"],
    ]) {
      const { code, stdout, stderr } = await run(home, [...words, ...argv], { env });
      expect(code).toBe(3);
      expect(stdout + stderr).toContain(name);
      expect(stdout + stderr).toContain(`is not sent to ${other.url}`);
    }
    expect(other.requests).toEqual([]);
  });

  it("is sent to another path of its own origin", async () => {
    const home = await loggedIn();
    const { stderr } = await run(home, ["positions", "list", "--base-url", `${sandbox().url}/x`]);
    expect(stderr).toContain("NOT_FOUND");
  });

  it("of the environment goes wherever the environment says", async () => {
    const home = await loggedIn();
    await run(home, ["profile", "set", "base-url", "http://127.0.0.1:1"]);
    const env = { CARRY_API_KEY: sandbox().apiKey, CARRY_BASE_URL: sandbox().url };
    expect((await run(home, ["positions", "list"], { env })).code).toBe(0);
  });

  it.each([
    ["a\nX-Evil: 1", "line break"],
    ["caf\u00e9", "U+00E9"],
    ["a b", "space"],
  ])("of the environment is refused when it is %j, and nothing is sent", async (key, reason) => {
    const server = await faultyServer((socket) => socket.write(answer(200, "{}")));
    const env = { CARRY_API_KEY: key, CARRY_BASE_URL: server.url, CARRY_PORTFOLIO: PORTFOLIO };
    const { code, stderr } = await run(tempHome(), ["positions", "list"], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    expect(stderr).toContain("CARRY_API_KEY");
    expect(stderr).not.toContain(key);
    expect(server.requests).toEqual([]);
  });
});

describe("api-key-command", () => {
  async function withCommand(body: string): Promise<Home> {
    const home = tempHome();
    const command = script(home, "give key", body);
    const values = [
      ["base-url", sandbox().url],
      ["portfolio", sandbox().portfolioId],
      ["api-key-command", `'${command}' carry`],
    ] as const;
    for (const [key, value] of values) {
      expect((await run(home, ["profile", "set", key, value])).code).toBe(0);
    }
    return home;
  }

  it("gives the key, and is run once however many pages there are", async () => {
    const home = await withCommand(
      `echo run >> "${"$"}{0%/*}/runs"; [ "$1" = carry ] && echo ${sandbox().apiKey}`,
    );
    const argv = ["positions", "list", "--json", "--page-size", "5"];
    const { code, stdout } = await run(home, argv);
    expect([code, JSON.parse(stdout).length]).toEqual([0, 24]);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(`${home.path}/runs`, "utf8")).toBe("run\n");
  });

  it("is told as the source of the key", async () => {
    const home = await withCommand(`echo ${sandbox().apiKey}`);
    const { stdout } = await run(home, ["auth", "status", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ key_source: "command", outcome: "ok" });
  });

  it.each([
    ["echo 'vault is locked' >&2; exit 4", "ended with exit code 4: vault is locked"],
    ["true", "printed nothing"],
    ["printf 'two words\\n'", "printed something that is no key: it has a space"],
    ["printf '\\033]0;x\\007' >&2; exit 1", "\\x1b]0;x\\x07"],
  ])("%s exits 3 with what happened", async (body, said) => {
    const home = await withCommand(body);
    const { code, stdout, stderr } = await run(home, ["positions", "list"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(/^error: the api-key-command of profile "default" /);
    expect(stderr).toContain(said);
  });

  it("that does not exist exits 3", async () => {
    const home = await withCommand("true");
    await run(home, ["profile", "set", "api-key-command", "no-such-program-here --x"]);
    const { code, stderr } = await run(home, ["positions", "list"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('"no-such-program-here"')]);
  });

  it("is not run for a service that is not the profile's, nor where no key is needed", async () => {
    const home = await withCommand(`touch "${"$"}{0%/*}/ran"; echo key`);
    await run(home, ["positions", "list", "--base-url", "http://127.0.0.1:1"]);
    await run(home, ["assets"]);
    await run(home, ["profile", "show", "--resolved"]);
    await run(home, ["profile", "list"]);
    expect(existsSync(`${home.path}/ran`)).toBe(false);
  });
});
