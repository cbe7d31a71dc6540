import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Home, script, tempHome } from "../settings/home.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { PORTFOLIO } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";
import { loggedInto, run } from "./auth-session.js";

const { sandbox } = sandboxForFile();
const loggedIn = () => loggedInto(sandbox());

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

describe("a key in the command line", () => {
  it.each([
    ["--api-key=s3cret-key", "positions", "list"],
    ["auth", "login", "--with-key=s3cret-key"],
    ["auth", "login", "--token", "s3cret-key"],
  ])("%s %s %s is not taken, and not repeated", async (...argv) => {
    const home = tempHome();
    const { code, stdout, stderr } = await run(home, argv, { env: { CARRY_DEBUG: "1" } });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("is not accepted on the command line");
    expect(stderr).toContain("carry auth login");
    expect(stderr).not.toContain("s3cret");
    expect(home.exists()).toBe(false);
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

  it("gives the key, and is run once however many requests there are", async () => {
    const home = await withCommand(
      `echo run >> "${"$"}{0%/*}/runs"; [ "$1" = carry ] && echo ${sandbox().apiKey}`,
    );
    const { url, portfolioId, apiKey } = sandbox();
    const listed = await fetch(`${url}/v1/portfolios/${portfolioId}/positions`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { data } = (await listed.json()) as { data: { position_id: string }[] };
    const ids = data.slice(0, 5).map((it) => it.position_id);
    const { code, stdout } = await run(home, ["positions", "get", ...ids, "--json"]);
    expect([code, JSON.parse(stdout).length]).toEqual([0, 5]);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(`${home.path}/runs`, "utf8")).toBe("run\n");
  });

  it("is shown as the source of the key", async () => {
    const home = await withCommand(`echo ${sandbox().apiKey}`);
    const { stdout } = await run(home, ["auth", "status", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ key_source: "command", outcome: "ok" });
  });

  it.each([
    ["echo 'vault is locked' >&2; exit 4", "ended with exit code 4: vault is locked"],
    ["true", "printed an empty first line"],
    ["printf 'two words\\n'", "printed an invalid key: it contains a space"],
    ["printf '\\033]0;x\\007' >&2; exit 1", "\\x1b]0;x\\x07"],
  ])("%s exits 3 with what happened", async (body, said) => {
    const home = await withCommand(body);
    const { code, stdout, stderr } = await run(home, ["positions", "list"]);
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toMatch(
      /^error: the api-key-command of profile "default" [^\n]+\nhint: [^\n]+\n$/,
    );
    expect(stderr).toContain(said);
    expect(stderr).toContain("carry profile show --profile default");
  });

  it("that hangs exits 3", async () => {
    const home = await withCommand("exec sleep 60");
    const { code, stdout, stderr } = await run(home, ["positions", "list"], {
      sleep: async () => {},
    });
    expect([code, stdout]).toEqual([3, ""]);
    expect(stderr).toContain(
      'error: the api-key-command of profile "default" printed no key within 60 s and was stopped',
    );
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
