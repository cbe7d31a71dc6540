import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { BrokenPipeError, Interrupted } from "../../src/terminal/io.js";
import { carry } from "../support/carry.js";
import { answer, faultyServer, inTurn } from "../support/faulty-server.js";
import { NOW } from "../support/now.js";
import { leg, PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

type Round = readonly Record<string, unknown>[] | Buffer;

interface Played {
  readonly code: number;
  readonly events: Record<string, unknown>[];
  readonly stdout: string;
  readonly stderr: string;
  /** How long it waited between the rounds, milliseconds. */
  readonly waits: readonly number[];
  /** What was written at once. */
  readonly writes: readonly string[];
}

/** Watches one round after the other without a terminal, and interrupts it after the last one. */
async function play(
  rounds: readonly Round[],
  words: readonly string[] = [],
  write: (text: string) => void = () => {},
): Promise<Played> {
  const answers = rounds.map((round) =>
    Buffer.isBuffer(round)
      ? round
      : answer(200, JSON.stringify({ data: round, next_cursor: null })),
  );
  const server = await faultyServer(inTurn(...answers));
  const controller = new AbortController();
  const waits: number[] = [];
  const writes: string[] = [];
  let now = NOW;
  const { code, stderr } = await carry(
    ["positions", "list", "--watch", "--performance", "--retries", "0", ...words],
    {
      env: { CARRY_BASE_URL: server.url, CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO },
      signal: controller.signal,
      clock: {
        now: () => now,
        async sleep(ms, signal) {
          waits.push(ms);
          now += ms;
          if (waits.length === rounds.length) controller.abort(new Interrupted("SIGINT"));
          signal?.throwIfAborted();
        },
      },
      write: async (text) => {
        write(String(text));
        writes.push(String(text));
      },
    },
  );
  const stdout = writes.join("");
  const events = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return { code, events, stdout, stderr, waits, writes };
}

const BTC = position(1, { performance: performance() });
const ETH = position(2, { asset: "ETH", performance: performance() });
const closed = { status: "closed", closed_at: "2026-06-01T11:59:00Z" };

describe("an alert that can never hold", () => {
  const apr = "performance.apr > `1000`";

  it.each([
    [
      "performance.netpnl < `0`",
      "no position has performance.netpnl; did you mean performance.net_pnl?",
    ],
    ["assett == 'BTC'", "no position has assett; did you mean asset?"],
    [
      "net_pnl < `0`",
      "the condition is null for each position, and holds for none; did you mean performance.net_pnl?",
    ],
  ])("is warned of once: %s", async (alert, warning) => {
    const { stderr } = await play([[BTC, ETH], [BTC], [BTC, ETH]], ["--alert", alert]);
    expect(stderr.split("warning: ")).toHaveLength(2);
    expect(stderr).toContain(`warning: --alert: ${warning}\n`);
  });

  it.each([apr, "legs[?exchange == 'nowhere']", "{x: performance.apr}.x > `1000`"])(
    "is not seen in one that only does not hold now: %s",
    async (alert) => {
      const { stderr } = await play([[BTC]], ["--alert", alert]);
      expect(stderr).not.toContain("warning");
    },
  );

  it("is not seen in a field that the positions do not have yet", async () => {
    const without = position(1, { performance: null });
    const { stderr } = await play([[without]], ["--alert", `asset == 'ETH' && ${apr}`]);
    expect(stderr).not.toContain("warning");
  });
});

describe("positions list --watch without a terminal", () => {
  it("tells nothing of the first round, and nothing while nothing happens", async () => {
    const { code, stdout, waits } = await play([[BTC], [BTC], [BTC]]);
    expect(stdout).toBe("");
    expect(code).toBe(130);
    expect(waits).toEqual([30_000, 30_000, 30_000]);
  });

  it("takes a round of more positions than a call can have arguments", async () => {
    const pages = Array.from({ length: 10 }, (_, page) => {
      const data = Array.from({ length: 20_000 }, (_, n) =>
        position(page * 20_000 + n, { legs: [] }),
      );
      return answer(200, JSON.stringify({ data, next_cursor: page < 9 ? `c${page}` : null }));
    });
    const { code, stderr } = await play(pages);
    expect([code, stderr]).toEqual([130, "error: interrupted by SIGINT\n"]);
  });

  it("tells of a position that was opened, with all that is known of it", async () => {
    const { events } = await play([[BTC], [ETH, BTC]]);
    expect(events).toEqual([
      { event: "opened", at: "2026-06-01T12:00:30.000Z", position_id: uuidOf(2), position: ETH },
    ]);
  });

  it("goes on where the query cannot be applied to an event, and says so", async () => {
    const unknown = position(2, { asset: "ETH", performance: performance({ net_pnl: null }) });
    const query = "abs(position.performance.net_pnl)";
    const losing = position(1, { performance: performance({ net_pnl: -80 }) });
    const rounds = [[], [unknown], [unknown, losing]];
    const { stdout, stderr } = await play(rounds, ["-o", "ndjson", "--query", query]);
    expect(stderr).toContain(`warning: an event is left out: --query: "${query}": `);
    expect(stdout).toBe("80\n");
  });

  it("tells which fields have changed, from what to what", async () => {
    const moved = position(1, {
      legs: [leg({ mark_price: 61500 }), leg({ side: "short", exchange: "bybit", market_id: 2 })],
      performance: performance({ net_pnl: 80, fees: { paid: 10.25, estimated_exit: 5.5 } }),
      note_from_tomorrow: "new",
    });
    const { events } = await play([[BTC], [moved]]);
    expect(events).toEqual([
      {
        event: "changed",
        at: "2026-06-01T12:00:30.000Z",
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

  it("tells of a position that was closed, and of one that is not listed any more", async () => {
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

  it("does not take the time of a mark or of the calculation for a change", async () => {
    const later = { mark_price_updated_at: "2026-01-01T00:01:00Z" };
    const again = position(1, {
      legs: [leg(later), leg({ side: "short", exchange: "bybit", market_id: 2, ...later })],
      performance: performance({ duration_days: 32, calculated_at: "2026-01-02T00:00:00Z" }),
    });
    expect((await play([[BTC], [again]])).events).toEqual([]);
  });

  it("knows a leg again in another place, and tells of legs that come or go as a whole", async () => {
    const [long, short] = [leg(), leg({ side: "short", exchange: "bybit", market_id: 2 })];
    const swapped = position(1, { legs: [{ ...short, quantity: 0.4 }, long] });
    const single = position(1, { legs: [long] });
    const { events } = await play([[position(1)], [swapped], [single]]);
    expect(events).toMatchObject([
      { changes: { "legs.0.quantity": { old: 0.5, new: 0.4 } } },
      { changes: { legs: { old: swapped.legs, new: single.legs } } },
    ]);
  });

  it("gives the position as it was sent, to the last digit", async () => {
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

  it("tells each of them as `carry schema position-event` describes it", async () => {
    const { stdout } = await carry(["schema", "position-event"]);
    const isValid = new Ajv2020({ strict: false }).compile(JSON.parse(stdout));
    const moved = { ...BTC, note: "new" };
    const rounds = [[BTC], [moved, ETH], [{ ...moved, ...closed }]];
    const { events } = await play(rounds, ["--alert", "asset == 'ETH'"]);
    const told = events.map(({ event }) => event);
    expect(told).toEqual(["changed", "opened", "alert", "closed", "removed"]);
    for (const event of events) expect([event.event, isValid(event)]).toEqual([event.event, true]);
    const { changes, ...without } = events[0] ?? {};
    expect([changes === undefined, isValid(without)]).toEqual([false, false]);
  });

  it("writes what happened in a round at once", async () => {
    const { writes } = await play([[], [BTC, ETH], [ETH]]);
    expect(writes.map((text) => text.trim().split("\n").length)).toEqual([2, 1]);
  });

  it("applies --query to each of them", async () => {
    const { stdout } = await play(
      [[], [BTC, ETH]],
      ["-o", "ndjson", "--query", "[event, position.asset]"],
    );
    expect(stdout).toBe('["opened","BTC"]\n["opened","ETH"]\n');
  });

  it("does the same with -o json, which has no end that an array could be closed at", async () => {
    expect((await play([[], [BTC]], ["-o", "json"])).events).toMatchObject([{ event: "opened" }]);
  });

  it("ends with 0 when nobody reads any more", async () => {
    const { code, stderr } = await play([[], [BTC], [BTC]], [], () => {
      throw new BrokenPipeError("the reader has gone away");
    });
    expect(code).toBe(0);
    expect(stderr).toBe("");
  });
});

describe("--alert without a terminal", () => {
  const LOSING = ["--alert", "performance.net_pnl < `0`"];
  const losing = position(1, { performance: performance({ net_pnl: -1 }) });

  it("tells each new alert, also of the first round, and does not ring", async () => {
    const { events, stdout } = await play([[losing], [losing], [BTC], [losing]], LOSING);
    const alerts = events.filter(({ event }) => event === "alert");
    expect(alerts).toEqual([
      {
        event: "alert",
        at: "2026-06-01T12:00:00.000Z",
        position_id: uuidOf(1),
        expression: "performance.net_pnl < `0`",
        position: losing,
      },
      expect.objectContaining({ at: "2026-06-01T12:01:30.000Z" }),
    ]);
    expect(stdout).not.toContain("\u0007");
  });

  it("ends with exit code 10 with --exit-on-alert, once it is told", async () => {
    const { code, events, stderr } = await play(
      [[BTC], [losing], [losing]],
      [...LOSING, "--exit-on-alert"],
    );
    expect(code).toBe(10);
    expect(events.map(({ event }) => event)).toEqual(["changed", "alert"]);
    expect(stderr).toBe("");
  });
});

describe("a round without a terminal that fails", () => {
  const DOWN = answer(503, JSON.stringify({ code: "DOWN", message: "closed for repair" }));

  it("is told and waited out, longer each time, and nothing of what happened is lost", async () => {
    const { waits, stderr, events } = await play([[BTC], DOWN, DOWN, DOWN, [BTC, ETH]]);
    expect(waits).toEqual([30_000, 30_000, 60_000, 120_000, 30_000]);
    expect(stderr).toContain(
      "warning: closed for repair (DOWN); trying again in 60 s\nwarning: closed for repair (DOWN); trying again in 120 s\n",
    );
    expect(events).toMatchObject([{ event: "opened", position_id: uuidOf(2) }]);
  });

  it("does not wait longer than five minutes by itself, but as long as Retry-After asks for", async () => {
    const busy = answer(429, "", { "retry-after": "1000" });
    const { waits } = await play([[BTC], ...Array(6).fill(DOWN), busy]);
    expect(waits.slice(1).map((ms) => ms / 1000)).toEqual([30, 60, 120, 240, 300, 300, 1000]);
  });

  it("ends it where another round mends nothing: a script is to know", async () => {
    const refused = answer(401, JSON.stringify({ code: "UNAUTHORIZED", message: "no" }));
    const { code, stderr } = await play([[BTC], refused], ["-o", "ndjson"]);
    expect(code).toBe(3);
    expect(stderr).toContain('"code":"UNAUTHORIZED"');
  });

  it("ends it when it is the first one", async () => {
    expect((await play([DOWN])).code).toBe(7);
  });
});
