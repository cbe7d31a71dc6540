import { describe, expect, it } from "vitest";
import { type Answers, carryWith, settled } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { answer, faultyServer } from "../../support/faulty-server.js";
import { ago, HOUR, long, MINUTE, short } from "../../support/fresh-legs.js";
import { iso, NOW } from "../../support/now.js";
import { PORTFOLIO, performance, position, uuidOf } from "../../support/records.js";

interface Row {
  readonly position_id: string;
  readonly side: string;
  readonly next: string | null;
  readonly interval_hours: number | null;
  readonly about: boolean | null;
  readonly due_since: string | null;
  readonly due: number | null;
  readonly settlements_24h: number | null;
  readonly last_rate: number | null;
  readonly pays: { value: number | null; stale?: boolean; as_of?: string };
  readonly least: { value: number | null; counted?: number; of?: number; unknown?: string };
  readonly most: { value: number | null };
  readonly pays_24h: { value: number | null; about?: boolean };
  readonly at_event_mark: boolean;
  readonly listed?: { next: string | null; rate: number | null; as_of: string };
  readonly unknown?: { readonly code: string };
}

const held = (n: number, legs: object[], more: object = {}) =>
  position(n, {
    legs,
    performance: performance({ spread_pnl: { realized: 0, unrealized: 0 } }),
    ...more,
  });

/* Market 1 settled every 8 hours, last 4 hours ago (08:00Z); market 2 every hour, last now. */
const legs = [long({ mark_price: 60_000 }), short({ mark_price: 60_000 })];
const histories = { 1: settled("-0.0001", 8), 2: settled("0.00002", 1) };
const of: Answers = { positions: [held(1, legs)], histories };

const BY_LEG = ["--by", "leg"];
const upcoming = (of: Answers, ...argv: string[]) =>
  carryWith(of, ["positions", "upcoming", ...(argv.includes("--by") ? [] : BY_LEG), ...argv]);

async function rowsOf(of: Answers): Promise<Row[]> {
  const { stdout } = await upcoming(of, "-o", "json");
  return (JSON.parse(stdout) as { rows: Row[] }).rows;
}

const at = (hours: number) => iso(NOW + hours * HOUR);

describe("carry positions upcoming", () => {
  it("shows when each leg settles next, and what that pays at the last rate", async () => {
    const [first, second] = await rowsOf(of);
    expect(first).toMatchObject({ side: "long", next: at(4), interval_hours: 8, about: false });
    expect(first).toMatchObject({ due_since: null, due: 0, settlements_24h: 3 });
    /* 0.5 × 60,000 × 0.0001 is received, since the rate is negative. */
    expect([first?.pays.value, first?.pays_24h.value]).toEqual([3, 9]);
    expect(second).toMatchObject({ next: at(1), interval_hours: 1, settlements_24h: 24 });
    expect([second?.pays.value, second?.pays_24h.value]).toEqual([0.6, 14.4]);
    expect(first?.pays.as_of).toBe(at(-4));
  });

  it("adds every settlement of the next 24 hours up, by leg and by time", async () => {
    const byLeg = await upcoming(of);
    const verdict = "next in 1h: receives 0.60 · 24h: receives 23.40";
    expect(byLeg.stdout.split("\n")[0]).toBe(verdict);
    const byTime = await upcoming(of, "--by", "time");
    const rows = byTime.stdout.split("\n").filter((line) => /^\d\d:00/.test(line));
    expect(rows).toHaveLength(7);
    expect(rows[0]).toMatch(/^13:00-15:00Z hourly × 3 +1h +1 +1 +\+0\.60 each /);
    expect(rows[1]).toMatch(/^16:00Z +4h +2 +1 +\+3\.60 +\+3\.60 +\+3\.60$/);
    expect(byTime.stdout.split("\n")[0]).toBe(verdict);
    const csv = (await upcoming(of, "--by", "time", "-o", "csv")).stdout.trim().split("\r\n");
    expect(csv).toHaveLength(25);
    const { stdout } = await upcoming(
      of,
      "--by",
      "time",
      "-o",
      "json",
      "--query",
      "rows[].pays.value",
    );
    const sum = (JSON.parse(stdout) as number[]).reduce((total, it) => total + it, 0);
    expect(sum).toBeCloseTo(23.4, 9);
  });

  it("shows the least and the most of the rates of the last 3 days", async () => {
    const rates = ["0.0003", "-0.0002", "0.0001"];
    const events = settled("0.0009", 8).map((event, n) =>
      n < 9 ? { ...event, funding_rate: rates[n % 3] } : event,
    );
    const [, row] = await rowsOf({ ...of, histories: { ...histories, 2: events } });
    expect([row?.least.value, row?.pays.value, row?.most.value]).toEqual([-6, 9, 9]);
    expect([row?.least.counted, row?.least.of]).toEqual([9, 9]);
    const holes = events.filter((_, n) => n !== 4);
    const [, unsure] = await rowsOf({ ...of, histories: { ...histories, 2: holes } });
    expect([unsure?.least.value, unsure?.most.value, unsure?.pays.value]).toEqual([null, null, 9]);
    expect([unsure?.least.counted, unsure?.least.of]).toEqual([8, 9]);
  });

  it("has no rate of exactly 3 days ago in the least and the most, since that settled before", async () => {
    const events = settled("0.00002", 1).map((event, n) =>
      n === 72 ? { ...event, funding_rate: "-0.03" } : event,
    );
    const [, row] = await rowsOf({ ...of, histories: { ...histories, 2: events } });
    expect([row?.least.value, row?.least.counted, row?.least.of]).toEqual([0.6, 72, 72]);
    const later = settled("0.00002", 1).map((event, n) =>
      n === 71 ? { ...event, funding_rate: "-0.03" } : event,
    );
    const [, sooner] = await rowsOf({ ...of, histories: { ...histories, 2: later } });
    expect(sooner?.least.value).toBe(-900);
  });

  it("names a settlement that is due and not published, then the one after", async () => {
    const late = { ...of, histories: { ...histories, 2: settled("0.00002", 1).slice(3) } };
    const [, row] = await rowsOf(late);
    expect(row).toMatchObject({ due_since: at(-2), due: 3, next: at(1), settlements_24h: 24 });
    const { stdout } = await upcoming(late);
    expect(stdout).toContain("due since");
    expect(stdout).toMatch(/BTC .* short +bybit .* 2026-06-01 10:00Z +2026-06-01 13:00Z +1h /);
    expect(stdout).toContain("24h: receives 23.40 · 1 due\n");
    expect(stdout).toContain("due: settled by the clock and not published, in no sum");
    expect((await upcoming(of)).stdout).not.toContain("due since");
    expect((await upcoming(late, "--by", "time")).stdout).toContain("(--by leg shows which)");
  });

  it("is due from the minute of the settlement on", async () => {
    const due = { ...of, histories: { ...histories, 2: settled("0.00002", 1).slice(1) } };
    const [, row] = await rowsOf(due);
    expect(row).toMatchObject({ due_since: at(0), due: 1, next: at(1) });
    const [, before] = await rowsOf({ ...due, date: NOW - MINUTE });
    expect(before).toMatchObject({ due_since: null, due: 0, next: at(0) });
  });

  it("is about where the last two settlements were not equally far apart", async () => {
    const holes = settled("0.00002", 1).filter((_, n) => n !== 1);
    const found = { ...of, histories: { ...histories, 2: holes } };
    const [, row] = await rowsOf(found);
    expect(row).toMatchObject({ about: true, next: at(1), interval_hours: 1 });
    expect(row?.pays_24h.about).toBe(true);
    const { stdout } = await upcoming(found);
    expect(stdout).toContain("2026-06-01 13:00Z~");
    expect(stdout).toContain("~ about: the last settlements were not equally far apart");
    expect(stdout).toContain("24h: receives ~23.40");
  });

  it("follows a change of the interval once two gaps are equal", async () => {
    const hourly = settled("0.00002", 1).slice(0, 3);
    const before = settled("0.00002", 8).slice(1);
    const [, row] = await rowsOf({ ...of, histories: { ...histories, 2: [...hourly, ...before] } });
    expect(row).toMatchObject({ about: false, next: at(1), interval_hours: 1 });
  });

  it("uses the mark of the last settlement where a leg has none, and says so", async () => {
    const unmarked = [long(), short({ mark_price: null })];
    const found = {
      ...of,
      positions: [held(1, unmarked)],
      details: { [uuidOf(1)]: 503 },
      histories: {
        ...histories,
        2: settled("0.0001", 1).map((it) => ({ ...it, mark_price: "50000" })),
      },
    };
    const [, row] = await rowsOf(found);
    expect([row?.at_event_mark, row?.pays.value]).toEqual([true, 2.5]);
    expect((await upcoming(found)).stdout).toContain(
      "= no mark price: at that of the last settlement",
    );
  });

  it("marks what rests on a stale mark", async () => {
    const stale = [long({ mark_price_updated_at: ago(HOUR) }), short()];
    const found = { ...of, positions: [held(1, stale)] };
    expect((await rowsOf(found)).map(({ pays }) => pays.stale)).toEqual([true, false]);
    expect((await upcoming(found)).stdout).toContain("* mark price older than 5 minutes");
  });

  it.each([
    ["market_unknown", [long(), short({ market_id: null })], {}, "no market id"],
    ["funding_unknown", legs, { 2: [] }, "no settled funding (market 2)"],
    ["funding_unknown", legs, { 2: 503 }, "the funding history could not be fetched (market 2)"],
    [
      "funding_unknown",
      legs,
      { 2: settled("0.01", 1).slice(0, 1) },
      "too few settled events to determine how often it settles (market 2)",
    ],
    [
      "rate_unknown",
      legs,
      { 2: settled("0.01", 1).map((it, n) => (n === 0 ? { ...it, funding_rate: null } : it)) },
      "the last event has no rate, or conflicting ones",
    ],
    [
      "rate_old",
      legs,
      { 2: settled("0.01", 1).slice(72) },
      "nothing was settled in the last 3 days",
    ],
    [
      "mark_missing",
      [long(), short({ mark_price: null })],
      { 2: settled("0.01", 1).map((it) => ({ ...it, mark_price: null })) },
      "no mark price, neither a current one nor that of the last event",
    ],
    ["quantity_negative", [long(), short({ quantity: -1 })], {}, "negative quantity"],
  ] as const)("is not known because of %s, and in no sum", async (code, some, more, text) => {
    const found = { positions: [held(1, [...some])], histories: { ...histories, ...more } };
    const row = (await rowsOf(found))[1];
    expect([row?.unknown?.code, row?.pays.value, row?.pays_24h.value]).toEqual([code, null, null]);
    const { stdout } = await upcoming(found);
    expect(stdout).toContain(`unknown: BTC short bybit: ${text}`);
    expect(stdout).toMatch(
      code === "quantity_negative" ? /24h: unknown/ : /24h: receives 9\.\d+ \(1 of 2 legs\)/,
    );
  });

  it("says why the least and the most are unknown where the payment is", async () => {
    const events = settled("0.0001", 8);
    const found = (some: object[]) => ({ ...of, histories: { ...histories, 2: some } });
    const holes = found(events.filter((_, n) => n !== 4));
    expect((await rowsOf(holes))[1]?.least).toMatchObject({
      value: null,
      unknown: "events_missing",
    });
    expect((await upcoming(holes)).stdout).toContain(
      "unknown: BTC short bybit: least, most: 8 of 9 events in 3 days\n",
    );
    const hourly = settled("0.0001", 1);
    const conflict = found([...hourly, { ...hourly[9], funding_rate: "0.5" }]);
    const [, row] = await rowsOf(conflict);
    expect(row?.least).toMatchObject({ value: null, counted: 71, of: 72 });
    expect(row?.least.unknown).toBe("events_conflicting");
    expect(row?.pays.value).toBe(3);
    const { stdout } = await upcoming(conflict, "-o", "csv");
    expect(stdout).toContain(",,71,72,events_conflicting,");
    const part = found(hourly.filter((_, n) => n !== 9));
    expect((await upcoming(part)).stdout).toContain("+3.00 (71 of 72)");
  });

  it("has in csv how many legs are in a sum, and on what it rests", async () => {
    const unrated = settled("0.00002", 8).map((it, n) =>
      n === 0 ? { ...it, funding_rate: null } : it,
    );
    const found = { ...of, histories: { ...histories, 2: unrated } };
    const byTime = await upcoming(found, "--by", "time", "-o", "csv");
    const [header, first] = byTime.stdout.split("\r\n");
    expect(header).toBe(
      "portfolio,portfolio_id,time,settlements,positions,pays,pays.as_of,pays.counted,pays.stale,pays.age_unknown,least,least.counted,most,most.counted,about,at_event_mark",
    );
    expect(first).toBe(`,${PORTFOLIO},${at(4)},2,1,3,${at(-4)},1,false,,3,1,3,1,false,false`);
    const stale = [
      long({ mark_price: null }),
      short({ mark_price: 60_000, mark_price_updated_at: ago(HOUR) }),
    ];
    const odd = settled("0.00002", 1).filter((_, n) => n !== 1);
    const marked = {
      positions: [held(1, stale)],
      details: { [uuidOf(1)]: 503 },
      histories: { 1: settled("-0.0001", 8), 2: odd },
    };
    const keys = "about,at_event_mark,pays.stale,least.counted,least.of,legs_checked";
    const byLeg = await upcoming(marked, "-o", "csv", "--columns", keys);
    expect(byLeg.stdout.split("\r\n").slice(1, 3)).toEqual([
      ...["false,true,false,9,9,false", "true,false,true,71,72,false"],
    ]);
    const times = await upcoming(marked, "--by", "time");
    expect(times.stdout).toMatch(/13:00-15:00Z hourly × 3~ /);
    expect(times.stdout).toMatch(/16:00Z~ .* \+3\.60\*=# /);
    expect(times.stdout).toContain("one may be closed, and the request for it failed");
    const about = "next in ~1h: receives 0.60 (1 leg not checked)";
    const whole = "24h: receives ~23.40 (2 legs not checked)";
    expect(times.stdout.split("\n")[0]).toBe(`${about} · ${whole}`);
    const json = await upcoming(marked, "-o", "json", "--query", "totals.pays_24h.unchecked");
    expect(json.stdout.trim()).toBe("2");
  });

  it("ends with the failure of a market of a position that is named, and not of any other", async () => {
    const down = { ...of, histories: { ...histories, 2: 404 } };
    const codes = [await upcoming(down), await upcoming(down, "BTC")].map(({ code }) => code);
    expect(codes).toEqual([0, 4]);
  });

  it("marks a mark price of unknown age, alone and in a sum", async () => {
    const ageless = [long({ mark_price_updated_at: null }), short({ mark_price: 60_000 })];
    const found = { ...of, positions: [held(1, ageless)] };
    const [row] = await rowsOf(found);
    expect(row?.pays).toMatchObject({ age_unknown: true });
    expect(row?.pays.stale).toBeUndefined();
    const { stdout } = await upcoming(found);
    expect(stdout).toContain("? mark price of unknown age");
    const byTime = (await upcoming(found, "--by", "time")).stdout;
    expect(byTime).toMatch(/13:00-15:00Z .* \+0\.60 each /);
    expect(byTime).toMatch(/16:00Z .* \+\d\.\d\d\? /);
  });

  it("takes a mark price of zero for none", async () => {
    const zero = [long({ mark_price: 0 }), short({ mark_price: 60_000 })];
    const [row] = await rowsOf({ ...of, positions: [held(1, zero)] });
    expect([row?.at_event_mark, row?.pays.value]).toEqual([true, 3]);
    const unmarked = settled("-0.0001", 8).map((it) => ({ ...it, mark_price: "0" }));
    const found = { positions: [held(1, zero)], histories: { ...histories, 1: unmarked } };
    expect((await rowsOf(found))[0]?.unknown?.code).toBe("mark_missing");
  });

  it("has the settlement of now before one that is listed for later", async () => {
    const events = settled("0.00002", 8);
    const later = { ...events[0], funding_time: at(4), funding_rate: "0.01" };
    const found = { ...of, histories: { ...histories, 2: [later, ...events] } };
    const [, row] = await rowsOf(found);
    expect(row).toMatchObject({ next: at(4), settlements_24h: 3, last_rate: 0.00002 });
    expect([row?.least.value, row?.pays.value, row?.most.value]).toEqual([0.6, 0.6, 0.6]);
  });

  it("has no legs without open positions, and refuses what is no column or no order", async () => {
    const none = await upcoming({ positions: [] });
    expect([none.code, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toContain("No held legs.");
    const { stdout } = await upcoming({ positions: [] }, "-o", "json");
    expect(JSON.parse(stdout)).toMatchObject({ totals: { pays_24h: { value: null }, legs: 0 } });
    expect((await upcoming(of, "--by", "day")).code).toBe(2);
    const wrong = await upcoming(of, "--by", "time", "--columns", "last_rate");
    expect([wrong.code, wrong.requests]).toEqual([2, []]);
  });

  it("shows the next time and rate of the public listing as listed, with its age", async () => {
    const listing = [
      { marketId: 1, nextFundingTime: at(4), predictedFundingRate: "0.00042" },
      { id: 2, next_funding_time: at(2) },
      { id: 3, next_funding_time: "soon" },
    ];
    const { url } = await faultyServer((socket, request) => {
      const headers = { date: new Date(NOW).toUTCString() };
      const market = /\/funding\/history\/(\d+)/.exec(request)?.[1];
      const data = request.includes("/public/")
        ? listing
        : market === undefined
          ? of.positions
          : histories[Number(market) as 1 | 2];
      const body = market === undefined ? { data, next_cursor: null } : { data };
      return socket.write(answer(200, JSON.stringify(body), headers));
    });
    const env = { CARRY_API_KEY: "k", CARRY_PORTFOLIO: PORTFOLIO, CARRY_BASE_URL: url };
    const run = (...argv: string[]) =>
      carry(["positions", "upcoming", ...BY_LEG, ...argv], { env });
    const { rows } = JSON.parse((await run("-o", "json")).stdout) as { rows: Row[] };
    expect(rows.map(({ listed }) => [listed?.next, listed?.rate])).toEqual([
      [at(4), 0.00042],
      [at(2), null],
    ]);
    const { stdout } = await run();
    expect(stdout).toContain("listed next");
    expect(stdout).toMatch(/listed: as in the public market listing, \d+s old/);
    /* What is listed changes no figure. */
    expect(rows.map(({ pays }) => pays.value)).toEqual([3, 0.6]);
  });
});
