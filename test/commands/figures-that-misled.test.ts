/* Regression tests for figures that were wrong in earlier versions, with their correct values. */
import { describe, expect, it } from "vitest";
import { type Answers, carryWith, inFull, settled } from "../support/answers.js";
import { ago, DAY, HOUR, long, MINUTE, short } from "../support/fresh-legs.js";
import { NOW } from "../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../support/records.js";

const agreed = performance({ spread_pnl: { realized: 0, unrealized: 0 } });
const sound = (n: number, more: Record<string, unknown> = {}) =>
  position(n, { legs: [long(), short()], performance: agreed, ...more });

const status = (of: Answers, ...argv: string[]) => carryWith(of, ["status", ...argv]);
const checked = async (of: Answers, more = {}) => {
  const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, ...more };
  return (await carryWith(of, ["check"], { env })).code;
};

interface Data {
  readonly totals: Readonly<Record<string, { readonly value: number | null }>>;
  readonly rows: readonly { readonly causes: readonly string[] }[];
}

async function data(of: Answers): Promise<Data> {
  return JSON.parse((await status(of, "-q", "-o", "json")).stdout);
}

async function causes(of: Answers): Promise<string[]> {
  return (await data(of)).rows.flatMap((it) => it.causes);
}

/** An event this long before now. */
const event = (
  hours: number,
  funding_rate: string,
  funding_interval = 1,
  mark_price = "60000",
) => ({
  funding_time: new Date(NOW - hours * HOUR).toISOString(),
  ...{ funding_rate, funding_interval, mark_price },
});

describe("a market that changed from 8h to 1h", () => {
  it("is annualised at +49.33 %, and was at +87.60 %", async () => {
    const fast = Array.from({ length: 361 }, (_, n) => event(n, "0.0001"));
    const slow = Array.from({ length: 45 }, (_, n) => event(361 + 8 * n, "0.0001", 8));
    const of = { positions: [], histories: { 1: [...fast, ...slow] } };
    const { stdout, stderr } = await carryWith(of, ["funding", "history", "1"]);
    expect(stdout).toContain("+49 %/yr");
    expect(stderr).toContain("note: market 1: interval changed from 8h to 1h at ");
  });
});

describe("a day of which 3 of 24 events are there", () => {
  /* 0.1 long of an hourly market, against 0.1 short of one that settles nothing. */
  const legs = [long({ quantity: 0.1 }), short({ quantity: 0.1 })];
  const positions = [sound(1, { legs })];
  /* 6,000 a side, up to 08:00: three hours bring 1.83, the other twenty-one cost 4.20. */
  const rate = (n: number) => (n < 7 ? "-0.000101666666667" : "0.000033333333333");
  const whole = Array.from({ length: 24 * 8 }, (_, n) => event(n, rate(n)));
  const holes = whole.filter((_, n) => n < 7 || n > 27);
  const quiet = settled("0", 8);

  it("is paying 2.37 when it is whole", async () => {
    const of = { positions, histories: { 1: whole, 2: quiet } };
    const { totals, rows } = await data(of);
    expect(totals.run_24h?.value).toBeCloseTo(-2.37, 2);
    expect(rows.flatMap((it) => it.causes)).toEqual(["costs_funding"]);
  });

  it("is not known otherwise, and was +1.83 without a word", async () => {
    const of = { positions, histories: { 1: holes, 2: quiet } };
    expect((await data(of)).totals.run_24h).toMatchObject({
      ...{ value: null, unknown: expect.any(String), counted: 0, of: 1 },
    });
    const { stdout } = await status(of);
    expect(stdout).toContain("  24h unknown");
    expect(stdout).not.toContain("1.83");
  });

  it("has no spread in funding compare", async () => {
    const of = { positions: [], histories: { 1: holes, 2: quiet } };
    const { stdout } = await carryWith(of, [
      ...["funding", "compare", "1", "2", "--start", "28h", "--end", "4h"],
    ]);
    expect(stdout).toMatch(/^spread +– events missing$/m);
  });
});

describe("a position of 3 hours whose 8h leg has not settled", () => {
  it("is not settled, and was called paying 0.30 while its carry is positive", async () => {
    const opened = { opened_at: ago(3 * HOUR), legs: [long(), short()] };
    const hourly = settled("0.00000333333", 1); // 30,000 × rate = 0.10 an hour
    const eight = settled("0.0005", 8); // 15.00 for 8 hours
    const of = { positions: [sound(1, opened)], histories: { 1: hourly, 2: eight } };
    const { totals, rows } = await data(of);
    expect(rows).toEqual([]);
    expect(totals.run_24h).toMatchObject({ value: expect.closeTo(42.6, 2), counted: 1 });
  });
});

describe("the parts of a net PnL", () => {
  it("add up: they came to 7,552.58 beside a net PnL of 5,835.55", async () => {
    const known = performance({
      ...{ funding_pnl: 6852.75, fees: { paid: 341.02, estimated_exit: 336.16 } },
      ...{ spread_pnl: { realized: 0, unrealized: -340.02 }, net_pnl: 5835.55 },
    });
    const none = performance({
      ...{ funding_pnl: 0, fees: { paid: 0, estimated_exit: 0 }, net_pnl: 0 },
      spread_pnl: { realized: 0, unrealized: 0 },
    });
    const unknown = performance({
      ...{ funding_pnl: 1808.01, fees: { paid: 60.98, estimated_exit: 30 } },
      ...{ spread_pnl: { realized: 0, unrealized: 0 }, net_pnl: null, apr: null },
    });
    const unmarked = [long(), short({ mark_price: null, mark_price_updated_at: null })];
    const positions = [
      sound(1, { performance: known }),
      ...Array.from({ length: 12 }, (_, n) => sound(n + 2, { performance: none })),
      sound(14, { asset: "TSLA", legs: unmarked, performance: unknown }),
    ];
    const { stdout } = await status({ positions });
    expect(stdout).toMatch(
      /^\+5,836 since opening .*funding \+6,853 {2}price -340 {2}fees -341 {2}exit -336 {2}13 of 14$/m,
    );
    expect(6852.75 - 340.02 - 341.02 - 336.16).toBeCloseTo(5835.55, 8);
    expect(stdout).toMatch(/^○ TSLA\.0000 .* – +-30 {2}no mark$/m);
  });
});

describe("an APR of several positions", () => {
  const sized = (n: number, notional: number, net_pnl: number, apr: number, days: number) =>
    sound(n, {
      legs: [long({ quantity: notional / 60_000 }), short({ quantity: notional / 60_000 })],
      performance: performance({ net_pnl, apr, duration_days: days }),
    });
  const aprOf = async (positions: readonly object[]) => {
    const words = ["status", "-o", "json", "--query", "totals.apr.value"];
    return Number((await carryWith({ positions }, words)).stdout);
  };

  it("of nine with +82 is above zero, and was -41.84 %", async () => {
    const year = (net: number, days: number) => Number(((net * 365) / (100 * days)).toFixed(2));
    const old = [20, 25, 15, 22, 18, 21, 16, 5].map((net, n) =>
      sized(n + 1, 10_000, net, year(net, 60), 60),
    );
    const nine = [...old, sized(9, 10_000, -60, year(-60, 0.2), 0.2)];
    expect(await aprOf(nine)).toBeCloseTo((82 * 365) / (100 * (8 * 60 + 0.2)), 2); // 0.62 %
  });

  it("of a book of 700,000 loses nothing by a position of 5 hours, and lost 2.75 points", async () => {
    const book = sized(1, 700_000, 5000, 2.61, 100);
    const young = sized(2, 10_000, -12, -210.24, 5 / 24);
    expect(await aprOf([book])).toBeCloseTo(2.61, 2);
    expect(await aprOf([book, young])).toBeGreaterThan(2.6);
  });
});

describe("what is held", () => {
  it("is an unhedged long if a leg has a close price and its quantity: imbalance was 0.00 %", async () => {
    const unrealized = { realized: -500, unrealized: 500 }; // the long leg alone
    const odd = sound(1, { performance: performance({ spread_pnl: unrealized }) });
    const [held, gone] = (inFull(odd) as { legs: object[] }).legs;
    const full = { ...inFull(odd), legs: [held, { ...gone, close_price: 61_000 }] };
    const of = { positions: [odd], details: { [uuidOf(1)]: full } };
    expect(await causes(of)).toEqual(["unhedged"]);
    const { stdout } = await carryWith(of, ["positions", "get", uuidOf(1)]);
    expect(stdout).toMatch(/^hedge +no short leg, \+30,500 unhedged$/m);
  });

  const figures = ["-o", "csv", "--columns", "gross_notional,net_notional"];

  it("is nothing once a position is closed: it had 20,000 gross", async () => {
    const legs = [long, short].map((leg) => leg({ quantity: 100, mark_price: 100 }));
    const gone = sound(1, { legs, status: "closed", closed_at: ago(DAY) });
    const { stdout } = await carryWith({ positions: [gone] }, [
      "positions",
      "list",
      "--status",
      "closed",
      ...figures,
    ]);
    expect(stdout).toBe("gross_notional,net_notional\r\n0,0\r\n");
  });

  it("is not known of a short leg of -100: it was net long 10,000 without alarm", async () => {
    const sizes = { mark_price: 100, open_price: 100 };
    const legs = [long({ quantity: 100, ...sizes }), short({ quantity: -100, ...sizes })];
    const positions = [sound(1, { legs })];
    const { stdout } = await carryWith({ positions }, ["positions", "list", ...figures]);
    expect(stdout).toBe("gross_notional,net_notional\r\n,\r\n");
    expect(await causes({ positions })).toContain("quantity_negative");
    expect(await checked({ positions })).toBe(10);
  });

  it("is level with 1,000 PEPE against one 1000PEPE: it was apart by 99.90 % for ever", async () => {
    const legs = [
      long({ quantity: 1000, mark_price: 0.00001, open_price: 0.00001 }),
      short({ quantity: 1, mark_price: 0.01, open_price: 0.01 }),
    ];
    const histories = {
      1: settled("0.0001", 8, 34, "0.00001"),
      2: settled("0.0001", 8, 34, "0.01"),
    };
    const of = { positions: [sound(1, { asset: "PEPE", legs })], histories };
    expect(await causes(of)).toEqual([]);
    expect(await checked(of)).toBe(0);
  });
});

describe("the age of figures", () => {
  it("of 24 hours is the time of the screen and a reason: it was now, all well and exit 0", async () => {
    const old = performance({ ...agreed, calculated_at: ago(DAY) });
    const of = { positions: [sound(1, { performance: old })] };
    const { stdout } = await status(of);
    expect(await checked(of)).toBe(11);
    expect(stdout).toContain("performance 1d old");
    expect(stdout).not.toContain("All well");
    expect(await causes(of)).toEqual(["performance_stale"]);
  });

  it("of 6 minutes in all 822 positions is one line: it was 822", async () => {
    const aged = { mark_price_updated_at: ago(6 * MINUTE) };
    const positions = Array.from({ length: 822 }, (_, n) =>
      sound(n + 1, { legs: [long(aged), short(aged)] }),
    );
    const { stdout } = await status({ positions });
    const above = stdout.slice(0, stdout.indexOf("long/short")); // its rows follow
    expect(above.match(/^.*mark.*$/gm)).toHaveLength(1);
  });
});

describe("what is lost and paid", () => {
  it("is no loss of a new position, whose fees funding has yet to earn", async () => {
    const sent = performance({ ...agreed, funding_pnl: 6, net_pnl: -9.5, duration_days: 1 });
    const positions = [sound(1, { opened_at: ago(DAY), performance: sent })];
    const histories = { 1: settled("-0.0000333333"), 2: settled("0.0000333333") };
    const { stdout } = await status({ positions, histories });
    expect(stdout).toContain("All well");
    expect(await checked({ positions, histories })).toBe(0);
  });

  it("is not paying where a day costs 0.14 USD", async () => {
    const histories = { 1: settled("0.00000155555556") };
    expect(await checked({ positions: [sound(1)], histories })).toBe(0);
  });

  it("is nothing where net PnL reads 0.00", async () => {
    const fees = { paid: 0.005, estimated_exit: 0 };
    const sent = performance({ ...agreed, fees, funding_pnl: 0.001, net_pnl: -0.004 });
    const of = { positions: [sound(1, { performance: sent })] };
    expect(await causes(of)).toEqual([]);
  });
});

describe("rates", () => {
  const events = settled("0.0001", 8, 8);

  it("of events that are there twice count once: the sum of a market was double", async () => {
    const of = { positions: [], histories: { 1: events.flatMap((it) => [it, { ...it }]) } };
    const once = { positions: [], histories: { 1: events } };
    const words = ["funding", "history", "1"];
    const [twice, single] = [await carryWith(of, words), await carryWith(once, words)];
    const sum = /sum (\S+) %/.exec(twice.stdout)?.[1];
    expect([sum, /sum (\S+) %/.exec(single.stdout)?.[1]]).toEqual(["+0.2400", "+0.2400"]);
  });

  it("have a spread in compare alone: of positions it is the price PnL", async () => {
    const { stdout: list } = await carryWith({ positions: [sound(1)] }, [
      ...["positions", "list", "--performance"],
    ]);
    expect(list).toMatch(/ price /);
    expect(list).not.toContain("spread");
    const of = { positions: [], histories: { 1: events, 2: events } };
    const { stdout: compare } = await carryWith(of, ["funding", "compare", "1", "2"]);
    expect(compare).toContain("spread");
    expect(compare).not.toContain("price PnL");
  });

  it("that nobody settled do not widen a column: +0.000000000000012% was shown", async () => {
    const tiny = events.map((it, n) =>
      n === 1 ? { ...it, funding_rate: "0.00000000000000012" } : it,
    );
    const of = { positions: [], histories: { 1: tiny } };
    const { stdout } = await carryWith(of, ["funding", "history", "1"]);
    expect(stdout).not.toContain("000000000012");
    const lengths = stdout
      .split("\n")
      .slice(2, 6)
      .map((line) => line.length);
    expect(new Set(lengths).size).toBe(1);
  });
});
