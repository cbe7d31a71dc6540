import { describe, expect, it } from "vitest";
import { BrokenPipeError } from "../../src/terminal/io.js";
import { contradictions } from "../support/closed-schema.js";
import { answer } from "../support/faulty-server.js";
import { leg, performance, position, uuidOf } from "../support/records.js";
import { play } from "../support/watch-events.js";

const BTC = position(1, { performance: performance() });
const ETH = position(2, { asset: "ETH", performance: performance() });
const closed = { status: "closed", closed_at: "2026-06-01T11:59:00Z" };

describe("a condition of --alert or --clear", () => {
  const apr = "performance.apr > `1000`";

  it.each([
    ["performance.netpnl < 0", 'there is no figure "netpnl"', "did you mean net_pnl?"],
    ["assett == 'BTC'", 'there is no figure "assett"', "did you mean asset?"],
    ["asset > 5", "> compares numbers, and one side is a text", undefined],
    ["imbalence > `5`", 'there is no figure "imbalence"', "did you mean imbalance?"],
  ])(
    "is refused where it can never hold, before anything is fetched: %s",
    async (text, message, hint) => {
      for (const options of [
        ["--alert", text],
        ["--alert", apr, "--clear", text],
      ]) {
        const { code, stdout, stderr, waits } = await play([[BTC]], options);
        expect([code, stdout, waits]).toEqual([2, "", []]);
        expect(stderr).toContain(`error: ${options.at(-2)}: ${message}`);
        if (hint !== undefined) expect(stderr).toContain(`hint: ${hint}`);
      }
    },
  );

  it.each([
    apr,
    "legs[?exchange == 'nowhere']",
    "{x: performance.apr}.x > `1000`",
    "losing",
    "contains(reasons, 'losing')",
  ])("may hold only later: %s", async (alert) => {
    const without = position(1, { performance: undefined });
    for (const found of [BTC, without]) {
      const { code, stderr } = await play([[found]], ["--alert", alert]);
      expect([code, stderr]).toEqual([130, expect.not.stringContaining("--alert")]);
    }
  });
});

describe("positions list --watch without a terminal", () => {
  it("writes no event of a position in the first round, or while nothing changes", async () => {
    const { code, stdout, waits } = await play([[BTC], [BTC], [BTC]]);
    expect(stdout).toBe("");
    expect(code).toBe(130);
    expect(waits).toEqual([30_000, 30_000, 30_000]);
  });

  it("accepts a round of more positions than a call can have arguments", async () => {
    const pages = Array.from({ length: 10 }, (_, page) => {
      const data = Array.from({ length: 20_000 }, (_, n) =>
        position(page * 20_000 + n, { legs: [] }),
      );
      return answer(200, JSON.stringify({ data, next_cursor: page < 9 ? `c${page}` : null }));
    });
    const { code, stderr } = await play(pages);
    expect([code, stderr]).toEqual([130, "error: interrupted by SIGINT\n"]);
  });

  it("writes an event for an opened position, with the whole position", async () => {
    const { events } = await play([[BTC], [ETH, BTC]]);
    expect(events).toEqual([
      { event: "opened", at: "2026-06-01T12:00:30Z", position_id: uuidOf(2), position: ETH },
    ]);
  });

  it("leaves out an event that the query fails for, with a warning, and continues", async () => {
    const unknown = position(2, { asset: "ETH", performance: performance({ net_pnl: null }) });
    const query = "abs(position.performance.net_pnl)";
    const losing = position(1, { performance: performance({ net_pnl: -80 }) });
    const rounds = [[], [unknown], [unknown, losing]];
    const { stdout, stderr } = await play(rounds, ["-o", "ndjson", "--query", query]);
    expect(stderr).toContain('{"warning":{"code":"EVENT_LEFT_OUT"');
    expect(stdout).toBe("80\n");
  });

  it("lists the changed fields with their old and new values", async () => {
    const moved = position(1, {
      legs: [leg({ mark_price: 61500 }), leg({ side: "short", exchange: "bybit", market_id: 2 })],
      performance: performance({ net_pnl: 80, fees: { paid: 10.25, estimated_exit: 5.5 } }),
      note_from_tomorrow: "new",
    });
    const { events } = await play([[BTC], [moved]]);
    expect(events).toEqual([
      {
        event: "changed",
        at: "2026-06-01T12:00:30Z",
        position_id: uuidOf(1),
        changes: {
          "performance.fees.estimated_exit": { old: 5.25, new: 5.5 },
          "performance.net_pnl": { old: 81.5, new: 80 },
          note_from_tomorrow: { old: null, new: "new" },
          "legs.0.mark_price": { old: 61000, new: 61500 },
        },
        position: moved,
      },
    ]);
  });

  it("writes events for a closed position and for one that is no longer listed", async () => {
    const { events } = await play([[BTC, ETH], [{ ...ETH, ...closed }], [{ ...ETH, ...closed }]]);
    expect(events).toMatchObject([
      {
        event: "closed",
        position_id: uuidOf(2),
        changes: { status: { old: "open", new: "closed" } },
      },
      { event: "removed", position_id: uuidOf(1), position: BTC },
    ]);
    expect(events).toHaveLength(2);
  });

  it("does not treat the time of a mark or of the calculation as a change", async () => {
    const later = { mark_price_updated_at: "2026-01-01T00:01:00Z" };
    const again = position(1, {
      legs: [leg(later), leg({ side: "short", exchange: "bybit", market_id: 2, ...later })],
      performance: performance({ duration_days: 32, calculated_at: "2026-01-02T00:00:00Z" }),
    });
    expect((await play([[BTC], [again]])).events).toEqual([]);
  });

  it("recognizes a leg in another place, and lists all legs when some are added or removed", async () => {
    const [long, short] = [leg(), leg({ side: "short", exchange: "bybit", market_id: 2 })];
    const swapped = position(1, { legs: [{ ...short, quantity: 0.4 }, long] });
    const single = position(1, { legs: [long] });
    const { events } = await play([[position(1)], [swapped], [single]]);
    expect(events).toMatchObject([
      { changes: { "legs.0.quantity": { old: 0.5, new: 0.4 } } },
      { changes: { legs: { old: swapped.legs, new: single.legs } } },
    ]);
  });

  it("prints the position as it was sent, with every digit", async () => {
    const exact = '{"data":[POSITION],"next_cursor":null}';
    const round = (price: string) =>
      answer(
        200,
        exact.replace(
          "POSITION",
          JSON.stringify(BTC).replace('"quantity":0.5', `"quantity":${price}`),
        ),
      );
    const { stdout } = await play([round("0.50"), round("0.10000000000000000001")]);
    expect(stdout).toContain('"quantity":0.10000000000000000001');
  });

  it("prints events of positions that match `carry schema position-event`", async () => {
    const contradicts = await contradictions("position-event");
    const moved = { ...BTC, note: "new" };
    const rounds = [[BTC], [moved, ETH], [{ ...moved, ...closed }]];
    const { events } = await play(rounds, ["--alert", "asset == 'ETH'"]);
    const names = events.map(({ event }) => event);
    expect(names).toEqual(["changed", "opened", "alert", "closed", "removed"]);
    expect(events.flatMap(contradicts)).toEqual([]);
    const { changes, ...without } = events[0] ?? {};
    expect(changes).toBeDefined();
    expect(contradicts(without)).toContain("the output must have required property 'changes'");
  });

  it("writes the events of a round in one write, after the started line", async () => {
    const { writes } = await play([[], [BTC, ETH], [ETH]]);
    expect(writes.map((text) => text.trim().split("\n").length)).toEqual([1, 2, 1]);
  });

  it("applies --query to each event", async () => {
    const { stdout } = await play(
      [[], [BTC, ETH]],
      ["-o", "ndjson", "--query", "position && [event, position.asset]"],
    );
    expect(stdout).toBe('["opened","BTC"]\n["opened","ETH"]\n');
  });

  it("writes the same lines with -o json, since an array would never be closed", async () => {
    expect((await play([[], [BTC]], ["-o", "json"])).events).toMatchObject([{ event: "opened" }]);
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

describe("--alert without a terminal", () => {
  const LOSING = ["--alert", "performance.net_pnl < `0`"];
  const losing = position(1, { performance: performance({ net_pnl: -1 }) });

  it("writes each new alert, also in the first round, and does not ring the bell", async () => {
    const { events, stdout } = await play([[losing], [losing], [BTC], [losing]], LOSING);
    const alerts = events.filter(({ event }) => event === "alert");
    expect(alerts).toEqual([
      {
        event: "alert",
        at: "2026-06-01T12:00:00Z",
        position_id: uuidOf(1),
        expression: "performance.net_pnl < `0`",
        position: losing,
      },
      expect.objectContaining({ at: "2026-06-01T12:01:30Z" }),
    ]);
    expect(stdout).not.toContain("\u0007");
  });

  it("ends with exit code 10 with --exit-on-alert, after the alert is written", async () => {
    const { code, events, stderr } = await play(
      [[BTC], [losing], [losing]],
      [...LOSING, "--exit-on-alert"],
    );
    expect(code).toBe(10);
    expect(events.map(({ event }) => event)).toEqual(["changed", "alert"]);
    expect(stderr).toBe("");
  });
});

describe("a failed round without a terminal", () => {
  const DOWN = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));

  it("is reported and retried after growing waits, and no event is lost", async () => {
    const { waits, stderr, events } = await play([[BTC], DOWN, DOWN, DOWN, [BTC, ETH]]);
    expect(waits).toEqual([30_000, 30_000, 60_000, 120_000, 30_000]);
    expect(stderr).toContain(
      "warning: closed for repair (DOWN); trying again in 60 s\nwarning: closed for repair (DOWN); trying again in 120 s\n",
    );
    expect(events).toMatchObject([{ event: "opened", position_id: uuidOf(2) }]);
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
