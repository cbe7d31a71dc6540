import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { VERSION } from "../../src/base/version.js";
import { Interrupted } from "../../src/terminal/io.js";
import { carry } from "../support/carry.js";
import { contradictions } from "../support/closed-schema.js";
import { answer, faultyServer } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";
import { createTestClock } from "../support/watching.js";

const BTC = position(1, { performance: performance() });
const ETH = position(2, { asset: "ETH", performance: performance() });
const DOWN = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));
const REFUSED = answer(401, JSON.stringify({ code: "UNAUTHORIZED", message: "no" }));

describe("the first line of a watch", () => {
  it("is the event started, with what is watched", async () => {
    const { notices, writes } = await play(
      [[BTC, ETH]],
      [
        ...["-o", "ndjson", "--status", "open", "--asset", "BTC,ETH", "--heartbeat", "5m"],
        ...["--alert", "asset == 'SOL'"],
      ],
    );
    expect(notices).toEqual([
      {
        event: "started",
        at: "2026-06-01T12:00:00Z",
        version: VERSION,
        portfolio: PORTFOLIO,
        filters: { status: ["open"], asset: ["BTC", "ETH"] },
        performance: true,
        interval_seconds: 30,
        heartbeat_seconds: 300,
        expression: "asset == 'SOL'",
        positions: 2,
      },
    ]);
    expect(writes[0]).toMatch(/^\{"event":"started","at":/);
  });

  it("is not written when the first round fails", async () => {
    const { code, writes } = await play([REFUSED]);
    expect([code, writes]).toEqual([3, []]);
  });
});

describe("--initial", () => {
  it("prints an event for each listed position before the changes", async () => {
    const { events, writes } = await play([[BTC, ETH], [ETH]], ["--initial"]);
    const at = "2026-06-01T12:00:00Z";
    expect(events).toEqual([
      { event: "initial", at, position_id: uuidOf(1), position: BTC },
      { event: "initial", at, position_id: uuidOf(2), position: ETH },
      expect.objectContaining({ event: "removed", position_id: uuidOf(1) }),
    ]);
    expect(writes).toHaveLength(2);
  });
});

describe("--heartbeat", () => {
  it("prints a line when nothing was printed for that long, counted from the last line", async () => {
    const { notices, events, waits } = await play(
      [[BTC], [BTC], [BTC, ETH], [BTC, ETH]],
      ["--watch", "1m", "--heartbeat", "45s"],
      { waits: 6 },
    );
    const seconds = notices.map(({ event, at }) => [event, (Date.parse(String(at)) - NOW) / 1000]);
    expect(seconds).toEqual([
      ["started", 0],
      ["heartbeat", 45],
      ["heartbeat", 90],
      ["heartbeat", 165],
    ]);
    expect(events).toMatchObject([{ event: "opened", at: "2026-06-01T12:02:00Z" }]);
    expect(waits).toEqual([45_000, 15_000, 30_000, 30_000, 45_000, 15_000]);
    expect(notices[2]).toEqual({
      event: "heartbeat",
      at: "2026-06-01T12:01:30Z",
      positions: 1,
      round_at: "2026-06-01T12:01:00Z",
      failures: 0,
    });
  });

  it("prints lines while the service does not answer", async () => {
    const asked = new EventEmitter();
    const { url } = await faultyServer((socket, _request, count) => {
      if (count === 1)
        socket.write(answer(200, JSON.stringify({ data: [BTC], next_cursor: null })));
      else asked.emit("again");
    });
    const clock = createTestClock(NOW);
    const controller = new AbortController();
    const written = new EventEmitter();
    const lines: Record<string, unknown>[] = [];
    const again = once(asked, "again");
    const ended = carry(["positions", "list", "--watch", "1m", "--heartbeat", "20s"], {
      env: { CARRY_BASE_URL: url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      clock,
      signal: controller.signal,
      async write(text) {
        lines.push(JSON.parse(String(text)));
        written.emit("line");
      },
    });
    void clock.passes(60_000); // never ends, since the watch does not sleep while it fetches
    await again;
    for (let beat = 0; beat < 2; beat++) {
      const line = once(written, "line");
      await clock.elapses(20_000);
      await line;
    }
    controller.abort(new Interrupted("SIGINT"));
    expect((await ended).code).toBe(130);
    expect(lines.map(({ event, at }) => `${event} ${at}`)).toEqual([
      "started 2026-06-01T12:00:00Z",
      "heartbeat 2026-06-01T12:00:20Z",
      "heartbeat 2026-06-01T12:00:40Z",
      "heartbeat 2026-06-01T12:01:00Z",
      "heartbeat 2026-06-01T12:01:20Z",
      "heartbeat 2026-06-01T12:01:40Z",
    ]);
  });
});

describe("failed rounds", () => {
  it("are error events with the time of the next round, and the next success is recovered", async () => {
    const { notices, events } = await play([[BTC], DOWN, DOWN, [BTC, ETH], [BTC, ETH]]);
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
    expect(events).toMatchObject([{ event: "opened", position_id: uuidOf(2) }]);
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

  it("count in heartbeats, which name the last round that succeeded", async () => {
    const { notices } = await play([[BTC], DOWN, DOWN, DOWN], ["--heartbeat", "100s"], {
      waits: 5,
    });
    expect(notices.at(-1)).toMatchObject({
      event: "heartbeat",
      round_at: "2026-06-01T12:00:00Z",
      failures: 3,
    });
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
  it("match `carry schema position-event`, which requires their fields", async () => {
    const contradicts = await contradictions("position-event");
    const { notices, events } = await play(
      [[BTC], DOWN, [BTC], [BTC]],
      ["--initial", "--heartbeat", "20s"],
      { waits: 8 },
    );
    const names = ["started", "heartbeat", "error", "recovered", "initial"];
    for (const name of names) {
      const found = [...notices, ...events].find(({ event }) => event === name);
      expect([name, contradicts(found)]).toEqual([name, []]);
      const { event, at } = found ?? {};
      expect([name, contradicts({ event, at })]).not.toEqual([name, []]);
    }
  });
});

describe("--query in a watch", () => {
  it("prints nothing for an event for which it yields null or false", async () => {
    const rounds = [[BTC], [BTC, ETH], [ETH]];
    const none = await play(rounds, ["-o", "ndjson", "--query", "position.nothing"]);
    expect(none.writes).toEqual([]);
    expect(none.stderr).not.toContain("warning");
    const some = await play(rounds, [
      "-o",
      "ndjson",
      "--query",
      "event == 'opened' && position.asset",
    ]);
    expect(some.writes).toEqual(['"ETH"\n']);
  });

  it("prints other results that count as false", async () => {
    const { writes } = await play([[BTC]], ["-o", "ndjson", "--query", "[`0`, ''][1]"]);
    expect(writes).toEqual(['""\n']);
  });

  it("sees the events of the watch itself, and leaves out those that it fails for", async () => {
    const rounds = [[BTC], DOWN, [BTC]];
    const error = await play(rounds, ["-o", "ndjson", "--query", "error.code"]);
    expect(error.writes).toEqual(['"DOWN"\n']);
    const { writes, stderr } = await play([[BTC]], ["-o", "ndjson", "--query", "abs(position.x)"]);
    expect(writes).toEqual([]);
    expect(stderr).not.toContain("warning");
  });
});
