import { describe, expect, it } from "vitest";
import { isLeftOut } from "../faults/needs.js";
import { authority } from "../faults/tls.js";
import { tempHome } from "../settings/home.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { runCarry, runShell } from "../support/process.js";
import { PORTFOLIO } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox } = sandboxForFile({ now: Date.now });

describe("through real pipes", () => {
  it("a script logs in, looks at it, and logs out, and the key is never shown", async () => {
    const home = tempHome();
    const { url, apiKey, portfolioId } = sandbox();
    const where = `--base-url ${url} --portfolio ${portfolioId}`;
    const line = `printenv KEY | carry auth login ${where} --with-key`;
    const login = await runShell(line, { ...home.env, KEY: apiKey });
    expect(login).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining(`checked: portfolio ${portfolioId} can be read`),
    });
    expect(home.profiles().default?.["api-key"]).toBe(apiKey);

    const status = await runShell("carry auth status -o json | cat", home.env);
    expect(JSON.parse(status.stdout)).toMatchObject({ outcome: "ok", key_source: "profile" });

    const logout = await runShell("carry auth logout 2>&1 | cat", home.env);
    expect(logout.stdout).toContain('removed the API key of profile "default"');
    expect(home.read()).not.toContain(apiKey);

    for (const { stdout, stderr } of [login, status, logout]) {
      expect(stdout + stderr).not.toContain(apiKey);
    }
  });

  it("a key is read without its line end, also that of Windows", async () => {
    const home = tempHome();
    const line = `printf 'the-key\\r\\n' | carry auth login --base-url ${sandbox().url} --with-key`;
    expect((await runShell(line, home.env)).code).toBe(0);
    expect(home.profiles().default?.["api-key"]).toBe("the-key");
  });

  it.each([
    ["nothing", ":", 3, "stdin has no API key"],
    ["two lines", "printf 'the-key\\nnotes\\n'", 2, "contains a line break"],
    ["a file that is not text", "head -c 300 /dev/zero", 2, "U+0000"],
  ])("%s is no key", async (_what, producer, exit, said) => {
    const home = tempHome();
    const line = `${producer} | carry auth login --base-url ${sandbox().url} --with-key`;
    const { code, stdout, stderr } = await runShell(line, home.env);
    expect([code, stdout]).toEqual([exit, ""]);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("the-key");
    expect(home.exists()).toBe(false);
  });

  it("without --with-key exits 2", async () => {
    const { code, stderr } = await runCarry(["auth", "login"], tempHome().env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("cannot be typed without a terminal"),
    ]);
    expect(stderr).toContain("--with-key");
  });
});

describe.skipIf(isLeftOut("openssl"))("a certificate that cannot be trusted (openssl)", () => {
  it("is not sent the key, even if the environment makes Node trust every certificate", async () => {
    const page = '{"data":[],"next_cursor":null}';
    const server = await faultyServer((socket) => socket.write(answer(200, page)), {
      tls: authority().certificate("good"),
    });
    const env = {
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      CARRY_BASE_URL: server.url,
      CARRY_API_KEY: "the-key",
      CARRY_PORTFOLIO: PORTFOLIO,
      CARRY_RETRIES: "0",
    };
    const { code, stderr } = await runCarry(["positions", "list"], env);
    expect([code, stderr]).toEqual([7, expect.stringContaining("certificate cannot be trusted")]);
    expect(server.requests).toEqual([]);
  });
});
