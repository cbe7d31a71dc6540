import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseIgnored } from "../../src/run/settings/limits.js";
import { type Answers, carryWith, inFull, settingsOf, settled } from "../support/answers.js";
import { ago, HOUR, long, MINUTE, short } from "../support/fresh-legs.js";
import { performance, position, uuidOf } from "../support/records.js";

type More = Record<string, unknown>;
const sound = (n: number, more: More = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });

type Settings = Record<string, string>;

/** Returns the causes of all positions. */
async function codes(of: Answers, settings: Settings = {}): Promise<string[]> {
  const words = ["status", "-q", "-o", "json"];
  const { stdout } = await carryWith(of, words, settingsOf(settings));
  const { rows } = JSON.parse(stdout) as { rows: readonly { causes: readonly string[] }[] };
  return rows.flatMap(({ causes }) => causes);
}

describe("limits", () => {
  /* Funding and prices have lost 25 USD of 30,500: more than 5bp, less than 10bp. */
  const spread = (unrealized: number) => ({ realized: 0, unrealized });
  const little = sound(1, {
    legs: [long(), short({ open_price: 59749 })],
    performance: performance({ net_pnl: -40.5, spread_pnl: spread(-125.5) }),
  });
  const earning = { 2: settled("0.0001") };

  it.each<[string, Settings, string[]]>([
    ["10bp of the notional, where none is set", {}, []],
    ["a part of the notional", { loss: "5bp" }, ["losing"]],
    ["percent of it", { loss: "0.05%" }, ["losing"]],
    ["an amount", { loss: "20" }, ["losing"]],
    ["an amount with its unit", { loss: "26usd" }, []],
  ])("of a loss are %s", async (_what, settings, expected) => {
    expect(await codes({ positions: [little], histories: earning }, settings)).toEqual(expected);
  });

  it("of what funding costs are a day's: 0.14 USD is none", async () => {
    const histories = { 1: settled("0.0000016") }; // 0.5 × 60,000 × 3 a day
    expect(await codes({ positions: [sound(1)], histories })).toEqual([]);
    expect(await codes({ positions: [sound(1)], histories }, { paying: "0.1" })).toEqual([
      "costs_funding",
    ]);
  });

  it("of an imbalance are percent of the larger side", async () => {
    const of = { positions: [sound(1, { legs: [long({ quantity: 0.51 }), short()] })] };
    expect(await codes(of, { imbalance: "1.9" })).toEqual(["imbalance"]);
    expect(await codes(of, { imbalance: "2.5%" })).toEqual([]);
  });

  it("are named where they are wrong", async () => {
    for (const [key, value, allowed] of [
      ["imbalance", "-1", "a percentage"],
      ["imbalance", "2usd", "a percentage"],
      ["loss", "much", "an amount of USD such as 12"],
      ["paying", "-1bp", "an amount of USD"],
      ["margin", "half", "daily standard deviations"],
      ["stale", "soon", "a duration"],
      ["stale-performance", "-1h", "a duration"],
      ["ignore", "lossing", "one of unhedged, margin_thin, legs_missing"],
      ["ignore", "losing:", "one of unhedged"],
      ["ignore", "losing@5", "one of unhedged"],
      ["ignore", "losing@2026-02-30", "one of unhedged"],
      ["ignore", "losing@June 2030", "one of unhedged"],
      ["ignore", "losing@tomorrow", "one of unhedged"],
      ["ignore", "losing@today", "one of unhedged"],
    ] as const) {
      const of = { positions: [] };
      const { code, stderr } = await carryWith(of, ["status"], settingsOf({ [key]: value }));
      expect([code, stderr]).toEqual([
        9,
        expect.stringContaining(`${key}: "${value}" is not ${allowed}`),
      ]);
    }
  });

  it("of ages hold in both directions", async () => {
    const at = (ms: number) => ({ mark_price_updated_at: ago(ms) });
    const marked = (ms: number) => ({ positions: [sound(1, { legs: [long(at(ms)), short()] })] });
    expect(await codes(marked(-6 * MINUTE))).toContain("mark_stale");
    expect(await codes(marked(6 * MINUTE))).toContain("mark_stale");
    expect(await codes(marked(6 * MINUTE), { stale: "10m" })).toEqual([]);
  });
});

describe("the setting ignore", () => {
  const positions = [1, 2].map((n) => sound(n, { legs: [long({ quantity: 0.6 }), short()] }));
  it("leaves a cause out, everywhere or of one position, and says how many", async () => {
    expect(await codes({ positions })).toEqual(["imbalance", "imbalance"]);
    expect(await codes({ positions }, { ignore: "imbalance" })).toEqual([]);
    const one = `imbalance:${uuidOf(1)}`;
    expect(await codes({ positions }, { ignore: one })).toEqual(["imbalance"]);
    expect(await codes({ positions }, { ignore: `${one},imbalance:${uuidOf(2)}` })).toEqual([]);
  });

  it("ends at a time in UTC, wherever this computer is", () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TZ", "Asia/Tokyo");
    for (const time of ["2026-06-01T16:00", "2026-06-01T16:00Z", "2026-06-01T16:00:00.000Z"]) {
      const until = Date.parse("2026-06-01T16:00:00Z");
      expect(parseIgnored(`losing:92bc@${time}`)).toEqual([
        { code: "losing", position: "92bc", until },
      ]);
    }
  });
});

describe("the age of the performance", () => {
  const aged = (ms: number) => ({
    positions: [sound(1, { performance: performance({ calculated_at: ago(ms) }) }), sound(2)],
  });

  it("is a cause beyond an hour, or the limit that is set", async () => {
    expect(await codes(aged(24 * HOUR))).toEqual(["performance_stale"]);
    expect(await codes(aged(20 * MINUTE))).toEqual([]);
    expect(await codes(aged(20 * MINUTE), { "stale-performance": "10m" })).toEqual([
      "performance_stale",
    ]);
  });

  it("is wrong if it is ahead of the service's time", async () => {
    expect(await codes(aged(-2 * HOUR))).toEqual(["performance_stale"]);
  });
});

describe("fees", () => {
  const below = sound(1, {
    performance: performance({ net_pnl: -3.1, spread_pnl: { realized: 0, unrealized: -90 } }),
  });
  const legs = [long(), short({ open_price: 59820 })];
  const opened = { ...below, legs };

  it("that funding earns are no loss", async () => {
    const histories = { 2: settled("0.0000111111") };
    expect(await codes({ positions: [opened], histories })).toEqual([]);
  });

  it("that funding does not earn are a reason", async () => {
    expect(await codes({ positions: [opened] })).toEqual(["fees_unearned"]);
  });

  it("cannot be judged where the funding of a week is not known", async () => {
    const histories = { 2: settled("0.0001").filter((_, n) => n < 3 || n > 12) };
    expect(await codes({ positions: [opened], histories })).toEqual(["events_missing"]);
  });

  it("below half a cent are none: net PnL 0.00 is not losing", async () => {
    const zero = performance({ net_pnl: -0.004, spread_pnl: { realized: 0, unrealized: -85.004 } });
    const positions = [
      sound(1, { legs: [long(), short({ open_price: 59829.992 })], performance: zero }),
    ];
    expect(await codes({ positions })).toEqual([]);
  });
});

describe("the initial margin", () => {
  const levered = (mark: number, more: More = {}) =>
    sound(1, {
      legs: [
        long({ leverage: 10, open_price: 60_000, mark_price: mark }),
        short({ leverage: 1, open_price: 60_000, mark_price: mark }),
      ],
      performance: performance({ spread_pnl: { realized: 0, unrealized: 0 } }),
      ...more,
    });

  it("is thin if the price is near its loss and half of it is lost", async () => {
    expect(await codes({ positions: [levered(55_500)] })).toEqual(["margin_thin"]); // lost at 54,000
    expect(await codes({ positions: [levered(58_000)] })).toEqual([]); // 6.9 % away, two thirds left
    expect(await codes({ positions: [levered(55_500)] }, { margin: "2" })).toEqual([]);
  });

  it("is not known beyond its loss, and is no alarm", async () => {
    expect(await codes({ positions: [levered(53_000)] })).toEqual([]);
    const words = ["list", "--view", "risk", "-o", "json", "--query", "rows[].away"];
    const { stdout } = await carryWith({ positions: [levered(53_000)] }, words);
    expect(JSON.parse(stdout)).toMatchObject([{ bound: "at_most" }]); // of the other leg
  });
});

describe("a leg that the list may show as held though it is closed", () => {
  const legs = [long({ mark_price: 62_000 }), short({ mark_price: 62_000 })];
  /* The short leg was closed at a loss, which leaves the gain of the long one. */
  const odd = sound(1, {
    legs,
    performance: performance({
      spread_pnl: { realized: -1000, unrealized: 1000 },
      funding_pnl: 100.5,
    }),
  });
  const [held, gone] = (inFull(odd) as { legs: object[] }).legs;
  const full = { ...inFull(odd), legs: [held, { ...gone, close_price: 62_000 }] };

  it("is fetched in full, which decides: an unhedged long, not in balance", async () => {
    const of = { positions: [odd], details: { [uuidOf(1)]: full } };
    const { stdout, requests } = await carryWith(of, ["status", "-o", "json"]);
    expect(JSON.parse(stdout).rows[0]).toMatchObject({
      cause: "unhedged",
      long: ["binance"],
      short: [],
    });
    expect(requests.filter((it) => it.includes(`/positions/${uuidOf(1)}`))).toHaveLength(1);
  });

  it("is reported as unchecked if it could not be fetched", async () => {
    const of = { positions: [odd], details: { [uuidOf(1)]: 503 } };
    expect(await codes(of)).toEqual(["legs_unchecked"]);
    const { code, stderr } = await carryWith(of, ["check"]);
    expect([code, stderr]).toEqual([
      11,
      expect.stringContaining("legs of 1 of 1 position could not be"),
    ]);
  });

  it("costs no request where the prices agree with the performance", async () => {
    const agreed = sound(1, {
      performance: performance({ spread_pnl: { realized: 0, unrealized: 0 } }),
    });
    const { requests } = await carryWith({ positions: [agreed] }, ["status"]);
    expect(requests.filter((it) => it.includes("/positions/"))).toEqual([]);
  });
});
