import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempHome } from "../config/home.js";
import { answer, faultyServer, inTurn } from "../support/faulty-server.js";
import { runCarry } from "../support/process.js";
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

describe("the API key in a whole session", () => {
  it("is in the one profile it was stored in, and nowhere else in what was printed or written", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const env = { ...home.env, CARRY_DEBUG: "1" };
    const printed: string[] = [];
    const run = async (...argv: string[]) => {
      const { stdout, stderr, code } = await runCarry(["-v", ...argv], env);
      printed.push(stdout, stderr);
      return code;
    };

    const login = openTerminal(["auth", "login", "-v"], env);
    await login.shows("Base URL");
    login.type(url + ENTER);
    await login.shows("API key");
    login.type(apiKey + ENTER);
    await login.shows("Portfolio");
    login.type(portfolioId + ENTER);
    expect(await login.ended).toBe(0);
    printed.push(login.screen());

    // One service redirects elsewhere, one fails, one repeats what it was sent.
    const elsewhere = await faultyServer((socket) => socket.write(answer(200, "{}")));
    const redirecting = await faultyServer(
      inTurn(answer(302, "", { location: `${elsewhere.url}/x` })),
    );
    const failing = await faultyServer((socket) => socket.destroy());
    expect(await run("profile", "set", "base-url", "https://b.example", "--profile", "other")).toBe(
      0,
    );
    const codes = await Promise.all([
      run("positions", "list", "-o", "json"),
      run("positions", "list", "--limit", "3"),
      run("funding", "markets"),
      run("api", "/v1/assets", "--include-headers"),
      run("positions", "list", "--portfolio", uuidOf(9)),
      run("positions", "list", "--base-url", failing.url, "--retries", "0"),
      run("auth", "status", "--all"),
      run("auth", "status", "-o", "json"),
      run("profile", "list", "-o", "csv"),
      run("profile", "show", "-o", "json"),
      run("profile", "show", "--resolved"),
      run("doctor", "-o", "json"),
      run("doctor"),
    ]);
    expect(codes).toEqual([0, 0, 0, 0, 4, 3, 3, 0, 0, 0, 0, 0, 0]);
    expect(await run("profile", "set", "base-url", redirecting.url)).toBe(0);
    expect(await run("positions", "list")).toBe(8);
    expect(await run("profile", "set", "base-url", failing.url)).toBe(0);
    expect(await Promise.all([run("positions", "list", "--retries", "1"), run("doctor")])).toEqual([
      7, 7,
    ]);

    expect(elsewhere.requests).toEqual([]);
    expect(failing.requests.join()).toContain(apiKey); // the key was in play all the time
    expect(printed.join("")).toContain(url);
    expect(printed.join("")).not.toContain(apiKey);

    const files = filesBelow(home.path);
    expect(files.length).toBeGreaterThan(1); // the cache too
    const holding = files.filter((path) => readFileSync(path, "utf8").includes(apiKey));
    expect(holding).toEqual([home.file]);
    const { default: own, ...others } = home.profiles();
    expect(own?.["api-key"]).toBe(apiKey);
    expect(JSON.stringify(others)).not.toContain(apiKey);
    expect(home.read().split(apiKey)).toHaveLength(2);

    expect(await run("auth", "logout")).toBe(0);
    expect(
      filesBelow(home.path).filter((path) => readFileSync(path, "utf8").includes(apiKey)),
    ).toEqual([]);
    expect(printed.join("")).not.toContain(apiKey);
  });
});
