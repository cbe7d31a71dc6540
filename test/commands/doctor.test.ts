import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Home, tempHome } from "../settings/home.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, uuidOf } from "../support/records.js";
import { sandboxForFile } from "../support/sandbox.js";

const { sandbox, env } = sandboxForFile();

interface Row {
  readonly check: string;
  readonly mark: string;
  readonly detail: string;
  readonly hint: string | null;
}

async function doctor(more: Record<string, string>, home: Home = tempHome(), now = NOW) {
  const { code, stdout, stderr } = await carry(["doctor", "-o", "json"], {
    env: { ...home.env, ...more },
    clock: { now: () => now },
  });
  const rows = JSON.parse(stdout) as Row[];
  const of = (check: string) => rows.find((row) => row.check === check);
  const failing = rows.filter(({ mark }) => mark === "fail").map(({ check }) => check);
  return { code, stdout, stderr, rows, of, failing };
}

describe("doctor", () => {
  it("reports no problem if there is none", async () => {
    const { code, rows, of } = await doctor(env());
    expect(code).toBe(0);
    expect(rows.map(({ check }) => check)).toEqual([
      ...["node", "config file", "profile", "settings", "base URL", "API key", "portfolio"],
      ...["service", "access", "clock", "archive"],
    ]);
    expect(rows.filter(({ mark }) => mark === "fail" || mark === "warn")).toEqual([]);
    expect(of("API key")?.detail).toBe("****-key from CARRY_API_KEY");
    expect(of("clock")?.detail).toBe("agrees with the service");
    expect(of("node")?.detail).toMatch(`${process.versions.node}, carry `);
    expect(of("service")?.detail).toMatch(/^answered in \d+ ms$/);
  });

  it("is one line per check for people, with hints below", async () => {
    const { code, stdout } = await carry(["doctor", "--no-color"], {
      env: tempHome().env,
      terminal: 100,
    });
    expect(code).toBe(3);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toContainEqual(expect.stringMatching(/^✓ node +\d+\.\d+/));
    expect(lines).toContainEqual(expect.stringMatching(/^✗ base URL +none is set$/));
    expect(lines[lines.findIndex((line) => line.startsWith("✗ API key")) + 1]).toMatch(
      /^ +hint: .*carry auth login/,
    );
    expect(lines.pop()).toBe("next: carry auth login");
    for (const line of lines) expect(line).toMatch(/^([✓!✗–] \S| +hint: )/);
  });

  it("stays within the terminal", async () => {
    const home = tempHome();
    const { stdout } = await carry(["doctor", "--no-color"], {
      env: { ...home.env, CARRY_BASE_URL: "http://127.0.0.1:9" },
      terminal: 60,
    });
    const lines = stdout.split("\n").filter((line) => !line.includes(home.directory)); // one word
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(stdout).toMatch(/settings come from options\n {15}and the environment/);
  });

  it("has marks in words where there is no unicode", async () => {
    const { stdout } = await carry(["doctor"], { env: { ...tempHome().env, LANG: "C" } });
    expect(stdout).toMatch(/^ok +node/m);
    expect(stdout).toMatch(/^fail base URL/m);
  });

  it("prints no secrets", async () => {
    const { stdout, stderr } = await doctor({ ...env(), CARRY_DEBUG: "1" });
    expect(stdout + stderr).not.toContain(sandbox().apiKey);
  });
});

describe("doctor reports", () => {
  it("a configuration that cannot be read, and looks at the rest with the environment", async () => {
    const home = tempHome();
    mkdirSync(home.directory);
    writeFileSync(home.file, "{");
    const { code, of } = await doctor(env(), home);
    expect(code).toBe(9);
    expect(of("config file")).toMatchObject({ mark: "fail" });
    expect(of("config file")?.detail).toContain(home.file);
    expect(of("access")?.mark).toBe("ok");
  });

  it("a configuration that others may read", async () => {
    const home = tempHome();
    mkdirSync(home.directory, { mode: 0o700 });
    writeFileSync(home.file, '{"version":1,"profiles":{"a":{}}}');
    chmodSync(home.file, 0o644);
    const { code, of } = await doctor(env(), home);
    expect([code, of("config file")?.mark]).toEqual([0, "warn"]);
    expect(of("config file")?.detail).toContain("0644");
  });

  it("a missing profile", async () => {
    const { code, of } = await doctor({ ...env(), CARRY_PROFILE: "nope" });
    expect([code, of("profile")]).toEqual([2, expect.objectContaining({ mark: "fail" })]);
  });

  it("a setting with an invalid value", async () => {
    const { code, of } = await doctor({ ...env(), CARRY_RETRIES: "many" });
    expect(code).toBe(2);
    expect(of("settings")?.detail).toContain('CARRY_RETRIES: "many"');
  });

  it("that a key would go over plain http, and sends nothing", async () => {
    const { code, of, rows } = await doctor({ ...env(), CARRY_BASE_URL: "http://example.com" });
    expect([code, of("base URL")?.mark]).toEqual([2, "fail"]);
    expect(rows.map(({ check }) => check)).not.toContain("access");
  });

  it.each([
    ["a host that does not resolve", "https://no-such-host.invalid", /no-such-host/],
    ["a port on which nothing listens", "http://127.0.0.1:1", /127\.0\.0\.1:1/],
  ])("%s, and says what to do", async (_what, CARRY_BASE_URL, detail) => {
    const { code, of, failing } = await doctor({ ...env(), CARRY_BASE_URL });
    expect(code).toBe(7);
    expect(of("service")).toMatchObject({ mark: "fail", hint: expect.stringMatching(/\w/) });
    expect(of("service")?.detail).toMatch(detail);
    expect([failing, of("access")?.mark]).toEqual([["service"], "skip"]);
  });

  it("a host that does not speak TLS", async () => {
    const server = await faultyServer((socket) => socket.destroy());
    const CARRY_BASE_URL = server.url.replace("http:", "https:");
    const { code, of } = await doctor({ ...env(), CARRY_BASE_URL, CARRY_TIMEOUT: "200ms" });
    expect(code).toBe(7);
    expect(of("service")).toMatchObject({ mark: "fail", hint: expect.stringMatching(/\w/) });
  });

  it.each([
    ["a key that is refused", () => ({ CARRY_API_KEY: "wrong" }), 3, "key refused"],
    [
      "a scope that is missing",
      () => ({ CARRY_API_KEY: sandbox().limitedKey }),
      3,
      "scope missing",
    ],
    ["a portfolio that is unknown", () => ({ CARRY_PORTFOLIO: uuidOf(9) }), 4, "portfolio unknown"],
  ])("%s", async (_what, more, exit, outcome) => {
    const { code, of, failing } = await doctor({ ...env(), ...more() });
    expect(code).toBe(exit);
    expect(of("access")?.detail).toMatch(new RegExp(`^${outcome}: `));
    expect(failing).toEqual(["access"]);
  });

  it("a key with a line break, without it", async () => {
    const { code, of, stdout } = await doctor({ ...env(), CARRY_API_KEY: "secret\nX: 1" });
    expect([code, of("API key")?.mark]).toEqual([2, "fail"]);
    expect(stdout).not.toContain("secret");
    expect(of("access")?.mark).toBe("skip");
  });

  it("a failing api-key-command, without its arguments, which may be secret", async () => {
    const home = tempHome();
    const command = "sh -c 'echo vault is locked >&2; exit 3' --token=t0ken";
    const words = ["profile", "set", "api-key-command", command];
    await carry(words, { env: home.env });
    const { CARRY_API_KEY: _key, ...service } = env() as Record<string, string>;
    const never = () => new Promise<void>(() => {});
    const { code, stdout } = await carry(["doctor", "-o", "json"], {
      env: { ...home.env, ...service, CARRY_BASE_URL: "" },
      clock: { sleep: never },
    });
    expect(code).toBe(3);
    expect(stdout).toContain("ended with exit code 3: vault is locked");
    expect(stdout).not.toContain("t0ken");
  });

  it("a host that is not the service", async () => {
    const server = await faultyServer((socket) => socket.write(answer(200, "<html>")));
    const { code, of } = await doctor({ ...env(), CARRY_BASE_URL: server.url });
    expect(code).toBe(8);
    expect(of("service")?.detail).toContain("not a list of assets");
  });

  it.each([
    [90, "warn", "90 s ahead of the service"],
    [-3600, "warn", "3600 s behind the service"],
    [20, "ok", "20 s ahead of the service"],
  ])("a clock that is off by %i s", async (seconds, mark, detail) => {
    const date = new Date(NOW - seconds * 1000).toUTCString();
    const server = await faultyServer((socket) =>
      socket.write(answer(200, '{"data":[],"next_cursor":null}', { date })),
    );
    const { of } = await doctor({ ...env(), CARRY_BASE_URL: server.url });
    expect(of("clock")).toMatchObject({ mark, detail });
  });

  it("a proxy that cannot be reached, without its password", async () => {
    const { of, stdout } = await doctor({
      ...env(),
      CARRY_BASE_URL: "https://service.invalid",
      HTTPS_PROXY: "http://user:pa55word@127.0.0.1:1",
    });
    expect(of("service")?.detail).toContain("127.0.0.1:1");
    expect(stdout).not.toContain("pa55word");
  });

  it("that no portfolio is set, and does not make that a failure", async () => {
    const { code, of } = await doctor({ ...env(), CARRY_PORTFOLIO: "" });
    expect([code, of("portfolio")?.mark]).toEqual([0, "warn"]);
    expect(of("access")?.mark).toBe("skip");
  });

  it("an archive that cannot be used, which having no place for one is not", async () => {
    const { code, of } = await doctor({ ...env(), CARRY_ARCHIVE: "s3://" });
    expect([code, of("archive")]).toMatchObject([2, { mark: "fail" }]);
    const none = await doctor({ ...env(), HOME: "", CARRY_DATA_DIR: "", XDG_DATA_HOME: "" });
    expect(none.of("archive")).toMatchObject({ mark: "skip", detail: "no place is set for one" });
  });

  it("its findings from two requests, one of them without the key", async () => {
    const page = '{"data":[],"next_cursor":null}';
    const server = await faultyServer((socket) => socket.write(answer(200, page)));
    await doctor({ CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO });
    const [open, own] = server.requests;
    expect(server.requests).toHaveLength(2);
    expect(open).toMatch(/^GET \/v1\/assets /);
    expect(open?.toLowerCase()).not.toContain("authorization");
    expect(own).toMatch(/^GET \/v1\/portfolios\/[^ ]+\/positions\?limit=1 /);
  });
});
