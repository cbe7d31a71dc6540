import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseIgnored } from "../../../src/settings/values.js";
import { type Answers, carryWith, inFull, settingsOf, settled } from "../../support/answers.js";
import { WIDE } from "../../support/carry.js";
import { ago, HOUR, long, MINUTE, short } from "../../support/fresh-legs.js";
import { performance, position, uuidOf } from "../../support/records.js";

type More = Record<string, unknown>;
const sound = (n: number, more: More = {}) =>
  position(n, { legs: [long(), short()], performance: performance(), ...more });

interface Judged {
  readonly position_id: string | null;
  readonly reasons: readonly { readonly code: string; readonly text: string }[];
}

type Settings = Record<string, string>;

async function codes(of: Answers, settings: Settings = {}): Promise<string[]> {
  const words = ["status", "-q", "-o", "json"];
  const { stdout } = await carryWith(of, words, settingsOf(settings));
  const { attention, not_judged } = JSON.parse(stdout) as Record<string, Judged[]>;
  return [...(attention ?? []), ...(not_judged ?? [])]
    .filter(({ position_id }) => position_id !== null)
    .flatMap((it) => it.reasons.map(({ code }) => code));
}

const screen = async (of: Answers, settings: Settings = {}) =>
  (await carryWith(of, ["status"], settingsOf(settings))).stdout;

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
      "paying",
    ]);
  });

  it("of an imbalance are percent of the larger side", async () => {
    const of = { positions: [sound(1, { legs: [long({ quantity: 0.51 }), short()] })] };
    expect(await codes(of, { imbalance: "1.9" })).toEqual(["unbalanced"]);
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
      ["ignore", "lossing", "one of unbalanced, margin_thin, losing"],
      ["ignore", "paying:", "one of unbalanced"],
      ["ignore", "paying@5", "one of unbalanced"],
      ["ignore", "paying@2026-02-30", "one of unbalanced"],
      ["ignore", "paying@June 2030", "one of unbalanced"],
      ["ignore", "paying@tomorrow", "one of unbalanced"],
      ["ignore", "paying@today", "one of unbalanced"],
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
  it("leaves a reason out, everywhere or of one position, and says how many", async () => {
    expect(await codes({ positions })).toEqual(["unbalanced", "unbalanced"]);
    expect(await codes({ positions }, { ignore: "unbalanced" })).toEqual([]);
    const one = `unbalanced:${uuidOf(1)}`;
    expect(await codes({ positions }, { ignore: one })).toEqual(["unbalanced"]);
    const both = { ignore: `${one},unbalanced:${uuidOf(2)}` };
    expect(await codes({ positions }, both)).toEqual([]);
    expect(await screen({ positions }, both)).toContain("Ignored: 2 reasons (unbalanced)\n");
  });

  it("ends at a time in UTC, wherever this computer is", () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("TZ", "Asia/Tokyo");
    for (const time of ["2026-06-01T16:00", "2026-06-01T16:00Z", "2026-06-01T16:00:00.000Z"]) {
      const until = Date.parse("2026-06-01T16:00:00Z");
      expect(parseIgnored(`paying:92bc@${time}`)).toEqual([
        { code: "paying", position: "92bc", until },
      ]);
    }
  });
});

describe("a reason that all positions share", () => {
  const old = { mark_price_updated_at: ago(6 * MINUTE) };
  const positions = Array.from({ length: 822 }, (_, n) =>
    sound(n + 1, { legs: [long(old), short(old)] }),
  );

  it("is one line on the screen, and one of each position in json", async () => {
    const text = await screen({ positions });
    expect(text).toMatch(/^822 stale · 822 unknown$/m);
    expect(text.match(/mark prices? .*6m old/g)).toEqual(["mark prices up to 6m old"]);
    expect(text).toContain("all 822 positions: mark prices up to 6m old\n");
    const all = await codes({ positions });
    expect(all.filter((code) => code === "mark_stale")).toHaveLength(822);
  });

  it("is shown per position if one differs", async () => {
    const text = await screen({ positions: [...positions.slice(0, 3), sound(900)] });
    expect(text.match(/mark prices up to 6m old/g)).toHaveLength(3);
  });
});

describe("the age of the performance", () => {
  const aged = (ms: number) => ({
    positions: [sound(1, { performance: performance({ calculated_at: ago(ms) }) }), sound(2)],
  });

  it("is the time of the screen, and a reason beyond an hour: 24 h is not all well", async () => {
    const text = await screen(aged(24 * HOUR));
    expect(text).toContain(" · 2026-05-31 12:00Z");
    expect(text).toContain("figures 24h old".replace("24h", "1d"));
    expect(text).not.toContain("All well");
    const { code } = await carryWith(aged(24 * HOUR), ["check"]);
    expect(code).toBe(10);
  });

  it("is marked under the limit for marks, without being a reason yet", async () => {
    expect(await codes(aged(20 * MINUTE))).toEqual([]);
    expect(await screen(aged(20 * MINUTE))).toContain(
      "In the totals: 1 with a stale performance\n",
    );
    const words = ["positions", "list", "--performance", "--no-color"];
    const { stdout } = await carryWith(aged(20 * MINUTE), words, WIDE);
    expect(stdout).toContain("+81.50'");
    expect(stdout).toContain("' computed more than 5 minutes ago\n");
    expect(await codes(aged(20 * MINUTE), { "stale-performance": "10m" })).toEqual([
      "performance_stale",
    ]);
  });

  it("is wrong if it is ahead of the service's time", async () => {
    expect(await codes(aged(-2 * HOUR))).toEqual(["performance_stale"]);
  });
});

describe("a mark without a time", () => {
  it("is reported as of unknown age", async () => {
    const legs = [long({ mark_price_updated_at: null }), short()];
    expect(await screen({ positions: [sound(1, { legs })] })).toContain(
      "In the totals: 1 with a mark of unknown age\n",
    );
  });
});

describe("fees", () => {
  const below = sound(1, {
    performance: performance({ net_pnl: -3.1, spread_pnl: { realized: 0, unrealized: -90 } }),
  });
  const legs = [long(), short({ open_price: 59820 })];
  const opened = { ...below, legs };

  it("that funding earns are no loss: it says how many days are left", async () => {
    const histories = { 2: settled("0.0000111111") };
    const text = await screen({ positions: [opened], histories });
    expect(text).toContain("All well");
    expect(text).toContain("Fees not covered yet: BTC 3.1 days to go\n");
    const words = ["status", "-o", "json", "--query", "fees_not_earned[].days"];
    const { stdout } = await carryWith({ positions: [opened], histories }, words);
    expect(JSON.parse(stdout)).toEqual([
      { value: expect.closeTo(3.1, 5), unit: "days", as_of: "2026-06-01T08:00:00Z" },
    ]);
  });

  it("that funding does not earn are a reason", async () => {
    expect(await codes({ positions: [opened] })).toEqual(["fees_unearned"]);
  });

  it("cannot be judged where the funding of a week is not known", async () => {
    const histories = { 2: settled("0.0001").filter((_, n) => n < 3 || n > 12) };
    expect(await codes({ positions: [opened], histories })).toEqual(["funding_unknown"]);
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
    const text = await screen({ positions: [levered(55_500)] }); // lost at 54,000
    expect(text).toContain("margin: bankruptcy price 2.70% away: long binance");
    expect(await codes({ positions: [levered(58_000)] })).toEqual([]); // 6.9 % away, two thirds left
    expect(await codes({ positions: [levered(55_500)] }, { margin: "2" })).toEqual([]);
  });

  it("is not known beyond its loss, and is neither alarm nor pass", async () => {
    expect(await codes({ positions: [levered(53_000)] })).toEqual(["margin_unknown"]);
    expect(await screen({ positions: [levered(53_000)] })).toContain(
      "Margin unknown, past the bankruptcy price (collateral was added, or margin is shared) (1): BTC",
    );
  });

  it("is not known where the open price is missing, or the mark is not of now", async () => {
    const unpriced = levered(60_000, { legs: [long({ open_price: null }), short()] });
    const agreed = { details: { [uuidOf(1)]: inFull(unpriced) } };
    expect(await codes({ positions: [unpriced], ...agreed })).toEqual(["margin_unknown"]);
    const old = [long({ mark_price_updated_at: null }), short()];
    expect(await codes({ positions: [sound(1, { legs: old })] })).toEqual(["margin_unknown"]);
    expect(await screen({ positions: [sound(1, { legs: old })] })).toContain(
      "Margin unknown, age of the mark price unknown (1): BTC",
    );
  });

  it("of a leg without leverage is not judged, which is reported", async () => {
    const legs = [long({ leverage: null }), short()];
    const of = { positions: [sound(1, { legs }), sound(2)] };
    expect((await carryWith(of, ["check"])).code).toBe(0);
    expect(await screen(of)).toContain("Margin unknown, no leverage: 1 position\n");
    const words = ["status", "-o", "json", "--query", "without_leverage"];
    expect((await carryWith(of, words)).stdout.trim()).toBe("1");
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
    const { stdout, requests } = await carryWith(of, ["status"]);
    expect(stdout).toContain("unhedged: no short leg, 0.5 BTC = 31,000 USD long");
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

describe("what the book earns now", () => {
  it("is the first line: a day and a year, with the last 24 hours and the number of positions", async () => {
    const histories = { 1: settled("-0.0001"), 2: settled("0.0001") }; // 6 USD each 8 hours
    const positions = [sound(1), sound(2, { legs: [long(), short({ market_id: null })] })];
    const text = await screen({ positions, histories });
    expect(text).toContain(
      "now +18.00/day (1 of 2)  +21.54% a year of 30.5k notional (7d)  24h +18.00  30d ",
    );
    const { stdout } = await carryWith({ positions, histories }, [
      ...["status", "-o", "json", "--query", "totals.funding_run.run_7d"],
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ value: 126, unit: "usd", counted: 1, of: 2, covered_hours: 168, wanted_hours: 168 },
      ...{ per_day: { value: 18, unit: "usd_per_day" }, younger: 0 },
    });
  });

  it("says how many were opened within the time", async () => {
    const histories = { 1: settled("-0.0001"), 2: settled("0.0001") };
    const positions = [sound(1, { opened_at: ago(20 * HOUR) })];
    expect(await screen({ positions, histories })).toContain("  24h +12.00 (1 opened since)  ");
  });
});
