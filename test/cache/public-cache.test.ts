import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { freshUntil } from "../../src/api/cadence.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { performance, position } from "../support/records.js";

const START = Date.parse("2026-06-01T08:00:00Z");
let cache = "";

beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "carry-cache-"));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
});

/** A service that counts: the n-th answer says n. */
const counting = () =>
  faultyServer((socket, _request, count) => socket.write(answer(200, `{"data":[{"n":${count}}]}`)));

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
    ["/v1/assets", "08:00:00", "09:00:00"],
  ])("keeps %s from %s until %s", (path, stored, until) => {
    const day = "2026-06-01T";
    expect(freshUntil(path, Date.parse(`${day}${stored}Z`))).toBe(Date.parse(`${day}${until}Z`));
  });

  it("keeps the arbitrage listing of after 08:30 until the next day's", () => {
    const stored = Date.parse("2026-06-01T08:30:00Z");
    expect(freshUntil("/api/v1/public/funding/arbitrage", stored)).toBe(stored + 86_400_000);
  });

  it("keeps nothing that has no cadence", () => {
    expect(freshUntil("/v1/funding/history/1", 0)).toBeUndefined();
    expect(freshUntil("/api/v1/public/funding/markets/1/history", 0)).toBeUndefined();
  });

  it("is bypassed, and renewed, with --refresh", async () => {
    const { url } = await counting();
    await at(0, url, "funding", "arbitrage");
    expect((await at(1, url, "funding", "arbitrage", "--refresh")).stdout).toBe('{"n":2}\n');
    expect((await at(2, url, "funding", "arbitrage")).stdout).toBe('{"n":2}\n');
  });

  it("tells with -v how old what is shown is", async () => {
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
    for (let n = 0; n < 40; n++) await at(0, `${url}/prefix-${n}`, "funding", "markets");
    expect(readdirSync(cache).length).toBeLessThanOrEqual(32);
  });

  it("is never half written for a command that reads at the same time", async () => {
    const { url } = await counting();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => at(n * 2, url, "funding", "markets")),
    );
    expect(outcomes.map((it) => it.code)).toEqual(Array(20).fill(0));
    for (const name of readdirSync(cache)) {
      expect(name).toMatch(/^markets-[0-9a-f]{12}\.json$/);
      expect(() => JSON.parse(readFileSync(join(cache, name), "utf8"))).not.toThrow();
    }
  });
});
