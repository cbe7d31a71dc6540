import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { RefusedRequestError } from "../../../src/client/errors.js";
import { createClient } from "../../../src/client/index.js";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";

const MISSING = answer(404, '{"code":"NOT_FOUND","message":"no such path"}');
const USUAL = "/api/v1/public/funding/markets";
const OTHER = "/v1/funding/markets";

/** Starts a service that has some paths only; the others answer 404. */
async function serviceWith(paths: Readonly<Record<string, string>>) {
  const server = await faultyServer((socket, request) => {
    const [path = ""] = (request.split(" ")[1] ?? "").split("?");
    const found = Object.hasOwn(paths, path) ? paths[path] : undefined;
    socket.write(
      found === undefined ? MISSING : found === "500" ? answer(500, "") : answer(200, found),
    );
  });
  const asked = () => server.requests.map((head) => head.split(" ")[1]);
  return { ...server, asked };
}

function folder(): string {
  const directory = mkdtempSync(join(tmpdir(), "carry-paths-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

interface Around {
  readonly config?: string;
}

const markets = (url: string, { config }: Around = {}, ...argv: readonly string[]) =>
  carry(["funding", "markets", "-o", "ndjson", ...argv], {
    env: {
      CARRY_RETRIES: "0",
      CARRY_BASE_URL: url,
      CARRY_API_KEY: "secret-key",
      ...(config !== undefined && { CARRY_CONFIG_DIR: config }),
    },
  });

describe("a service without /api/v1/public", () => {
  it.each([["markets"], ["arbitrage"]])(
    "is asked for /v1/funding/%s, without the key",
    async (name) => {
      const { url, requests, asked } = await serviceWith({
        [`/v1/funding/${name}`]: '{"data":[{"a":1}]}',
      });
      const { stdout, stderr, code } = await carry(["funding", name, "-o", "csv"], {
        env: { CARRY_BASE_URL: url, CARRY_API_KEY: "secret-key" },
      });
      expect([code, stdout]).toEqual([0, "a\r\n1\r\n"]);
      expect(stderr).toBe("");
      expect(asked()).toEqual([`/api/v1/public/funding/${name}`, `/v1/funding/${name}`]);
      expect(requests.join().toLowerCase()).not.toContain("authorization");
    },
  );

  it("goes on to the page of a cursor there", async () => {
    const server = await faultyServer((socket, request) => {
      const path = request.split(" ")[1];
      if (path === OTHER) socket.write(answer(200, '{"data":[{"a":1}],"next_cursor":"b"}'));
      else if (path === `${OTHER}?cursor=b`) socket.write(answer(200, '{"data":[{"a":2}]}'));
      else socket.write(MISSING);
    });
    expect((await markets(server.url)).stdout).toBe('{"a":1}\n{"a":2}\n');
  });

  it("fails as before where the other path is missing too", async () => {
    const { url, asked } = await serviceWith({});
    const { code, stdout, stderr } = await markets(url);
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toContain("no such path");
    expect(asked()).toEqual([USUAL, OTHER]);
  });

  it("says what the other path answered, when that is no 404", async () => {
    const { url } = await serviceWith({ [OTHER]: "500" });
    expect((await markets(url)).code).toBe(7);
  });
});

describe("the setting public-paths", () => {
  const profileWith = (settings: object) => {
    const config = folder();
    const text = JSON.stringify({ version: 1, current: "main", profiles: { main: settings } });
    writeFileSync(join(config, "config.json"), text, { mode: 0o600 });
    return config;
  };

  it("is where the public paths are asked for, and nowhere else", async () => {
    const { url, asked } = await serviceWith({ "/open/funding/markets": "[]" });
    const config = profileWith({ "public-paths": "/open/" });
    expect((await markets(url, { config })).code).toBe(0);
    await carry(["funding", "arbitrage", "--base-url", url], { env: { CARRY_CONFIG_DIR: config } });
    expect(asked()).toEqual(["/open/funding/markets", "/open/funding/arbitrage"]);
  });

  it("stands below public-base-url, while the other path is looked for below base-url", async () => {
    const open = await serviceWith({ "/v1/funding/markets": '[{"a":1}]' });
    const own = await serviceWith({ [OTHER]: '[{"b":1}]' });
    const elsewhere = profileWith({ "public-base-url": open.url });
    expect((await markets(own.url, { config: elsewhere })).stdout).toBe('{"b":1}\n');
    const there = profileWith({ "public-base-url": open.url, "public-paths": "/v1" });
    expect((await markets(own.url, { config: there })).stdout).toBe('{"a":1}\n');
    expect([open.asked(), own.asked()]).toEqual([[USUAL, OTHER], [OTHER]]);
  });

  it.each([["v1"], ["/"], [""], ["/a/../b"], ["/a?b"], ["//a"], ["https://a.example"]])(
    "refuses %j",
    async (prefix) => {
      const config = folder();
      const argv = ["profile", "set", "public-paths", prefix, "--profile", "main"];
      const { code, stderr } = await carry(argv, { env: { CARRY_CONFIG_DIR: config } });
      expect(code).toBe(2);
      expect(stderr).toContain("a path such as /api/v1/public or /v1");
    },
  );

  it("is an option of the client, which refuses what is no path", () => {
    const make = (publicPaths: string) => () =>
      createClient({ baseUrl: "https://api.example.com", publicPaths });
    expect(make("v1")).toThrow(RefusedRequestError);
    expect(make("/v1?a")).toThrow('the prefix of the public paths "/v1?a" is not a path');
    expect(make("/open/v1")).not.toThrow();
  });
});
