import { describe, expect, it } from "vitest";
import type { FundingEvent, PositionDetail } from "../../../src/client/resources/records.js";
import { carryWith, inFull } from "../../support/answers.js";
import { carry } from "../../support/carry.js";
import { contradictions } from "../../support/closed-schema.js";
import { DAY, HOUR, long, short } from "../../support/fresh-legs.js";
import { NOW } from "../../support/now.js";
import { PORTFOLIO, position, uuidOf } from "../../support/records.js";
import { sandboxForFile } from "../../support/sandbox.js";

const { env, sandbox } = sandboxForFile();

interface Figure {
  readonly value: number | null;
  readonly counted: number;
  readonly of?: number;
  readonly covered_hours?: number;
  readonly wanted_hours?: number;
}

interface Json {
  readonly rows: readonly Record<string, unknown>[];
  readonly totals: {
    readonly funding: Figure;
    readonly legs: readonly { funding: Figure; unknown?: string }[];
  };
}

const MIDNIGHT = Math.floor(NOW / DAY) * DAY;
const at = (hours: number) => MIDNIGHT + hours * HOUR;
const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");

const event = (time: number, more: object = {}) => ({
  funding_time: iso(time),
  funding_rate: "0.0001",
  funding_interval: 8,
  mark_price: "60000",
  ...more,
});

/** Events every 8 hours of the last days up to midnight, newest first. */
const every8h = (more: (index: number) => object = () => ({})) =>
  Array.from({ length: 24 }, (_, index) => event(at(-8 * index), more(index)));

/** A position opened 48 hours before midnight, with 0.5 BTC on each side. */
const opened = (more: object = {}) =>
  position(1, { opened_at: iso(at(-48)), legs: [long(), short()], ...more });

async function funding(
  listed: Record<string, unknown>,
  histories: Record<number, object[]>,
  words: readonly string[] = [],
  detail: object = inFull(listed),
) {
  const id = String(listed.position_id);
  const of = { positions: [listed], details: { [id]: detail }, histories };
  return carryWith(of, ["positions", "funding", id, ...words]);
}

async function jsonOf(...args: Parameters<typeof funding>): Promise<Json> {
  const [listed, histories, words = [], ...detail] = args;
  return JSON.parse((await funding(listed, histories, [...words, "-o", "json"], ...detail)).stdout);
}

describe("positions funding", () => {
  it("is what each leg was paid since the opening: the event at the opening is not its own", async () => {
    const json = await jsonOf(
      opened(),
      { 1: every8h(), 2: every8h(() => ({ funding_rate: "0.0003" })) },
      ["--by", "leg"],
    );
    // six events each: 0.5 × 60000 × 0.0001 paid by the long leg, 0.5 × 60000 × 0.0003 paid to the short one
    expect(json.rows.map((row) => (row.funding as Figure).value)).toEqual([-18, 54]);
    expect(json.totals.funding).toMatchObject({ value: 36, counted: 12, of: 12 + 2 });
  });

  it("refuses a position whose opening or closing has no time that can be read", async () => {
    const none = { 1: [], 2: [] };
    const undated = await funding(opened({ opened_at: "soon" }), none);
    expect([undated.code, undated.stderr]).toEqual([
      ...[8, expect.stringContaining("does not match the interface: opened_at cannot be read")],
    ]);
    const unclosed = await funding(opened({ status: "closed", closed_at: null }), none);
    expect([unclosed.code, unclosed.stderr]).toEqual([
      ...[8, expect.stringContaining("closed_at cannot be read")],
    ]);
  });

  it("counts what settles at midnight to the day before, and adds up to the sum", async () => {
    const json = await jsonOf(opened(), {
      1: every8h(),
      2: every8h(() => ({ funding_rate: "0.0003" })),
    });
    const owner = {
      ...{ portfolio: null, portfolio_id: PORTFOLIO },
      ...{ position_id: uuidOf(1), asset: "BTC" },
    };
    expect(json.rows).toEqual([
      {
        ...owner,
        time: iso(at(-48)).slice(0, 10),
        long: -9,
        short: 27,
        funding: 18,
        cumulative: 18,
        counted: 6,
        of: 6,
      },
      {
        ...owner,
        time: iso(at(-24)).slice(0, 10),
        long: -9,
        short: 27,
        funding: 18,
        cumulative: 36,
        counted: 6,
        of: 6,
      },
      // What was due at 08:00 is missing: it is counted, and is no funding of 0.
      {
        ...owner,
        time: iso(at(0)).slice(0, 10),
        long: null,
        short: null,
        funding: null,
        cumulative: null,
        counted: 0,
        of: 2,
      },
    ]);
  });

  it("leaves an event without a rate or a mark out of the sums, and counts it", async () => {
    const missing = (index: number) =>
      index === 1 ? { funding_rate: null } : index === 4 ? { mark_price: null } : {};
    const json = await jsonOf(opened(), { 1: every8h(missing), 2: every8h() }, ["--by", "event"]);
    const unknown = json.rows.filter((row) => row.funding === null);
    expect(unknown).toHaveLength(2);
    expect(unknown.map((row) => row.cumulative)).toEqual([null, null]);
    const [leg] = json.totals.legs;
    expect(leg?.funding).toMatchObject({ value: -12, counted: 4 });
    expect(json.rows.at(-1)?.cumulative).toBe(json.totals.funding.value);
  });

  it.each([
    ["market_unknown", opened({ legs: [long(), short({ market_id: null })] }), {}],
    ["closing_unknown", opened(), { close_price: 61000, close_fee_paid: 1 }],
    ["quantity_negative", opened({ legs: [long(), short({ quantity: -1 })] }), {}],
    ["size_unknown", opened({ status: "closed", closed_at: iso(at(-1)) }), {}],
  ])("is unknown for the reason %s, with the other legs shown", async (reason, listed, ofShort) => {
    const whole = inFull(listed) as { legs: object[] };
    const detail = { ...whole, legs: [whole.legs[0], { ...whole.legs[1], ...ofShort }] };
    const json = await jsonOf(listed, { 1: every8h(), 2: every8h() }, ["--by", "leg"], detail);
    expect(json.totals.legs[1]?.unknown).toBe(reason);
    expect(json.totals.funding.value).toBeNull();
    if (reason !== "size_unknown") expect(json.totals.legs[0]?.funding.value).toBe(-18);
    const days = await jsonOf(listed, { 1: every8h(), 2: every8h() }, ["--by", "day"], detail);
    for (const row of days.rows) expect([row.funding, row.cumulative]).toEqual([null, null]);
    const page = await funding(listed, { 1: every8h(), 2: every8h() }, [], detail);
    expect(page.stdout).toMatch(/settled funding –/);
    expect(page.stdout).toMatch(/unknown: short bybit BTCUSDT: .*, so the sum is unknown/);
  });

  it("is unknown for a leg whose market has no events, which would otherwise sum to 0", async () => {
    const json = await jsonOf(opened(), { 1: every8h(), 2: [] }, ["--by", "leg"]);
    expect(json.totals.legs[1]).toMatchObject({
      unknown: "funding_unknown",
      funding: { value: null },
    });
    expect(json.totals.funding.value).toBeNull();
  });

  it("shows how much of a long life the events cover", async () => {
    const json = await jsonOf(opened({ opened_at: iso(at(-1000)) }), {
      1: every8h(),
      2: every8h(),
    });
    const [leg] = json.totals.legs;
    expect(leg?.funding).toMatchObject({ counted: 24, covered_hours: 24 * 8 });
    expect(leg?.funding.wanted_hours).toBeGreaterThan(1000);
  });

  it("holds a range: the start is in it, the end is not", async () => {
    const range = ["--start", iso(at(-24)), "--end", iso(at(0)), "--by", "event"];
    const json = await jsonOf(opened(), { 1: every8h(), 2: [] }, range);
    expect(json.rows.map((row) => row.time)).toEqual([at(-24), at(-16), at(-8)].map(iso));
  });

  it("refuses a range in which the position was not open, and a column of another list", async () => {
    const before = await funding(opened(), {}, ["--end", iso(at(-100))]);
    expect([before.code, before.stderr]).toEqual([
      2,
      expect.stringContaining("was not open in the range"),
    ]);
    const column = await funding(opened(), {}, ["--by", "leg", "--columns", "cumulative"]);
    expect([column.code, column.requests]).toEqual([2, []]);
  });

  it("names an override that it leaves out, and does not say that nothing settled where sizes are unknown", async () => {
    const page = async (name: string) =>
      (await carry(["positions", "funding", name, "-o", "table"], { env: env() })).stdout;
    expect(await page("SOL")).toContain("left out: the funding override of short binance\n");
    const closed = await page("BNB.47de");
    expect(closed).toMatch(/^BNB\.47de · settled funding –\n/);
    expect(closed).toContain("unknown: short binance BNBUSDT: ");
    expect(closed).not.toContain("No settled funding");
  });

  it("agrees with a plain sum over the events of the sandbox, and with its schema", async () => {
    const all = JSON.parse(
      (await carry(["positions", "list", "--status", "open", "-o", "json"], { env: env() })).stdout,
    );
    const contradicts = await contradictions("position-funding");
    for (const { position_id: id } of all.slice(0, 6)) {
      const { stdout } = await carry(["positions", "funding", id, "-o", "json"], { env: env() });
      const json = JSON.parse(stdout) as Json;
      expect(contradicts(json)).toEqual([]);
      const expected = await plainSum(id);
      if (expected === undefined) expect(json.totals.funding.value).toBeNull();
      else expect(json.totals.funding.value).toBeCloseTo(expected, 8);
      const last = json.rows.at(-1)?.cumulative;
      if (expected !== undefined) expect(last).toBeCloseTo(expected, 8);
    }
  });
});

/** Sums a position's funding with doubles from the service's own answers; undefined if unknown. */
async function plainSum(id: string): Promise<number | undefined> {
  const { url, apiKey } = sandbox();
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
    return ((await answer.json()) as { data: T }).data;
  };
  const { opened_at: from, legs } = await ask<PositionDetail>(`/v1/positions/${id}`);
  let sum = 0;
  for (const leg of legs) {
    if (leg.market_id === null || leg.close_price !== null) return undefined;
    const sign = leg.side === "long" ? -1 : 1;
    for (const one of await ask<FundingEvent[]>(`/v1/funding/history/${leg.market_id}`)) {
      if (Date.parse(one.funding_time) <= Date.parse(from)) continue;
      if (one.funding_rate === null || one.mark_price === null) continue;
      sum += sign * leg.quantity * Number(one.mark_price) * Number(one.funding_rate);
    }
  }
  return sum;
}
