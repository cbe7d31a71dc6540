import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import { loggedInto, login, run, serviceOf } from "./auth-session.js";

const { sandbox } = sandboxForFile();
const service = () => serviceOf(sandbox());
const loggedIn = () => loggedInto(sandbox());

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

  it("does not check the key without a portfolio, and says so", async () => {
    const home = tempHome();
    const { code, stderr } = await login(home, "any-key", "--base-url", sandbox().url);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("not checked, since no portfolio is set"),
    ]);
    expect(home.profiles().default).toEqual({ "base-url": sandbox().url, "api-key": "any-key" });
    expect(stderr).toContain("note: set your portfolio next: carry profile set portfolio <uuid>\n");
    const second = await login(home, "k", "--base-url", sandbox().url, "--profile", "second");
    expect(second.stderr).toContain("set portfolio <uuid> --profile second\n");
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
    expect(stderr).toContain('profile "default" stays in use: carry profile use second');
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

describe("a refused login stores nothing, and says why", () => {
  const cases: [string, () => [key: string, ...argv: string[]], number, string][] = [
    ["key refused", () => ["wrong-key", ...service()], 3, "the service refused the API key"],
    ["scope missing", () => [sandbox().limitedKey, ...service()], 3, "lacks the scope"],
    [
      "portfolio unknown",
      () => [sandbox().apiKey, "--base-url", sandbox().url, "--portfolio", uuidOf(9)],
      4,
      `portfolio ${uuidOf(9)} was not found`,
    ],
    [
      "service unreachable",
      () => ["k", "--base-url", "http://127.0.0.1:1", "--portfolio", PORTFOLIO],
      7,
      "cannot reach http://127.0.0.1:1",
    ],
    ["key missing", () => ["", ...service()], 3, "stdin has no API key"],
    ["no base URL", () => ["k"], 2, "no base URL is set"],
    ["plain http", () => ["k", "--base-url", "http://example.com"], 2, "plain http"],
    ["no URL", () => ["k", "--base-url", "example"], 2, '--base-url: "example"'],
    ["a line break", () => ["a\nb", ...service()], 2, "contains a line break"],
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

  it("is not checked with --no-verify", async () => {
    const home = tempHome();
    const argv = ["--base-url", "http://127.0.0.1:1", "--portfolio", PORTFOLIO, "--no-verify"];
    const { code, stderr } = await login(home, "k", ...argv);
    expect([code, stderr]).toEqual([0, expect.stringContaining("(not checked)")]);
    expect(home.profiles().default?.["api-key"]).toBe("k");
  });

  it("without a terminal and without --with-key exits 2", async () => {
    const { code, stderr } = await run(tempHome(), ["auth", "login"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--with-key")]);
  });
});

describe("auth login with the beginning of the service's paths in the base URL", () => {
  it.each(["/v1", "/v1/", "/api", "/api/v1"])("names the right one: %s", async (slip) => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const argv = ["--base-url", url + slip, "--portfolio", portfolioId];
    const { code, stdout, stderr } = await login(home, apiKey, ...argv);
    expect([code, stdout, home.exists()]).toEqual([4, "", false]);
    expect(stderr).toContain(`hint: try --base-url ${url}; `);
  });
});
