import { describe, expect, it } from "vitest";
import { VERSION } from "../../src/base/version.js";
import { contradictions } from "../support/closed-schema.js";
import { answer } from "../support/faulty-server.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";

const held = (n: number, asset: string) =>
  position(n, { asset, legs: [], performance: performance() });
const BTC = held(1, "BTC");
const ETH = held(2, "ETH");
const DOWN = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));
const REFUSED = answer(401, JSON.stringify({ code: "UNAUTHORIZED", message: "no" }));

describe("the first line of a watch", () => {
  it("is the event started, with what is watched", async () => {
    const { notices, writes } = await play(
      [[BTC, ETH]],
      [...["1m", "-o", "ndjson", "--asset", "ETH,BTC", "--exchange", "okx"]],
    );
    expect(notices).toEqual([
      {
        event: "started",
        at: "2026-06-01T12:00:00Z",
        version: VERSION,
        portfolio: PORTFOLIO,
        filters: { asset: ["BTC", "ETH"], exchange: ["okx"] },
        interval_seconds: 60,
        positions: 0,
      },
    ]);
    expect(writes[0]).toMatch(/^\{"event":"started","at":/);
  });

  it("is not written when the first round fails", async () => {
    const { code, writes } = await play([REFUSED]);
    expect([code, writes]).toEqual([3, []]);
  });
});

describe("failed rounds", () => {
  it("are error events with the time of the next round, and the next success is recovered", async () => {
    const { notices, events } = await play([[], DOWN, DOWN, [ETH], [ETH]]);
    const error = {
      code: "DOWN",
      message: "closed for repair (DOWN)",
      status: 503,
      exit_code: 7,
      retryable: true,
      hint: "the service failed: try again later",
    };
    expect(notices.slice(1)).toEqual([
      {
        event: "error",
        at: "2026-06-01T12:00:30Z",
        error,
        failures: 1,
        next_at: "2026-06-01T12:01:00Z",
      },
      {
        event: "error",
        at: "2026-06-01T12:01:00Z",
        error,
        failures: 2,
        next_at: "2026-06-01T12:02:00Z",
      },
      {
        event: "recovered",
        at: "2026-06-01T12:02:00Z",
        failures: 2,
        failed_at: "2026-06-01T12:00:30Z",
      },
    ]);
    expect(events).toMatchObject([{ event: "alert", position_id: uuidOf(2) }]);
  });

  it("do not print the API key, even if the service repeats it", async () => {
    const key = "carry_live_0123456789";
    const echo = answer(503, JSON.stringify({ code: `NO_${key}`, message: `no ${key}` }));
    const { notices, stdout } = await play([[BTC], echo], [], { key });
    expect(notices.at(-1)).toMatchObject({
      error: { code: "NO_****", message: "no **** (NO_****)" },
    });
    expect(stdout).not.toContain(key);
  });

  it("that another round cannot change are the last event, without a next round", async () => {
    const { code, notices, stderr } = await play([[BTC], REFUSED], ["-o", "ndjson"]);
    expect(notices.at(-1)).toMatchObject({ event: "error", error: { code: "UNAUTHORIZED" } });
    expect(notices.at(-1)).not.toHaveProperty("next_at");
    expect(code).toBe(3);
    expect(stderr).toContain('"code":"UNAUTHORIZED"');
  });
});

describe("the events of the watch itself", () => {
  it("match `carry schema status-event`, which requires their fields", async () => {
    const contradicts = await contradictions("status-event");
    const { notices } = await play([[BTC], DOWN, [BTC]]);
    for (const name of ["started", "error", "recovered"]) {
      const found = notices.find(({ event }) => event === name);
      expect([name, contradicts(found)]).toEqual([name, []]);
      const { event, at } = found ?? {};
      expect([name, contradicts({ event, at })]).not.toEqual([name, []]);
    }
  });
});

describe("--query in a watch", () => {
  it("prints nothing for an event for which it yields null or false", async () => {
    const rounds = [[BTC], [BTC, ETH], [ETH]];
    const none = await play(rounds, ["-o", "ndjson", "--query", "nothing"]);
    expect(none.writes).toEqual([]);
    expect(none.stderr).not.toContain("warning");
    const query = "event == 'resolved' && asset";
    const some = await play(rounds, ["-o", "ndjson", "--query", query]);
    expect(some.writes).toEqual(['"BTC"\n']);
  });

  it("prints other results that count as false", async () => {
    const { writes } = await play([[]], ["-o", "ndjson", "--query", "[`0`, ''][1]"]);
    expect(writes).toEqual(['""\n']);
  });

  it("sees the events of the watch itself, and leaves out those that it fails for", async () => {
    const rounds = [[BTC], DOWN, [BTC]];
    const error = await play(rounds, ["-o", "ndjson", "--query", "error.code"]);
    expect(error.writes).toEqual(['"DOWN"\n']);
    const { writes, stderr } = await play([[BTC]], ["-o", "ndjson", "--query", "abs(failures)"]);
    expect(writes).toEqual([]);
    expect(stderr).not.toContain("warning");
  });
});
