import { Big } from "big.js";
import { describe, expect, it } from "vitest";
import type { MarketEvent } from "../../../src/analytics/market/settled-event.js";
import { type Backtest, backtest, type Refusal } from "../../../src/features/backtest/figures.js";
import type { BacktestTerms } from "../../../src/features/backtest/terms.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse("2026-05-01T00:00:00Z");

type Of<T> = T | ((hour: number) => T);
interface Market {
  readonly every?: number;
  readonly rate?: Of<string | null>;
  readonly mark?: Of<string | null>;
  readonly hours?: number;
  /** Hours after the start whose events are missing. */
  readonly without?: readonly number[];
}

/** Settles every so many hours from START on, both ends included. */
function market({
  every = 8,
  rate = "0.001",
  mark = "100",
  hours = 48,
  without = [],
}: Market = {}) {
  const at = <T>(value: Of<T>, hour: number) =>
    typeof value === "function" ? (value as (hour: number) => T)(hour) : value;
  const events: MarketEvent[] = [];
  for (let hour = 0; hour <= hours; hour += every) {
    if (without.includes(hour)) continue;
    const [time, interval] = [START + hour * HOUR, every];
    events.push({ time, rate: at(rate, hour), mark: at(mark, hour), interval });
  }
  return events;
}

function run(
  long: readonly MarketEvent[],
  short: readonly MarketEvent[],
  more: Partial<BacktestTerms> = {},
): Backtest | Refusal {
  const none = { long: new Big(0), short: new Big(0) };
  const one = { long: new Big(1), short: new Big(1) };
  const size = { notional: new Big(10_000), fee: none, slippage: new Big(0), multiplier: one };
  return backtest({ long, short }, { ...size, start: START, end: START + 90 * DAY, ...more });
}

function done(...typed: Parameters<typeof run>): Backtest {
  const result = run(...typed);
  if ("why" in result) throw new Error(`refused: ${result.why}`);
  return result;
}

const value = (result: Backtest, name: keyof Backtest["figures"]) =>
  result.figures[name].value?.toFixed() ?? null;
const textOf = (amount: Big | null | undefined) => amount?.toFixed() ?? amount;
const hoursOf = ({ entry, exit }: Backtest) =>
  [entry.time, exit.time].map((time) => (time - START) / HOUR);

describe("a fixed hedge of two markets", () => {
  it("is not paid the event at its entry, and is paid the one at its exit", () => {
    const short = market({ rate: (hour) => (hour === 0 ? "0.5" : hour === 48 ? "0.002" : "0") });
    const result = done(market({ rate: "0" }), short);
    expect(hoursOf(result)).toEqual([0, 48]);
    expect(value(result, "funding")).toBe("20");
    expect(result.figures.funding).toMatchObject({ counted: 12, of: 12, coveredHours: 48 });
  });

  it("pays the rate on the long side, is paid it on the short side, at the mark of each event", () => {
    const long = market({ rate: "0.001", mark: (hour) => (hour === 8 ? "110" : "100") });
    const result = done(long, market({ rate: "0.002" }));
    expect(result.ofLeg.long.value?.toFixed()).toBe("-61"); // 100 units: 11 + 5 × 10
    expect(result.ofLeg.short.value?.toFixed()).toBe("120");
    expect(value(result, "funding")).toBe("59");
  });

  it("adds up the events of each market on its own clock", () => {
    const result = done(market({ rate: "0.0008" }), market({ every: 1, rate: "0.0002" }));
    expect(result.ofLeg.long).toMatchObject({ counted: 6 });
    expect(result.ofLeg.short).toMatchObject({ counted: 48 });
    expect(value(result, "funding")).toBe("48"); // -6 × 8 + 48 × 2
  });

  it("has the quantity of the dearer side at entry, and pays fees and slippage on four fills", () => {
    const mark = (hour: number) => (hour === 48 ? "150" : "125");
    const result = done(market({ rate: "0" }), market({ rate: "0", mark }), {
      fee: { long: new Big("0.001"), short: new Big("0.002") },
      slippage: new Big("0.0001"),
    });
    expect(result.quantity.toFixed()).toBe("80");
    expect(value(result, "basis")).toBe("-2000"); // 80 × (0 - 25)
    expect(value(result, "fees")).toBe("60"); // 80 × (200 × 0.001 + 275 × 0.002)
    expect(value(result, "slippage")).toBe("3.8"); // 80 × 475 × 0.0001
    expect(value(result, "net")).toBe("-2063.8");
  });

  it("has its price gap and its fees in proportion to the notional", () => {
    const mark = (hour: number) => (hour === 48 ? "110" : "100");
    const fee = { long: new Big("0.001"), short: new Big("0.001") };
    const notional = new Big("12345.6");
    const result = done(market({ rate: "0" }), market({ rate: "0", mark }), { fee, notional });
    expect(result.quantity.toFixed()).toBe("123.456");
    expect(value(result, "basis")).toBe("-1234.56"); // 123.456 × (0 - 10)
    expect(value(result, "fees")).toBe("50.61696"); // 123.456 × (200 + 210) × 0.001
  });

  it("has a last settlement with the funding and the net of the whole, to the last digit", () => {
    const mark = (hour: number) => String(97 + (hour % 7));
    const long = market({ mark, rate: "0.00012347" });
    const fee = { long: new Big("0.0005"), short: new Big("0.0003") };
    const result = done(long, market({ every: 1, mark, rate: "0.00003331" }), { fee });
    const last = result.path.at(-1);
    expect(last?.cumulative?.toFixed()).toBe(value(result, "funding"));
    expect(last?.net?.toFixed()).toBe(value(result, "net"));
  });

  it("has each settlement with what it pays each leg, and the sums and the price gap until then", () => {
    const mark = (hour: number) => (hour === 8 ? "104" : "100");
    const long = market({ every: 4, rate: "0.0001", hours: 16 });
    const { path } = done(long, market({ rate: "0.0003", mark, hours: 16 }));
    const row = (point: (typeof path)[number]) => [
      (point.time - START) / HOUR,
      ...[point.ofLeg.long, point.ofLeg.short, point.funding].map(textOf),
      ...[point.cumulative, point.basis, point.net].map(textOf),
    ];
    expect(path.map(row)).toEqual([
      [4, "-1", undefined, "-1", "-1", null, null],
      [8, "-1", "3.12", "2.12", "1.12", "-400", "-398.88"],
      [12, "-1", undefined, "-1", "0.12", null, null],
      [16, "-1", "3", "2", "2.12", "0", "2.12"],
    ]);
    const slow = done(market({ rate: "0.0001", hours: 8 }), market({ every: 4, hours: 8 })).path;
    expect(slow.map(row)[0]).toEqual([4, undefined, "10", "10", "10", null, null]);
  });

  it("has its length in days, and no windows unless a hold is given", () => {
    const result = done(market({ hours: 56 }), market({ hours: 56 }), { start: START + HOUR });
    expect(result.days.toFixed()).toBe("2");
    expect(result.windows).toBeUndefined();
  });

  it("is within the range, the start included and the end not", () => {
    const at = (hour: number) => START + hour * HOUR;
    const result = done(market(), market(), { start: at(8), end: at(40) });
    expect(hoursOf(result)).toEqual([8, 32]);
    expect(result.path).toHaveLength(3);
  });

  it("annualises on the notional, or on the margin of both legs with leverage", () => {
    const short = market({ rate: "0.001" });
    const long = market({ rate: "0" });
    const plain = done(long, short).figures.funding_apr;
    expect([plain.value?.toFixed(), plain.about]).toEqual(["109.5", true]); // 60 ÷ 10,000 × 365 ÷ 2
    const leverage = { long: new Big(5), short: new Big(4) };
    const levered = done(long, short, { leverage }).figures.funding_apr;
    expect(levered.value?.toFixed(4)).toBe("243.3333"); // on 4,500
    const week = done(market({ hours: 168, rate: "0" }), market({ hours: 168 }));
    expect(week.figures.funding_apr.about).toBeUndefined();
  });

  it("has no APR for less than a day or 3 settlements of a leg", () => {
    const day = { hours: 16, rate: "0.001" };
    expect(value(done(market({ hours: 16 }), market(day)), "net_apr")).toBeNull();
    const slow = market({ every: 24 });
    expect(value(done(slow, market()), "net_apr")).toBeNull();
  });

  it("earns its costs in days of its funding, and never when that is not above zero", () => {
    const fee = { long: new Big("0.0005"), short: new Big("0.0005") };
    const earning = done(market({ rate: "0" }), market({ rate: "0.001" }), { fee });
    expect(value(earning, "break_even_hold")).toBe("0.666666666666667"); // 20 ÷ 30 a day
    expect(value(done(market(), market(), { fee }), "break_even_hold")).toBeNull();
  });

  it("falls by the most that the cumulative funding lost since its peak, which begins at 0", () => {
    const rates = ["0", "-0.001", "0.003", "-0.002", "-0.001", "0.001", "0"];
    const result = done(market({ rate: "0" }), market({ rate: (hour) => rates[hour / 8] ?? "0" }));
    expect(value(result, "drawdown")).toBe("30");
    const losing = done(market(), market({ rate: "0" }));
    expect(value(losing, "drawdown")).toBe("60");
  });

  it("counts whole UTC days, and 00:00 to the day before", () => {
    const rate = (hour: number) => (hour === 24 ? "0.005" : hour === 48 ? "0.001" : "-0.001");
    const result = done(market({ rate: "0" }), market({ rate, hours: 56 }));
    expect(result.daysAbove).toEqual({ above: 1, counted: 2, of: 2 });
    const dear = done(market({ rate: "0.002" }), market({ rate: "0.001" }));
    expect(dear.daysAbove).toEqual({ above: 0, counted: 2, of: 2 });
    const cheap = done(market({ rate: "0.001" }), market({ rate: "0.002" }));
    expect(cheap.daysAbove).toEqual({ above: 2, counted: 2, of: 2 });
  });

  it("takes settlements at most a minute apart as one", () => {
    const late = market({ every: 8 }).map((event) => ({ ...event, time: event.time + 60_000 }));
    const result = done(market(), late);
    expect(result.entry.time).toBe(START + 60_000);
    expect(value(result, "funding")).toBe("0");
    expect(value(result, "drawdown")).toBe("0");
    expect(done(late, market()).entry.time).toBe(START + 60_000);
    expect(done(late, market()).path).toHaveLength(6);
    const far = late.map((event) => ({ ...event, time: event.time + 60_000 }));
    expect(done(market(), far).entry.age).toEqual({ long: 0, short: 8 * HOUR - 120_000 });
  });
});

describe("markets that never settle together", () => {
  const at = (hours: number, events: readonly MarketEvent[]) =>
    events.map((it) => ({ ...it, time: it.time + hours * HOUR }));
  const ages = ({ entry, exit }: Backtest) =>
    [entry, exit].map(({ age: { long, short } }) => [long / HOUR, short / HOUR]);

  it("enter and leave at an event of the slower one, with the other's last mark", () => {
    const fast = at(0.5, market({ every: 1, mark: (hour) => `${100 + hour}`, rate: "0" }));
    const slow = market({ mark: "110", rate: "0" });
    const result = done(fast, slow);
    expect(hoursOf(result)).toEqual([8, 48]); // nothing before the first event of the fast one
    expect(ages(result)).toEqual([
      [0.5, 0],
      [0.5, 0],
    ]);
    expect(result.entry.price).toMatchObject({ long: new Big(107), short: new Big(110) });
    // Bought at 107, sold at 147: 10,000 ÷ 110 × 40.
    expect(value(result, "basis")).toBe("3636.36363636364");
    expect(hoursOf(done(slow, fast))).toEqual([8, 48]);
  });

  it("go by the long one if both are equally slow, each paid on its own clock", () => {
    const early = market({ rate: "0.001" });
    const late = at(4, market({ rate: "0.002", hours: 40 }));
    const result = done(early, late);
    expect(hoursOf(result)).toEqual([8, 48]);
    expect(ages(result)[0]).toEqual([0, 4]);
    expect(result.ofLeg.long).toMatchObject({ value: new Big(-50), counted: 5 });
    expect(result.ofLeg.short).toMatchObject({ value: new Big(100), counted: 5 });
    expect(hoursOf(done(late, early))).toEqual([4, 44]);
  });

  it("have no instant where the other's last mark is older than its spacing", () => {
    const fast = at(0.5, market({ every: 1, rate: "0", without: [14, 15] }));
    const result = done(fast, market({ rate: "0" }), { gaps: "allow" });
    expect(result.path.map((it) => it.basis !== null && (it.time - START) / HOUR)).not.toContain(
      16,
    );
    expect(result.path.filter((it) => it.basis !== null)).toHaveLength(4);
  });
});

describe("what a market lacks", () => {
  it("ends a stretch, of which the longest is taken", () => {
    const result = done(market({ hours: 96, without: [24] }), market({ hours: 96 }));
    expect(hoursOf(result)).toEqual([32, 96]);
    expect(result.holes).toMatchObject({ events: { long: 1, short: 0 }, stretches: 2 });
    expect(result.figures.funding).toMatchObject({ counted: 16, of: 16 });
  });

  it("ends a stretch on either side, and of equally long ones the newest is taken", () => {
    const whole = market({ hours: 96 });
    const without = (hour: number) => market({ hours: 96, without: [hour] });
    for (const [long, short] of [[without(48), whole] as const, [whole, without(48)] as const]) {
      const result = done(long, short);
      expect(hoursOf(result)).toEqual([56, 96]);
      expect(result.holes.stretches).toBe(2);
    }
    const early = done(whole, without(72));
    expect(hoursOf(early)).toEqual([0, 64]);
    expect(early.path.at(-1)?.time).toBe(START + 64 * HOUR);
    expect(early.holes).toEqual({
      ...{ events: { long: 0, short: 1 }, stretches: 2 },
      ...{ first: START, last: START + 96 * HOUR },
    });
  });

  it("is counted from the first common settlement of the range on", () => {
    const [long, short] = [market({ hours: 96, without: [8, 56] }), market({ hours: 96 })];
    const result = done(long, short, { start: START + 24 * HOUR });
    expect(result.holes.events).toEqual({ long: 1, short: 0 });
  });

  it("leaves nothing to work out if it is between all common settlements", () => {
    const short = market({ every: 1, without: [3, 11, 19, 27, 35, 43] });
    const refused = run(market(), short);
    expect(refused).toMatchObject({ why: "holes", holes: { stretches: 7, events: { short: 6 } } });
    expect(run(market(), short, { gaps: "allow" })).not.toHaveProperty("why");
  });

  it("leaves a settlement of the path unknown, and takes the sums on from there", () => {
    const gap = market({ hours: 40, without: [24] });
    for (const [long, short] of [
      [market({ hours: 40, rate: "0" }), gap] as const,
      [gap, market({ hours: 40, rate: "0" })] as const,
    ]) {
      const { path } = done(long, short, { gaps: "allow" });
      const sign = short === gap ? "" : "-";
      expect(path.map(({ funding }) => textOf(funding))).toEqual(
        ["10", "10", null, "10", "10"].map((it) => it && sign + it),
      );
      const sums = path.map(({ cumulative }) => textOf(cumulative));
      expect(sums).toEqual(["10", "20", null, "30", "40"].map((it) => it && sign + it));
      expect(path[2]?.net).toBeNull();
    }
  });

  it("has an APR from 95 % of the time on", () => {
    const [long, short] = [
      market({ hours: 160, rate: "0" }),
      market({ hours: 160, without: [80] }),
    ];
    const result = done(long, short, { gaps: "allow" });
    expect(result.figures.funding_apr).toMatchObject({ coveredHours: 152, wantedHours: 160 });
    expect(value(result, "funding_apr")).toBe("104.025"); // 190 ÷ 10,000 × 365 × 24 ÷ 160
    const less = done(market({ hours: 152, rate: "0" }), short, { gaps: "allow" });
    expect(value(less, "funding_apr")).toBeNull();
  });

  it("is not covered where the event is there without a rate or a mark price", () => {
    const lacking = (of: Market) =>
      done(market({ hours: 96 }), market({ hours: 96, ...of }), { gaps: "allow" }).figures.funding;
    const at24 = (text: string) => (hour: number) => (hour === 24 ? null : text);
    expect(lacking({ rate: at24("0.001") })).toMatchObject({ counted: 23, coveredHours: 88 });
    expect(lacking({ mark: at24("100") })).toMatchObject({ counted: 23, coveredHours: 88 });
  });

  it("is refused with `refuse`, and left out and counted with `allow`", () => {
    const [long, short] = [market({ hours: 96, without: [24] }), market({ hours: 96 })];
    expect(run(long, short, { gaps: "refuse" })).toMatchObject({ why: "holes" });
    const result = done(long, short, { gaps: "allow" });
    expect(hoursOf(result)).toEqual([0, 96]);
    expect(result.figures.funding).toMatchObject({ counted: 23, of: 24, coveredHours: 88 });
    expect(value(result, "funding")).toBe("10");
    expect(value(result, "net_apr")).toBeNull(); // 88 of 96 hours
    expect(value(result, "break_even_hold")).toBeNull();
    expect(result.daysAbove).toEqual({ above: 0, counted: 3, of: 4 });
    expect(done(market(), market(), { gaps: "refuse" }).holes.stretches).toBe(1);
  });

  it("includes a mark price and a rate: neither is taken as zero", () => {
    const noMark = market({ hours: 96, mark: (hour) => (hour === 24 ? null : "100") });
    expect(hoursOf(done(noMark, market({ hours: 96 })))).toEqual([32, 96]);
    const noRate = market({ hours: 96, rate: (hour) => (hour === 24 ? null : "0.001") });
    expect(hoursOf(done(noRate, market({ hours: 96 })))).toEqual([24, 96]); // not paid at entry
    const zero = market({ hours: 96, mark: (hour) => (hour === 24 ? "0" : "100") });
    expect(hoursOf(done(zero, market({ hours: 96 })))).toEqual([32, 96]);
  });

  it("moves entry and exit to the first and last time with both mark prices", () => {
    const mark = (hour: number) => (hour === 0 || hour === 48 ? null : "100");
    expect(hoursOf(done(market({ mark }), market()))).toEqual([8, 40]);
  });

  it("includes an event that the service contradicts itself about", () => {
    const twice = { time: START + 24 * HOUR, rate: "0.9", mark: "100", interval: 8 };
    const result = done([...market({ hours: 96 }), twice], market({ hours: 96 }));
    expect(hoursOf(result)).toEqual([32, 96]);
  });

  it("is not what a change of the interval leaves out", () => {
    const before = market({ every: 8, hours: 48, rate: "0.0008" });
    const after = market({ every: 1, hours: 96, rate: "0.0001" }).slice(52); // from 52:00 on
    const result = done(market({ hours: 96, rate: "0" }), [...before, ...after], {
      gaps: "refuse",
    });
    expect(hoursOf(result)).toEqual([0, 96]);
    expect(value(result, "funding")).toBe("93"); // 6 × 8 + 45 × 1
  });

  it("makes a market with one event, or none in the range, impossible", () => {
    const one = market({ hours: 0 });
    expect(run(one, market())).toEqual({ why: "too_few", side: "long", events: 1 });
    expect(run(market(), [])).toEqual({ why: "too_few", side: "short", events: 0 });
    const before = { start: START + 60 * HOUR };
    expect(run(market({ hours: 96 }), market(), before)).toMatchObject({ events: 0 });
    const apart = market({ hours: 24 });
    const after = market({ hours: 96 }).filter(({ time }) => time > START + 24 * HOUR);
    expect(run(apart, after)).toEqual({
      ...{ why: "no_instants", instants: 0 },
      spans: {
        long: { first: START, last: START + 24 * HOUR },
        short: { first: START + 32 * HOUR, last: START + 96 * HOUR },
      },
    });
    const end = START + 8 * HOUR;
    expect(run(market(), market(), { end })).toMatchObject({ why: "no_instants", instants: 1 });
  });
});

describe("contracts of several units", () => {
  const thousand = market({ mark: "100000", rate: "0.002" });

  it("are refused, unless their multiplier is given", () => {
    expect(run(market(), thousand)).toMatchObject({ why: "prices" });
    const multiplier = { long: new Big(1), short: new Big(1000) };
    const result = done(market(), thousand, { multiplier });
    expect(value(result, "funding")).toBe("60");
    expect(result.exit.price.short.toFixed()).toBe("100");
    expect(run(market(), thousand, { multiplier: { ...multiplier, short: new Big(100) } })).toEqual(
      expect.objectContaining({ why: "prices" }),
    );
  });

  it("pay what the same contracts of one unit pay, whatever the multipliers", () => {
    const [one, two] = [market({ rate: "0.0011" }), market({ rate: "0.0023" })];
    const notional = new Big("12345.6");
    const figures = (result: Backtest) =>
      (["funding", "basis", "net", "drawdown"] as const).map((name) => value(result, name));
    const expected = figures(done(one, two, { notional }));
    expect(expected[0]).toBe("88.88832"); // 12,345.6 × 6 × 0.0012
    for (const [a, b] of [
      ["1000", "1"],
      ["0.001", "1000"],
      ["3", "0.07"],
      ["0.25", "700"],
    ] as const) {
      const contracts = (text: string, rate: string) =>
        market({ rate, mark: new Big(text).times(100).toFixed() });
      const multiplier = { long: new Big(a), short: new Big(b) };
      const result = done(contracts(a, "0.0011"), contracts(b, "0.0023"), { notional, multiplier });
      expect(figures(result), `${a} and ${b}`).toEqual(expected);
    }
  });

  it("are accepted from 0.8 to 1.25 times the price", () => {
    for (const mark of ["80", "125"]) expect("why" in run(market(), market({ mark }))).toBe(false);
    for (const mark of ["79.99", "125.01"]) {
      expect(run(market(), market({ mark }))).toMatchObject({ why: "prices" });
    }
  });
});

describe("windows of a hedge", () => {
  it("begin on each UTC day and end a hold later, with quartiles by nearest rank", () => {
    const rate = (hour: number) => `0.0${String(Math.ceil(hour / 24)).padStart(3, "0")}`;
    const short = market({ hours: 120, rate });
    const { windows } = done(market({ hours: 120, rate: "0" }), short, { hold: DAY });
    expect(windows).toMatchObject({ counted: 5, of: 5, independent: 5 });
    const ranks = Object.values(windows?.funding ?? {}).map((it) => (it as Big).toFixed());
    expect(ranks).toEqual(["3", "6", "9", "12", "15"]);
  });

  it("are put in order by what they paid, also if that rose and fell", () => {
    const daily = ["0", "0.003", "0.001", "0.005", "0.002", "0.004"];
    const rate = (hour: number) => daily[Math.ceil(hour / 24)] ?? "0";
    const { windows } = done(market({ hours: 120, rate: "0" }), market({ hours: 120, rate }), {
      hold: DAY,
    });
    const ranks = Object.values(windows?.funding ?? {}).map((it) => (it as Big).toFixed());
    expect(ranks).toEqual(["30", "60", "90", "120", "150"]);
  });

  it("overlap, and leave out those that end too late or have a hole", () => {
    const [long, short] = [market({ hours: 120, without: [40] }), market({ hours: 120 })];
    const allowed = done(long, short, { hold: 2 * DAY, gaps: "allow" }).windows;
    expect(allowed).toMatchObject({ counted: 2, of: 4, independent: 2 });
    const late = done(long, short, { hold: 20 * DAY }).windows;
    expect(late).toMatchObject({ counted: 0, of: 0, independent: 0, funding: null, net: null });
  });
});
