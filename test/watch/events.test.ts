import { describe, expect, it } from "vitest";
import { BrokenPipeError } from "../../src/base/terminal/io.js";
import { contradictions } from "../support/closed-schema.js";
import { answer } from "../support/faulty-server.js";
import { performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";

/** An open position without legs, which needs attention for that alone. */
const empty = (n: number, asset: string) =>
  position(n, { asset, legs: [], performance: performance() });
const BTC = empty(1, "BTC");
const ETH = empty(2, "ETH");

describe("carry watch without a terminal", () => {
  it("writes an event for each alert, also in the first round, and for its end", async () => {
    const { code, events, waits, stdout } = await play([[BTC], [BTC], [BTC, ETH], [ETH]]);
    const alert = { rule: "legs_missing", summary: "no legs" };
    const btc = { position_id: uuidOf(1), asset: "BTC", since: "2026-06-01T12:00:00Z" };
    const eth = { position_id: uuidOf(2), asset: "ETH", since: "2026-06-01T12:01:00Z" };
    expect(events).toEqual([
      { event: "alert", at: "2026-06-01T12:00:00Z", ...btc, ...alert },
      { event: "alert", at: "2026-06-01T12:01:00Z", ...eth, ...alert },
      { event: "resolved", at: "2026-06-01T12:01:30Z", ...btc, rule: "legs_missing" },
    ]);
    expect(code).toBe(130);
    expect(waits).toEqual([30_000, 30_000, 30_000, 30_000]);
    expect(stdout).not.toContain("\u0007");
  });

  it("writes the events of a round in one write, after the started line", async () => {
    const { writes } = await play([[], [BTC, ETH], [ETH]]);
    expect(writes.map((text) => text.trim().split("\n").length)).toEqual([1, 2, 1]);
  });

  it("prints alerts that match `carry schema status-event`", async () => {
    const contradicts = await contradictions("status-event");
    const { events } = await play([[BTC], [ETH]]);
    expect(events.map(({ event }) => event)).toEqual(["alert", "alert", "resolved"]);
    expect(events.flatMap(contradicts)).toEqual([]);
    const { rule, ...without } = events[0] ?? {};
    expect(rule).toBeDefined();
    expect(contradicts(without)).toContain("the output must have required property 'rule'");
  });

  it("applies --query to each event", async () => {
    const query = ["--query", "rule && [event, asset]"];
    const { stdout, writes } = await play([[], [BTC, ETH]], ["-o", "ndjson", ...query]);
    expect(writes).toEqual(['["alert","BTC"]\n["alert","ETH"]\n']);
    expect(stdout).toBe(writes[0]);
  });

  it("writes the same lines with -o json, since an array would never be closed", async () => {
    const { events } = await play([[], [BTC]], ["-o", "json"]);
    expect(events).toMatchObject([{ event: "alert", asset: "BTC" }]);
  });

  it("ends with 0 when the reader is gone", async () => {
    const { code, stderr } = await play([[], [BTC], [BTC]], [], {
      write() {
        throw new BrokenPipeError("the reader has gone away");
      },
    });
    expect(code).toBe(0);
    expect(stderr).toBe("");
  });
});

describe("a failed round without a terminal", () => {
  const DOWN = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));

  it("is reported and retried after growing waits, and no event is lost", async () => {
    const { waits, stderr, events } = await play([[], DOWN, DOWN, DOWN, [ETH]]);
    expect(waits).toEqual([30_000, 30_000, 60_000, 120_000, 30_000]);
    expect(stderr).toContain(
      "warning: closed for repair (DOWN); trying again in 60 s\nwarning: closed for repair (DOWN); trying again in 120 s\n",
    );
    expect(events).toMatchObject([{ event: "alert", position_id: uuidOf(2) }]);
  });

  it("is retried after at most five minutes, or after a longer Retry-After", async () => {
    const busy = answer(429, "", { "retry-after": "1000" });
    const { waits } = await play([[BTC], ...Array(6).fill(DOWN), busy]);
    expect(waits.slice(1).map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 300, 300, 1000]);
  });

  it("ends the watch if another round cannot succeed", async () => {
    const refused = answer(401, JSON.stringify({ code: "UNAUTHORIZED", message: "no" }));
    const { code, stderr } = await play([[BTC], refused], ["-o", "ndjson"]);
    expect(code).toBe(3);
    expect(stderr).toContain('"code":"UNAUTHORIZED"');
  });

  it("ends the watch if it is the first round", async () => {
    expect((await play([DOWN])).code).toBe(7);
  });
});
