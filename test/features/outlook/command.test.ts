import { describe, expect, it } from "vitest";
import { type Answers, carryWith, inFull, settled } from "../../support/answers.js";
import { ago, DAY, HOUR, long, short } from "../../support/fresh-legs.js";
import { iso, NOW } from "../../support/now.js";
import { performance, position, uuidOf } from "../../support/records.js";

/* A short of 0.5 at 60,000 is paid 90 USD a day by a rate of 0.1 % every 8 hours. */
const USD_A_DAY = 90_000;

/** Settled events every 8 hours, which pay the short leg so many USD a day, by their age in days. */
function paying(perDay: (days: number) => number, days = 34): object[] {
  return settled("0", 8, days).map((event, n) => ({
    ...event,
    funding_rate: (perDay((n * 8) / 24) / USD_A_DAY).toFixed(18),
  }));
}

const held = (n: number, market: number, more: object = {}) =>
  position(n, {
    asset: "BTC",
    legs: [long({ market_id: 900 }), short({ market_id: market })],
    performance: performance({
      spread_pnl: { realized: 0, unrealized: 0 },
      calculated_at: ago(HOUR / 60),
    }),
    ...more,
  });

interface Run {
  readonly value: number | null;
  readonly opened_within: boolean;
  readonly unknown?: string;
}

const RUNS = ["run_24h", "run_3d", "run_7d", "run_30d"] as const;

interface Row extends Readonly<Record<(typeof RUNS)[number], Run>> {
  readonly position_id: string;
  readonly state: string | null;
  readonly unknown?: { readonly code: string; readonly text: string };
  readonly worst_week: {
    value: number | null;
    bound?: string;
    counted?: number;
    of?: number;
    independent: number;
    until?: string;
  };
  readonly fees_estimated_exit: { value: number | null; as_of?: string; stale?: boolean };
  readonly eaten_by_basis: {
    value: number | null;
    stale?: boolean;
    unit: string;
    unknown?: string;
  };
}

const outlook = (of: Answers, ...argv: string[]) =>
  carryWith(of, ["positions", "outlook", ...argv]);

async function rowsOf(of: Answers, ...argv: string[]): Promise<Row[]> {
  const { stdout } = await outlook(of, ...argv, "-o", "json");
  return (JSON.parse(stdout) as { rows: Row[] }).rows;
}

const rowOf = async (events: object[], more: object = {}): Promise<Row> => {
  const [row] = await rowsOf({ positions: [held(1, 2, more)], histories: { 2: events } });
  if (row === undefined) throw new Error("no row");
  return row;
};

/** Pays less in the last 7 days than before, when two of three events a day brought so much a day. */
const lessThan = (before: number, perDay: number) => (days: number) =>
  days < 7 ? perDay : Math.round(days * 3) % 3 === 0 ? 0 : before * 1.5;

describe("the state of carry positions outlook", () => {
  it.each([
    ["turned", (days: number) => (days < 7 ? -2 : 1)],
    ["costing", () => -1],
    ["recovering", (days: number) => (days < 3 ? 1 : days < 7 ? -9 : 1)],
    ["slipping", (days: number) => (days < 1 ? -1 : 1)],
    ["improving", (days: number) => (days < 7 ? 2 : -1)],
    ["fading", lessThan(1, 0.2)],
    ["steady", () => 1],
    ["flat", (days: number) => (days < 7 ? -1 : 1)],
    ["flat", (days: number) => (days < 7 ? 1 : 10)],
    ["flat", () => 0],
  ])("is %s", async (state, perDay) => {
    expect((await rowOf(paying(perDay))).state).toBe(state);
  });

  it("is costing, not turned, at 0 over the month, and steady at exactly a third of it", async () => {
    const none = await rowOf(paying((days) => (days < 7 ? -0.23 : 0.07)));
    expect([none.run_30d.value, none.state]).toEqual([expect.closeTo(0, 9), "costing"]);
    const { state, run_7d, run_30d } = await rowOf(paying(lessThan(0.83, 0.23)));
    expect([run_7d.value, run_30d.value, state]).toEqual([
      ...[expect.closeTo(0.23, 9), expect.closeTo(0.69, 9), "steady"],
    ]);
    expect((await rowOf(paying(lessThan(0.83, 0.22)))).state).toBe("fading");
  });

  it("is improving, not steady, at exactly 0 over the month", async () => {
    const { state, run_30d } = await rowOf(paying((days) => (days < 7 ? 0.23 : -0.07)));
    expect([run_30d.value, state]).toEqual([expect.closeTo(0, 9), "improving"]);
  });

  it("takes an amount that reads 0.00 for 0", async () => {
    expect((await rowOf(paying((days) => (days < 1 ? 0.004 : 1)))).state).toBe("slipping");
    expect((await rowOf(paying((days) => (days < 1 ? 0.006 : 1)))).state).toBe("steady");
  });

  it("names 30d where only that is unknown and needed", async () => {
    const short = await rowOf(paying(() => 1, 10));
    expect([short.state, short.unknown?.code]).toEqual([null, "month_unknown"]);
    expect(short.unknown?.text).toBe(
      "the state needs 30d: settled funding of 30 of 90 events in 30d",
    );
    const slipping = await rowOf(paying((days) => (days < 1 ? -1 : 1), 10));
    expect([slipping.state, slipping.unknown]).toEqual(["slipping", undefined]);
    const { stdout } = await outlook({
      positions: [held(1, 2)],
      histories: { 2: paying(() => 1, 10) },
    });
    expect(stdout).toMatch(/BTC .* 30d unknown .*\n/);
    expect(stdout).toContain("unknown: BTC: the state needs 30d");
  });

  it.each([
    [
      "market_unknown",
      "no market id: short bybit",
      { legs: [long({ market_id: 900 }), short({ market_id: null })] },
    ],
    ["legs_missing", "no leg holds anything", { legs: [long({ quantity: 0 })] }],
    [
      "quantity_negative",
      "negative quantity: short bybit",
      { legs: [long({ market_id: 900 }), short({ quantity: -0.5 })] },
    ],
  ])("is not known because of %s, with its reason and no zero", async (code, text, more) => {
    const row = await rowOf(
      paying(() => 1),
      more,
    );
    expect(row.unknown).toEqual({ code, text });
    const figures = [...RUNS.map((name) => row[name]), row.worst_week, row.eaten_by_basis];
    expect(figures.map(({ value }) => value)).toEqual(figures.map(() => null));
  });

  it("is not known with missing events, and says how many there are", async () => {
    const holes = paying(() => 1).filter((_, n) => n !== 1);
    const row = await rowOf(holes);
    expect(row.unknown).toEqual({
      code: "funding_unknown",
      text: "settled funding of 2 of 3 events in 24h, 8 of 9 in 3d",
    });
    expect(row.run_7d.value).toBeCloseTo(1, 6);
  });
});

describe("the figures of carry positions outlook", () => {
  it("has the worst 7 days in a row, where they ended, and how many weeks they are of", async () => {
    /* 7 days of the last 30 cost 2 a day: from 12 to 5 days ago. */
    const { worst_week } = await rowOf(paying((days) => (days >= 5 && days < 12 ? -2 : 1)));
    expect(worst_week.value).toBeCloseTo(-14, 6);
    expect(worst_week).toMatchObject({ counted: 24, of: 24, independent: 4 });
    expect(worst_week.until).toBe(iso(NOW - 5 * DAY - 4 * HOUR));
  });

  it("has how sure a day is, how like the day before, and on how many days it paid", async () => {
    /* 23 days of +1 and 7 days of −2: deviations 0.7 and −2.3; ρ is at its most, n_eff at its least. */
    const row = await rowOf(paying((days) => (days < 7 ? -2 : 1)));
    expect(row).toMatchObject({
      run_7d: { n_eff: 2, se: expect.closeTo(Math.sqrt(2 * (0.7 * 2.3)), 9) },
      run_30d: { n_eff: 2, se: expect.closeTo(Math.sqrt(0.7 * 2.3), 9) },
      persistence: expect.closeTo((22 * 0.49 - 0.7 * 2.3 + 6 * 5.29) / (23 * 0.49 + 7 * 5.29), 9),
      days_above_zero: { value: expect.closeTo((23 / 30) * 100, 9), unit: "percent", of: 30 },
    });
    const young = await rowOf(paying(() => 1, 9));
    expect(young).toMatchObject({ persistence: null, days_above_zero: { counted: 9, of: 30 } });
    expect(young.run_7d).not.toHaveProperty("se");
    expect(await rowOf(paying(() => 1))).toMatchObject({ persistence: null });
    const of = { positions: [held(1, 2)], histories: { 2: paying((it) => (it < 7 ? -2 : 1)) } };
    expect((await outlook(of, "--columns", "run_7d,run_7d.se")).stdout).toMatch(/-2\.00 +1\.79/);
  });

  it("leaves out weeks that are not covered, and says how many are", async () => {
    const { worst_week } = await rowOf(paying((days) => (days < 10 ? 1 : -1), 10));
    expect(worst_week).toMatchObject({ counted: 4, of: 24, independent: 1 });
    expect(worst_week.value).toBeGreaterThan(6);
    const none = await rowOf(paying(() => 1, 5));
    expect([none.worst_week.value, none.worst_week.counted]).toEqual([null, 0]);
  });

  it("has the exit fees with their time, and the basis that takes the funding of a week", async () => {
    const row = await rowOf(paying(() => 1));
    expect(row.fees_estimated_exit).toMatchObject({ value: 5.25, as_of: iso(NOW - HOUR / 60) });
    /* 7 USD of 0.5 short at the mark of the longs, 61,000. */
    expect(row.eaten_by_basis.value).toBeCloseTo((7 / (0.5 * 61_000)) * 100, 7);
    expect([row.eaten_by_basis.unit, row.eaten_by_basis.stale]).toEqual(["points", false]);
    for (const aDay of [-1, 0, 0.004]) {
      expect((await rowOf(paying(() => aDay))).eaten_by_basis.value).toBeNull();
    }
  });

  it("counts contracts of a thousand in units of one", async () => {
    const legs = [
      long({ market_id: 900, quantity: 500, mark_price: 61, open_price: 60 }),
      short({ market_id: 2, mark_price: 61_000 }),
    ];
    const { eaten_by_basis } = await rowOf(
      paying(() => 1),
      { legs },
    );
    expect(eaten_by_basis.value).toBeCloseTo((7 / (500 * 61)) * 100, 7);
  });

  it("marks a stale mark, and funding from before the opening", async () => {
    const of: Answers = {
      positions: [
        held(1, 2, {
          opened_at: ago(6 * DAY),
          legs: [
            long({ market_id: 900, mark_price_updated_at: ago(HOUR) }),
            short({ market_id: 2 }),
          ],
        }),
      ],
      histories: { 2: paying(() => 1) },
    };
    const [row] = await rowsOf(of);
    expect(row?.eaten_by_basis.stale).toBe(true);
    expect(RUNS.map((name) => row?.[name].opened_within)).toEqual([...[false, false, true, true]]);
    const { stdout } = await outlook(of);
    expect(stdout).toMatch(/ \+1\.00 +\+1\.00 +\+1\.00< +0\.00 +\+1\.00< /);
    expect(stdout).toContain("< includes funding settled before the position was opened");
    expect(stdout).toContain("0.02%*");
  });

  it("shows how much is covered if not all is", async () => {
    const holes = paying(() => 1).filter((_, n) => n !== 20);
    const { stdout } = await outlook({ positions: [held(1, 2)], histories: { 2: holes } });
    expect(stdout).toMatch(/ \+1\.00\^ .* \+1\.00\^ /);
    expect(stdout).toContain("^ some hours of it are unknown");
  });
});

/** The rows of csv by the names of its columns. */
async function csvOf(of: Answers): Promise<Record<string, string>[]> {
  const { stdout } = await outlook(of, "-o", "csv");
  const [header = "", ...lines] = stdout.trimEnd().split("\r\n");
  const names = header.split(",");
  return lines.map((line) => {
    const cells = line.match(/"[^"]*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? [];
    return Object.fromEntries(names.map((name, n) => [name, cells[n] ?? ""]));
  });
}

/** Events of which the one of so many events ago is there twice, with another rate. */
const conflictAt = (events: object[], n: number) => [
  ...events,
  { ...events[n], funding_rate: "0.5" },
];

describe("what carry positions outlook says of unknown figures", () => {
  it("is that events conflict, and of which leg, where they do and enough are there", async () => {
    const events = conflictAt(
      paying(() => 1),
      6,
    );
    const row = await rowOf(events);
    expect(row.unknown).toEqual({
      code: "funding_unknown",
      text: "conflicting events of short bybit in 3d, 7d, 30d",
    });
    expect(RUNS.map((name) => row[name].unknown)).toEqual([
      ...[undefined, "events_conflicting", "events_conflicting", "events_conflicting"],
    ]);
    const of = { positions: [held(1, 2)], histories: { 2: events } };
    expect((await outlook(of)).stdout).toContain(
      "unknown: BTC: conflicting events of short bybit in 3d, 7d, 30d",
    );
    const [cells] = await csvOf(of);
    expect(cells?.["unknown.text"]).toBe('"conflicting events of short bybit in 3d, 7d, 30d"');
  });

  it("is why 30d is, too, where the state does not need it", async () => {
    const slipping = paying((days) => (days < 1 ? -1 : 1));
    const holes = slipping.filter((_, n) => n < 40 || n >= 50);
    const of = { positions: [held(1, 2)], histories: { 2: holes } };
    const [row] = await rowsOf(of);
    expect([row?.state, row?.run_30d.value, row?.run_30d.unknown]).toEqual([
      ...["slipping", null, "events_missing"],
    ]);
    const why = "settled funding of 80 of 90 events in 30d";
    expect((await outlook(of)).stdout).toContain(`unknown: BTC: ${why}\n`);
    expect((await csvOf(of))[0]).toMatchObject({
      state: "slipping",
      "run_30d.unknown": "events_missing",
    });
    const conflicts = { ...of, histories: { 2: conflictAt(slipping, 60) } };
    expect((await outlook(conflicts)).stdout).toContain(
      "unknown: BTC: conflicting events of short bybit in 30d\n",
    );
  });

  it("is the whole periods where enough events of each leg are there", async () => {
    const hourly = settled("0", 1).filter((_, n) => n !== 9);
    const of = { positions: [held(1, 2)], histories: { 2: paying(() => 1), 900: hourly } };
    const [row] = await rowsOf(of);
    expect(row?.run_24h).toMatchObject({ value: null, counted: 23, of: 24 });
    expect(row?.unknown?.text).toContain("settled funding of 16h of 24h in 24h");
  });

  it("is the mark price that eaten by lacks, which is not a week that paid nothing", async () => {
    const legs = [long({ market_id: 900, mark_price: null }), short({ market_id: 2 })];
    const costs = held(2, 3);
    const of = {
      positions: [held(1, 2, { legs }), costs],
      histories: { 2: paying(() => 1), 3: paying(() => -1) },
    };
    const rows = await rowsOf(of);
    expect(rows.map(({ eaten_by_basis: it }) => [it.value, it.unknown])).toEqual([
      ...[
        [null, "not_paid"],
        [null, "mark_missing"],
      ],
    ]);
    const { stdout } = await outlook(of);
    expect(stdout.match(/unknown: .*/g)).toEqual([
      `unknown: BTC.${uuidOf(1)}: basis break-even: no mark price: long binance`,
    ]);
  });

  it("is the market whose history failed, in the row and in the warning", async () => {
    const of = { positions: [held(1, 2)], histories: { 2: 503 } };
    const { stderr, stdout } = await outlook(of);
    expect(stderr).toContain("funding of 1 of 2 markets could not be fetched: 2 (status 503)");
    expect(stdout).toContain("the funding history could not be fetched: short bybit (market 2)\n");
    const many = Array.from({ length: 10 }, (_, n) => held(n + 1, n + 11));
    const down = Object.fromEntries(many.map((_, n) => [n + 11, 503]));
    expect((await outlook({ positions: many, histories: down })).stderr).toContain(
      "funding of 10 of 11 markets could not be fetched: 11, 12, 13, 14, 15, 16, 17, 18 and 2 more (status 503)",
    );
    const few = { positions: [held(1, 2)], histories: { 2: paying(() => 1).slice(0, 1), 900: [] } };
    const [row] = await rowsOf(few);
    expect(row?.unknown?.text).toBe(
      "no settled funding: long binance (market 900); too few settled events to determine how often it settles: short bybit (market 2)",
    );
  });

  it("comes first for those without a state, and counts what is not named", async () => {
    const lacking = Array.from({ length: 9 }, (_, n) => held(n + 1, n + 1));
    const holes = paying((days) => (days < 1 ? -1 : 1), 10);
    const histories = Object.fromEntries(lacking.map((_, n) => [n + 1, n === 8 ? [] : holes]));
    const { stdout } = await outlook({ positions: lacking, histories });
    const lines = stdout.match(/^(unknown: |and ).*/gm) ?? [];
    expect(lines).toHaveLength(9);
    expect(lines[0]).toContain("no settled funding: short bybit (market 9)");
    expect(lines.at(-1)).toBe("and 1 more");
  });
});

describe("what the figures of carry positions outlook rest on", () => {
  it("is in csv, for those of part of the time and those of all of it", async () => {
    const holes = paying(() => 1).filter((_, n) => n !== 20 && n !== 60);
    const of = {
      positions: [held(1, 2, { opened_at: ago(6 * DAY) }), held(2, 3)],
      histories: { 2: holes, 3: paying(() => 2) },
    };
    const [part, whole] = await csvOf(of);
    const names = [
      ...["run_24h.covered_hours", "run_7d.covered_hours", "run_7d.wanted_hours"],
      ...["run_30d.covered_hours", "run_30d.wanted_hours", "run_30d.opened_within"],
      ...["worst_week.counted", "worst_week.of", "worst_week.bound"],
    ];
    const shown = (row: Record<string, string> | undefined) => names.map((name) => row?.[name]);
    expect(shown(part)).toEqual([
      ...["24", "160", "168", "704", "720", "true", "10", "24", "at_most"],
    ]);
    expect(shown(whole)).toEqual([...["24", "168", "168", "720", "720", "false", "24", "24", ""]]);
    expect(part).toMatchObject({
      "run_7d.as_of": iso(NOW - 4 * HOUR),
      "fees_estimated_exit.as_of": iso(NOW - HOUR / 60),
      "fees_estimated_exit.stale": "false",
      "eaten_by_basis.stale": "false",
      legs_checked: "true",
    });
    expect((await outlook(of)).stdout).toContain("+1.00<^");
  });

  it("has the number of the whole weeks beside a worst week that may be worse", async () => {
    const holes = paying(() => 1).filter((_, n) => n !== 45);
    const of = { positions: [held(1, 2)], histories: { 2: holes } };
    expect((await outlook(of)).stdout).toMatch(/\+1\.00\^ +≤\+7\.00 /);
    expect((await rowsOf(of))[0]?.worst_week).toMatchObject({ counted: 17, of: 24 });
    expect((await rowsOf(of))[0]?.worst_week.bound).toBe("at_most");
    expect((await csvOf(of))[0]?.["worst_week.bound"]).toBe("at_most");
  });

  it("has the number of whole weeks, whatever the first position lacks", async () => {
    const nameless = held(1, 2, { legs: [long({ market_id: null }), short({ market_id: 2 })] });
    const of = { positions: [nameless, held(2, 2)], histories: { 2: paying(() => 1) } };
    const weeks = async (of: Answers) =>
      (await rowsOf(of)).map(({ worst_week: it }) => [it.counted, it.independent]);
    expect((await weeks(of))[0]).toEqual([24, 4]);
    const young = { positions: [held(1, 2)], histories: { 2: paying(() => 1, 10) } };
    expect(await weeks(young)).toEqual([[4, 1]]);
  });

  it("may be a mark price of unknown age, which is not one of now", async () => {
    const legs = [long({ market_id: 900, mark_price_updated_at: null }), short({ market_id: 2 })];
    const of = { positions: [held(1, 2, { legs })], histories: { 2: paying(() => 1) } };
    const [row] = await rowsOf(of);
    expect(row?.eaten_by_basis).toMatchObject({ age_unknown: true });
    expect(row?.eaten_by_basis.stale).toBeUndefined();
    const { stdout } = await outlook(of);
    expect(stdout).toMatch(/0\.02%\? /);
    expect(stdout).toContain("? mark price of unknown age");
    expect((await csvOf(of))[0]).toMatchObject({
      ...{ "eaten_by_basis.stale": "", "eaten_by_basis.age_unknown": "true" },
    });
  });
});

describe("carry positions outlook", () => {
  const of: Answers = {
    positions: [
      held(1, 2),
      held(2, 3),
      held(3, 4),
      held(4, 5, { status: "closed", closed_at: ago(DAY) }),
    ],
    histories: {
      2: paying(() => 1),
      3: paying((days) => (days < 7 ? -2 : 1)),
      4: paying(() => 2),
    },
  };

  it("lists what costs most a day first, whatever its state, and adds up", async () => {
    const { stdout, code, requests } = await outlook(of);
    const rows = stdout.split("\n").filter((line) => line.startsWith("BTC"));
    expect(rows.map((row) => row.split(/ {2,}/)[2])).toEqual([...["turned", "steady", "steady"]]);
    expect(stdout.split("\n")[0]).toBe("now +1.00/day (7d) · 1 turned, 2 steady");
    expect(code).toBe(0);
    expect(requests.filter((it) => it.includes("/positions?"))).toHaveLength(1);
    expect(requests[0]).toContain("statuses=open");
  });

  it("shows those that are named, by prefixes that are unique", async () => {
    const [row, ...others] = await rowsOf(of, uuidOf(3));
    expect([row?.position_id, others]).toEqual([uuidOf(3), []]);
    const { code, stderr } = await outlook(of, "0000");
    expect(code).toBe(2);
    expect(stderr).toContain('"0000" names 4 positions\n');
    expect(stderr).toContain(`hint: use one of BTC.${uuidOf(1)} (open), BTC.${uuidOf(2)} (open), `);
  });

  it("reports a name that no position has, and shows the others", async () => {
    const { code, stderr, stdout } = await outlook(of, uuidOf(2), "ffffffff", "-o", "json");
    expect(code).toBe(4);
    expect(stderr).toContain('no position of the portfolio is named \\"ffffffff\\"');
    expect((JSON.parse(stdout) as { rows: Row[] }).rows).toHaveLength(1);
    const none = await outlook(of, "ffffffff");
    expect([none.code, none.stdout]).toEqual([4, ""]);
    expect((await outlook(of, "xyz")).code).toBe(4);
  });

  it("continues without a history, and fails only where the position was named", async () => {
    const failing = { ...of, histories: { ...of.histories, 3: 503 } };
    const { code, stdout, stderr } = await outlook(failing, "-o", "json");
    expect([code, stderr]).toEqual([0, expect.stringContaining("funding of 1 of 4 markets")]);
    const named = await outlook(failing, uuidOf(2));
    expect([named.code, named.stderr]).toEqual([7, expect.stringContaining("error: funding of 1")]);
    const { rows } = JSON.parse(stdout) as { rows: Row[] };
    expect(rows.find((it) => it.position_id === uuidOf(2))?.unknown).toEqual({
      code: "funding_unknown",
      text: "the funding history could not be fetched: short bybit (market 3)",
    });
  });

  it("holds nothing for a leg that the full position shows to be closed", async () => {
    const listed = held(1, 2, { legs: [long({ market_id: 900 }), short({ mark_price: null })] });
    const legs = (inFull(listed) as { legs: object[] }).legs.map((leg, n) =>
      n === 1 ? { ...leg, close_price: 60_000, close_fee_paid: 5 } : leg,
    );
    const [row] = await rowsOf({
      positions: [listed],
      details: { [uuidOf(1)]: inFull(listed, { legs }) },
      histories: { 900: paying(() => 1), 2: paying(() => 1) },
    });
    expect(row?.run_7d.value).toBeCloseTo(-1, 6);
    expect(row?.eaten_by_basis.value).toBeNull();
  });

  it("marks a position whose legs could not be checked, and counts it in the sums", async () => {
    const listed = held(1, 2, { legs: [long({ market_id: 900 }), short({ mark_price: null })] });
    const histories = { 900: paying(() => 1), 2: paying(() => 1) };
    const { stdout } = await outlook({
      ...{ positions: [listed], details: { [uuidOf(1)]: 503 }, histories },
    });
    expect(stdout).toContain(
      "# legs not checked: one may be closed, and the request for it failed",
    );
    expect(stdout).toMatch(/each 1 with legs not checked/);
  });

  it("has no rows without open positions, and is empty, not zero, in its sums", async () => {
    const { stdout, stderr, code } = await outlook({ positions: [] }, "-o", "json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: [],
      totals: { positions: 0, run_7d: { value: null, counted: 0, of: 0 } },
    });
    expect((await outlook({ positions: [] })).stderr).toContain("No open positions.");
  });

  it("prints raw figures for a spreadsheet, with the reason of what is unknown", async () => {
    const { stdout } = await outlook(of, "-o", "csv");
    const [header, ...rows] = stdout.trimEnd().split("\r\n");
    const names =
      "portfolio,portfolio_id,position_id,asset,status,opened_at,long.exchange,short.exchange,legs_checked,state,unknown.code,unknown.text,run_24h,run_24h.se,run_24h.n_eff,run_24h.as_of,run_24h.covered_hours,";
    expect(header?.startsWith(names)).toBe(true);
    expect(rows[0]).toMatch(/,BTC,open,.*,true,turned,,,-(?:2|1\.99999999\d+),/);
  });
});
