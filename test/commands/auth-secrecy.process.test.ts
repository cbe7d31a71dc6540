import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Home, tempHome } from "../settings/home.js";
import { answer, faultyServer, inTurn } from "../support/faulty-server.js";
import { runCarry, runShell } from "../support/process.js";
import { ENTER, openTerminal } from "../support/pty.js";
import { uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ now: Date.now });

function filesBelow(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });
}

const holding = (home: Home, key: string) =>
  filesBelow(home.path).filter((path) => readFileSync(path, "utf8").includes(key));

/** A user with three profiles; collects all output. */
function session(home: Home) {
  const { url, apiKey, limitedKey, portfolioId } = sandbox();
  const env = {
    ...home.env,
    CARRY_STATE_DIR: join(home.path, "state"),
    CARRY_DEBUG: "1",
    VAULT: "key/of-the-vault",
    CARRY_RETRIES: "0",
  };
  const printed: string[] = [];
  const keep = ({ stdout, stderr, code }: Awaited<ReturnType<typeof runCarry>>) => {
    printed.push(stdout, stderr);
    return code;
  };
  const run = async (...argv: string[]) => keep(await runCarry(["-v", ...argv], env));
  return {
    printed: () => printed.join(""),
    run,
    /** The key printed by a password manager. */
    vaultKey: env.VAULT,
    async logInOnTerminal() {
      const login = openTerminal(["auth", "login", "-v"], env);
      await login.shows("Base URL");
      login.type(url + ENTER);
      await login.shows("API key");
      login.type(apiKey + ENTER);
      await login.shows("Portfolio");
      login.type(portfolioId + ENTER);
      await login.shows("Keep a history");
      login.type(ENTER);
      expect(await login.ended).toBe(0);
      printed.push(login.screen());
    },
    async logInByPipe() {
      const words = `--profile piped --base-url ${url} --portfolio ${portfolioId}`;
      const line = `printenv KEY | carry -v auth login --with-key --no-verify ${words}`;
      expect(keep(await runShell(line, { ...env, KEY: limitedKey }))).toBe(0);
    },
    async useVault() {
      const values = { "base-url": url, "api-key-command": "printenv VAULT" };
      for (const [key, value] of Object.entries(values)) {
        expect(await run("profile", "set", key, value, "--profile", "vault")).toBe(0);
      }
    },
  };
}

describe("the API keys of a whole session", () => {
  it("are in the one profile they were stored in, and nowhere else in what was printed or written", async () => {
    const home = tempHome();
    const { url, apiKey, limitedKey, portfolioId } = sandbox();
    const { printed, run, vaultKey, ...logIn } = session(home);
    await logIn.logInOnTerminal();
    await logIn.logInByPipe();
    await logIn.useVault();

    // One service redirects elsewhere, one fails, one repeats what it was sent.
    const elsewhere = await faultyServer((socket) => socket.write(answer(200, "{}")));
    const redirecting = await faultyServer(
      inTurn(answer(302, "", { location: `${elsewhere.url}/x` })),
    );
    const failing = await faultyServer((socket) => socket.destroy());
    const repeating = await faultyServer((socket, head) => {
      const sent = /^authorization: (.*)$/im.exec(head)?.[1] ?? "";
      socket.write(
        answer(
          400,
          JSON.stringify({ code: sent, message: `what is ${sent}?` }).replaceAll("/", "\\/"),
        ),
      );
    });
    const codes = await Promise.all([
      run("positions", "list", "-o", "json"),
      run("positions", "list", "--limit", "3"),
      run("funding", "markets"),
      run("api", "/v1/assets"),
      run("positions", "list", "--portfolio", uuidOf(9)),
      run("positions", "list", "--base-url", failing.url),
      run("positions", "list", "--profile", "piped"),
      run("positions", "list", "--profile", "vault", "--portfolio", portfolioId, "-o", "json"),
      run("auth", "status"),
      run("auth", "status", "-o", "json"),
      run("profile", "list", "-o", "csv"),
      run("profile", "show", "-o", "json"),
      run("profile", "show", "--resolved", "--profile", "vault"),
      run("doctor", "-o", "json"),
      run("doctor"),
    ]);
    expect(codes).toEqual([0, 0, 0, 0, 4, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0]);
    expect(await run("profile", "set", "base-url", redirecting.url)).toBe(0);
    expect(await run("profile", "set", "base-url", repeating.url, "--profile", "vault")).toBe(0);
    expect(
      await Promise.all([
        run("positions", "list"),
        run("positions", "list", "--profile", "vault", "--portfolio", portfolioId),
      ]),
    ).toEqual([8, 5]);
    expect(await run("profile", "set", "base-url", failing.url)).toBe(0);
    expect(await Promise.all([run("positions", "list"), run("doctor")])).toEqual([7, 7]);

    // All keys were in use.
    expect(elsewhere.requests).toEqual([]);
    expect(failing.requests.join()).toContain(apiKey);
    expect(repeating.requests.join()).toContain(vaultKey);
    expect(printed()).toContain("error: what is Bearer ****? (Bearer ****)");
    expect(printed()).toContain(url);
    for (const key of [apiKey, limitedKey, vaultKey]) expect(printed()).not.toContain(key);

    const files = filesBelow(home.path).join("\n");
    expect(files).toContain(join(home.path, "cache"));
    expect(files).toContain(join(home.path, "state"));
    const profiles = home.profiles();
    for (const [name, key] of Object.entries({ default: apiKey, piped: limitedKey })) {
      expect(holding(home, key)).toEqual([home.file]);
      expect(profiles[name]?.["api-key"]).toBe(key);
      expect(home.read().split(key)).toHaveLength(2);
    }
    expect(holding(home, vaultKey)).toEqual([]);

    expect(await run("auth", "logout")).toBe(0);
    expect(await run("profile", "remove", "piped")).toBe(0);
    for (const key of [apiKey, limitedKey, vaultKey]) {
      expect(holding(home, key)).toEqual([]);
      expect(printed()).not.toContain(key);
    }
  }, 60_000); // some thirty processes
});
