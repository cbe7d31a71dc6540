import { describe, expect, it } from "vitest";
import { tempHome } from "../settings/home.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import { loggedInto, login, run } from "./auth-session.js";

const { sandbox } = sandboxForFile();
const loggedIn = () => loggedInto(sandbox());

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
    expect(stdout).toContain("not checked: no portfolio is set");
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

  it.each([
    [{ CARRY_PORTFOLIO: "../../mine" }, 2, 'CARRY_PORTFOLIO: "../../mine" is not a uuid'],
    [{ CARRY_TIMEOUT: "soon" }, 2, 'CARRY_TIMEOUT: "soon"'],
  ])("with %j says which setting is wrong, and asks nothing", async (env, exit, said) => {
    const server = await faultyServer((socket) => socket.write(answer(200, "{}")));
    const { code, stdout } = await run(tempHome(), ["auth", "status", "--json"], {
      env: {
        CARRY_BASE_URL: server.url,
        CARRY_API_KEY: "k",
        CARRY_PORTFOLIO: PORTFOLIO,
        ...env,
      },
    });
    expect([code, JSON.parse(stdout)]).toEqual([
      exit,
      expect.objectContaining({
        outcome: "setting wrong",
        detail: expect.stringContaining(said),
      }),
    ]);
    expect(server.requests).toEqual([]);
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

  it("of a missing profile exits 2", async () => {
    const home = await loggedIn();
    const { code, stderr } = await run(home, ["auth", "logout", "--profile", "nope"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('no profile is named "nope"')]);
    expect((await run(tempHome(), ["auth", "logout"])).code).toBe(2);
  });
});
