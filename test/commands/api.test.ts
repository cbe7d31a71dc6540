import { describe, expect, it } from "vitest";
import { carry } from "../support/carry.js";
import { answer, faultyServer, inTurn } from "../support/faulty-server.js";

const KEY = { CARRY_API_KEY: "secret-key" };

describe("api", () => {
  it("prints the body byte for byte, whatever it is", async () => {
    const bytes = Buffer.from([0, 255, 10, 27, 91, 0xc3]);
    const server = await faultyServer(inTurn(answer(200, bytes)));
    const written: Uint8Array[] = [];
    await carry(["api", "/v1/x", "--base-url", server.url], {
      env: KEY,
      write: async (data) => {
        written.push(Buffer.from(data));
      },
    });
    expect(Buffer.concat(written)).toEqual(bytes);
  });

  it.each([
    ["/v1/x", "", "/v1/x"],
    ["v1/x", "", "/v1/x"],
    ["/v1/x?a=1&b=2%203", "", "/v1/x?a=1&b=2%203"],
    ["/v1/x", "/prefix/", "/prefix/v1/x"],
  ])("asks for %s below %j", async (path, prefix, asked) => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    await carry(["api", path, "--base-url", server.url + prefix], { env: KEY });
    expect(server.requests[0]).toContain(`GET ${asked} HTTP/1.1`);
    expect(server.requests[0]).toContain("authorization: Bearer secret-key");
  });

  it("works without a key for paths that take none", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const { code } = await carry(["api", "/v1/assets", "--base-url", server.url]);
    expect(code).toBe(0);
    expect(server.requests[0]).not.toMatch(/authorization/i);
  });

  it("accepts an absolute URL of the same origin", async () => {
    const server = await faultyServer(inTurn(answer(200, "[1]")));
    const { stdout } = await carry(["api", `${server.url}/v1/x`, "--base-url", server.url], {
      env: KEY,
    });
    expect(stdout).toBe("[1]");
  });

  it.each(["https://elsewhere/", "//elsewhere/x", "HTTP://127.0.0.1:1/x", "/../x"])(
    "refuses %s and sends nothing",
    async (path) => {
      const server = await faultyServer(inTurn(answer(200, "{}")));
      const { code, stdout, stderr } = await carry(
        ["api", path, "--base-url", `${server.url}/prefix`],
        { env: KEY },
      );
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`api: "${path}"`);
      expect(server.requests).toEqual([]);
    },
  );

  it("asks for nothing when the path is empty", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const { code, stderr } = await carry(["api", "", "--base-url", server.url], { env: KEY });
    expect([code, server.requests]).toEqual([2, []]);
    expect(stderr).toBe("error: api: the path is empty\nhint: use a path such as /v1/assets\n");
  });

  it("refuses a URL with a password in it, and does not repeat it", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const url = `${server.url}/v1/x`.replace("//", "//me:hunter2@");
    const { code, stderr } = await carry(["api", url, "--base-url", server.url, "-v"], {
      env: KEY,
    });
    expect([code, server.requests]).toEqual([2, []]);
    expect(stderr).toContain("error: api: the URL contains a user name or a password");
    expect(stderr).not.toContain("hunter2");
  });

  it.each([
    [["--query", "[0]"], "--query"],
    [["--columns", "a"], "--columns"],
    [["--sort", "a"], "--sort"],
    [["--csv"], "--output csv"],
    [["-o", "table"], "--output table"],
  ])("refuses %j, which would shape a body that is printed as sent", async (words, named) => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const { code, stderr } = await carry(["api", "/x", "--base-url", server.url, ...words], {
      env: KEY,
    });
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${named}: this command prints the body unchanged`);
    expect(server.requests).toEqual([]);
  });

  it("follows a profile or environment that prefers csv all the same", async () => {
    const server = await faultyServer(inTurn(answer(200, "{}")));
    const env = { ...KEY, CARRY_OUTPUT: "csv" };
    const { code, stdout } = await carry(["api", "/x", "--base-url", server.url], { env });
    expect([code, stdout]).toEqual([0, "{}"]);
  });

  it("prints the body of a refusal too, and exits as every command does", async () => {
    const body = '{"code":"VALIDATION_ERROR","message":"no such asset","field":"asset"}\n';
    const server = await faultyServer(inTurn(answer(400, body)));
    const { code, stdout, stderr } = await carry(["api", "/v1/x", "--base-url", server.url], {
      env: KEY,
    });
    expect([code, stdout]).toEqual([5, body]);
    expect(stderr).toMatch(/^error: no such asset \(VALIDATION_ERROR\)\n/);
  });

  it("prints no key that a refusal repeats", async () => {
    const body = '{"code":"UNAUTHORIZED","message":"unknown key","key":"secret-key"}';
    const server = await faultyServer(inTurn(answer(401, body)));
    const { code, stdout } = await carry(["api", "/v1/x", "--base-url", server.url], { env: KEY });
    expect([code, stdout]).toEqual([3, body.replace("secret-key", "****")]);
  });

  it("cannot control a terminal", async () => {
    for (const body of ['{"a":"\u009b31m\u202e"}', "plain \u001b]0;x\u0007"]) {
      const server = await faultyServer(inTurn(answer(200, body)));
      const { stdout } = await carry(["api", "/x", "--base-url", server.url], {
        env: KEY,
        terminal: 80,
      });
      for (const power of ["\u009b", "\u202e", "\u001b", "\u0007"])
        expect(stdout).not.toContain(power);
    }
  });
});
