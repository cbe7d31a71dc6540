import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RESOURCES } from "../../src/client/resources/registry.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { performance, position } from "../support/records.js";

const START = Date.parse("2026-06-01T08:00:00Z");
let cache = "";

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "carry-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
});

/** Starts a service whose n-th answer contains n. */
const counting = () =>
  faultyServer((socket, _request, count) => socket.write(answer(200, `{"data":[{"n":${count}}]}`)));

/** Returns until when a response of a path may be cached; undefined when it may not. */
function freshUntil(path: string, storedAt: number): number | undefined {
  const endpoints = Object.values(RESOURCES).flatMap((it) => Object.values(it.endpoints));
  const endpoint = endpoints.find((it) => it.path === path);
  expect(endpoint).toBeDefined();
  return endpoint?.freshUntil?.(storedAt);
}

const at = (minutes: number, url: string, ...argv: string[]) =>
  carry([...argv, "-o", "ndjson", "--base-url", url], {
    env: { CARRY_CACHE_DIR: cache, CARRY_API_KEY: "secret-key" },
    clock: { now: () => START + minutes * 60_000 },
  });

describe("the local cache of public data", () => {
  it("answers for the markets for 60 seconds", async () => {
    const { url, requests } = await counting();
    const seen = [];
    for (const minutes of [0, 0.9, 1, 1.5]) {
      seen.push((await at(minutes, url, "funding", "markets")).stdout);
    }
    expect(seen).toEqual(['{"n":1}\n', '{"n":1}\n', '{"n":2}\n', '{"n":2}\n']);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ["/api/v1/public/funding/markets", "08:00:00", "08:01:00"],
    ["/api/v1/public/funding/arbitrage", "08:29:59", "08:30:00"],
    ["/api/v1/public/funding/arbitrage", "00:00:00", "08:30:00"],
    ["/api/v1/public/funding/arbitrage", "08:30:00", "08:35:00"],
    ["/api/v1/public/funding/arbitrage", "08:44:59", "08:49:59"],
    ["/v1/assets", "08:00:00", "09:00:00"],
  ])("keeps %s from %s until %s", (path, stored, until) => {
    const day = "2026-06-01T";
    expect(freshUntil(path, Date.parse(`${day}${stored}Z`))).toBe(Date.parse(`${day}${until}Z`));
  });

  it("keeps the arbitrage listing of a while after 08:30 until the next day's", () => {
    const stored = Date.parse("2026-06-01T08:45:00Z");
    const next = Date.parse("2026-06-02T08:30:00Z");
    expect(freshUntil("/api/v1/public/funding/arbitrage", stored)).toBe(next);
  });

  it("keeps nothing that has no cadence", () => {
    expect(freshUntil("/v1/funding/history/{market_id}", 0)).toBeUndefined();
  });

  it("is bypassed, and renewed, with --refresh", async () => {
    const { url } = await counting();
    await at(0, url, "funding", "arbitrage");
    expect((await at(1, url, "funding", "arbitrage", "--refresh")).stdout).toBe('{"n":2}\n');
    expect((await at(2, url, "funding", "arbitrage")).stdout).toBe('{"n":2}\n');
  });

  it("reports the age of a cached answer with -v", async () => {
    const { url } = await counting();
    await at(0, url, "funding", "markets");
    expect((await at(0.5, url, "funding", "markets", "-v")).stderr).toMatch(
      /from the local cache, 30 s old/,
    );
  });

  it("is apart for each service and each query", async () => {
    const [one, two] = [await counting(), await counting()];
    await at(0, one.url, "funding", "markets");
    await at(0, two.url, "funding", "markets");
    expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
  });

  it("is readable by its owner alone, and never holds what is behind a key", async () => {
    const { url } = await faultyServer((socket) =>
      socket.write(
        answer(
          200,
          JSON.stringify({
            data: [position(1, { performance: performance() })],
            next_cursor: null,
          }),
        ),
      ),
    );
    await at(0, url, "positions", "list", "--portfolio", "11111111-1111-4111-8111-111111111111");
    expect(readdirSync(cache)).toEqual([]);
    await at(0, (await counting()).url, "funding", "markets");
    const [name = ""] = readdirSync(cache);
    expect(statSync(join(cache, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cache, name), "utf8")).not.toContain("secret-key");
  });

  it("that is damaged counts as empty", async () => {
    const { url } = await counting();
    await at(0, url, "funding", "markets");
    for (const name of readdirSync(cache)) writeFileSync(join(cache, name), '{"version":1,"bo');
    expect(await at(0, url, "funding", "markets")).toMatchObject({ code: 0, stdout: '{"n":2}\n' });
  });

  it("that cannot be written is no failure", async () => {
    const { url } = await counting();
    writeFileSync(join(cache, "file"), "");
    const outcome = await carry(["funding", "markets", "-o", "ndjson", "--base-url", url], {
      env: { CARRY_CACHE_DIR: join(cache, "file") },
    });
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
  });

  it("is bounded: the oldest answers are forgotten", async () => {
    const { url } = await counting();
    const ask = (n: number) => at(0, `${url}/prefix-${n}`, "funding", "markets");
    for (let n = 0; n < 32; n++) await ask(n);
    for (const [name, n] of prefixes()) utimesSync(join(cache, name), 1000 + n, 1000 + n);
    for (let n = 32; n < 35; n++) await ask(n);
    const left = prefixes().map(([, n]) => n);
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, n) => n + 3));
  });

  it.each([
    ["is not kept", false],
    ["is requested again when it was kept", true],
  ])("an answer that is not the service's %s", async (_what, kept) => {
    const right = {
      asset: "BTC",
      name: "Bitcoin",
      asset_class: "crypto",
      market_count: 1,
      exchange_count: 1,
    };
    const { url, requests } = await faultyServer((socket, _request, count) =>
      socket.write(answer(200, JSON.stringify({ data: count === 1 && !kept ? WRONG : [right] }))),
    );
    if (kept) {
      await at(0, url, "assets");
      for (const [name, entry] of entries()) {
        const body = JSON.stringify({ data: WRONG });
        writeFileSync(join(cache, name), JSON.stringify({ ...JSON.parse(entry), body }));
      }
    } else {
      expect(await at(0, url, "assets")).toMatchObject({ code: 8 });
      expect(readdirSync(cache)).toEqual([]);
    }
    const { code, stdout, stderr } = await at(1, url, "assets", "-v");
    expect([code, JSON.parse(stdout).asset]).toEqual([0, "BTC"]);
    expect(stderr).not.toContain("from the local cache");
    expect((await at(2, url, "assets")).code).toBe(0);
    expect(requests).toHaveLength(2);
  });

  it("does not trust an answer that the clock says is yet to come", async () => {
    const { url } = await counting();
    await at(60 * 24, url, "funding", "markets");
    expect((await at(0, url, "funding", "markets")).stdout).toBe('{"n":2}\n');
  });
});

/** Answers of a network that requires a login first (captive portal). */
const WRONG = { error: "captive" };

/** Returns the files of the cache; a newer Node keeps compiled code in a directory beside them. */
const entries = () =>
  readdirSync(cache, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(cache, name), "utf8")] as const);

/** Returns the files of the cache, each with the number in its URL. */
const prefixes = () =>
  entries().map(
    ([name, entry]) => [name, Number(/prefix-(\d+)/.exec(JSON.parse(entry).key)?.[1])] as const,
  );
