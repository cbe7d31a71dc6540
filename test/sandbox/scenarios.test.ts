import { describe, expect, test } from "vitest";
import type { FundingEvent } from "../../src/client/resources/funding.js";
import type { LegDetail, Position } from "../../src/client/resources/position.js";
import { SCENARIO_NAMES, SCENARIOS, type ScenarioName } from "../../src/sandbox/scenarios.js";
import type { SandboxOptions } from "../../src/sandbox/server.js";
import { carry } from "../support/carry.js";
import { DAY, HOUR, NOON, sandbox, type TestSandbox } from "./harness.js";

const MINUTE = 60_000;

/** The position of a scenario, and its sandbox. */
async function positionIn(name: ScenarioName, options: Partial<SandboxOptions> = {}) {
  const service = await sandbox({ scenarios: [name], ...options });
  const { summary, note } = await found(service, name);
  const { legs } = note;
  const [long, short] = legs;
  if (long === undefined || short === undefined) throw new Error(`${name} has no two legs`);
  return { service, summary, detail: note, long, short };
}

async function found(service: TestSandbox, name: ScenarioName) {
  const all = await service.walk("include=performance&limit=100");
  for (const summary of all.filter(({ status }) => status === "open")) {
    const note = await service.detail(summary.position_id);
    if (note.note === `Scenario ${name}: ${SCENARIOS[name].summary}.`) return { summary, note };
  }
  throw new Error(`no position is in ${name}`);
}

async function events(service: TestSandbox, leg: LegDetail): Promise<FundingEvent[]> {
  return (await service.data(`/v1/funding/history/${leg.market_id}`)) as FundingEvent[];
}

const times = (points: readonly FundingEvent[]) => points.map((it) => Date.parse(it.funding_time));
const gaps = (points: readonly FundingEvent[]) =>
  times(points).flatMap((time, at, all) => (at === 0 ? [] : [((all[at - 1] ?? 0) - time) / HOUR]));
const age = (text: string | null | undefined) => NOON - Date.parse(text ?? "");

/** Returns the price PnL of a leg, USD. */
const priceGain = ({ side, quantity, mark_price, open_price }: Position["legs"][number]) =>
  (side === "long" ? 1 : -1) * quantity * ((mark_price ?? 0) - (open_price ?? 0));

/** Returns the remaining share of the initial margin, and the price move to its loss, percent. */
function margin({ side, leverage, open_price, mark_price }: Position["legs"][number]) {
  const sign = side === "long" ? 1 : -1;
  const [open, mark, times] = [open_price ?? 0, mark_price ?? 0, leverage ?? 0];
  const gone = open * (1 - sign / times);
  return {
    left: 1 + sign * times * (mark / open - 1),
    away: ((sign * (mark - gone)) / mark) * 100,
  };
}

describe("the usual data set", () => {
  test("has the leverage of each leg, and none is near the end of its margin", async () => {
    const service = await sandbox({ positions: 600 });
    for (const hours of [0, 7, 40]) {
      service.clock.time = NOON + hours * HOUR;
      for (const { legs } of await service.walk("statuses=open&limit=500")) {
        for (const leg of legs) {
          expect(leg.leverage).toBeGreaterThan(0);
          if (leg.mark_price === null) continue;
          const { left, away } = margin(leg);
          expect(left).toBeGreaterThan(0.49);
          expect(away).toBeGreaterThan(0);
        }
      }
    }
  });

  test("has fresh marks and performance but for one mark that is meant to be old", async () => {
    const service = await sandbox();
    const { data } = await service.list("statuses=open&include=performance");
    for (const { performance } of data) {
      expect(age(performance?.calculated_at)).toBeLessThan(MINUTE);
    }
    const marks = data.flatMap(({ legs }) => legs.map((leg) => leg.mark_price_updated_at));
    const old = marks.filter((mark) => mark !== null && age(mark) > MINUTE);
    expect([old.length, marks.filter((mark) => mark === null).length]).toEqual([1, 1]);
  });

  test("has the currency of prices, which the symbol contains if it has a quote", async () => {
    const service = await sandbox();
    const markets = await service.data("/api/v1/public/funding/markets");
    expect(new Set(markets.map((it) => it.quote_currency))).toEqual(
      new Set(["USDT", "USDC", "USD"]),
    );
    for (const { exchange, symbol, quote_currency } of markets) {
      if (exchange !== "hyperliquid") expect(symbol).toContain(quote_currency);
      else expect(quote_currency).toBe("USD");
    }
  });

  test("has no event twice, none missing, and no interval that changes", async () => {
    const service = await sandbox();
    for (const { market_id } of await service.data("/api/v1/public/funding/markets")) {
      const points = await service.data(`/v1/funding/history/${market_id}`);
      const spacings = new Set(gaps(points as FundingEvent[]));
      expect([...spacings]).toEqual([points[0]?.funding_interval]);
    }
  });
});

describe("a scenario", () => {
  const LISTED = SCENARIO_NAMES.filter((name) => name !== "legs-unchecked");

  test.each(LISTED)("%s is in one of every 24 positions, at any time", async (name) => {
    for (const time of [NOON, NOON + 100.3 * DAY]) {
      const service = await sandbox({ scenarios: [name], positions: 48, now: () => time });
      const open = await service.walk("statuses=open");
      const notes = await Promise.all(open.map((it) => service.detail(it.position_id)));
      const own = notes.filter(({ note }) => note?.startsWith(`Scenario ${name}:`));
      expect(own).toHaveLength(2);
    }
  });

  test("leaves the other positions as they are", async () => {
    const plain = await (await sandbox()).walk("include=performance");
    const { service, summary } = await positionIn("stale");
    const rest = (all: readonly Position[]) =>
      all.filter(({ position_id }) => position_id !== summary.position_id);
    expect(rest(await service.walk("include=performance"))).toEqual(rest(plain));
  });

  test("unhedged: the short leg holds nothing and was closed", async () => {
    const { long, short, summary } = await positionIn("unhedged");
    expect(long.quantity).toBeGreaterThan(0);
    expect([short.quantity, short.mark_price]).toEqual([0, null]);
    expect(short.close_price).toBeGreaterThan(0);
    expect(summary.performance?.net_pnl).not.toBeNull();
  });

  test("negative-quantity: the short leg is sent below zero", async () => {
    const { long, short } = await positionIn("negative-quantity");
    expect([short.side, short.quantity]).toEqual(["short", -long.quantity]);
  });

  test("stale: marks of 2 hours ago", async () => {
    const { long, short } = await positionIn("stale");
    for (const leg of [long, short]) {
      expect(age(leg.mark_price_updated_at)).toBeGreaterThan(2 * HOUR);
      expect(age(leg.mark_price_updated_at)).toBeLessThan(2 * HOUR + 2 * MINUTE);
    }
  });

  test("stale-performance: calculated 26 hours ago, with fresh marks", async () => {
    const { summary, long, short } = await positionIn("stale-performance");
    expect(age(summary.performance?.calculated_at)).toBeGreaterThanOrEqual(26 * HOUR);
    const days = (age(summary.opened_at) - 26 * HOUR) / DAY;
    expect(summary.performance?.duration_days).toBeCloseTo(days, 2);
    for (const leg of [long, short]) expect(age(leg.mark_price_updated_at)).toBeLessThan(MINUTE);
  });

  test("turned: received over 30 days, paid over the last 7", async () => {
    const { service, long, short } = await positionIn("turned");
    const sum = async (leg: LegDetail, from: number) =>
      (await events(service, leg))
        .filter((point) => Date.parse(point.funding_time) > NOON - from)
        .reduce((total, { funding_rate }) => total + Number(funding_rate), 0);
    const received = async (days: number) =>
      (await sum(short, days * DAY)) - (await sum(long, days * DAY));
    expect(await received(7)).toBeLessThan(-0.01);
    expect(await received(1)).toBeLessThan(0);
    expect(await received(30)).toBeGreaterThan(0.005);
  });

  test("missing-events: 20 of 24 events of a day", async () => {
    const { service, short } = await positionIn("missing-events");
    const points = await events(service, short);
    expect(new Set(gaps(points))).toEqual(new Set([1, 3]));
    expect(times(points).filter((time) => time > NOON - DAY)).toHaveLength(20);
  });

  test.each([0, 1, 4 * HOUR, 8 * HOUR - 1])(
    "young: nothing has settled since, started %d ms after a settlement",
    async (after) => {
      const start = Date.parse("2026-03-10T08:00:00Z") + after;
      const { service, summary, long, short } = await positionIn("young", { now: () => start });
      expect(Date.parse(summary.opened_at)).toBeLessThanOrEqual(start);
      expect(start - Date.parse(summary.opened_at)).toBeLessThan(5 * HOUR);
      for (const leg of [long, short]) {
        const settled = times(await events(service, leg)).filter(
          (time) => time > Date.parse(summary.opened_at),
        );
        expect([settled, leg.funding.calculated]).toEqual([[], 0]);
      }
    },
  );

  test("margin-thin: less than half of the margin of the short leg is left", async () => {
    const { long, short } = await positionIn("margin-thin");
    const { left, away } = margin(short);
    expect(left).toBeLessThan(0.5);
    expect(away).toBeGreaterThan(0);
    expect(away).toBeLessThan(10);
    expect(margin(long).left).toBeGreaterThan(1);
  });

  test("margin-past: the margin of the short leg is gone, and it is held", async () => {
    const { long, short } = await positionIn("margin-past");
    expect(margin(short).away).toBeLessThan(0);
    expect([short.leverage, short.close_price]).toEqual([10, null]);
    expect(margin(long).left).toBeGreaterThan(1);
  });

  test("market-unknown: the short leg has no market id", async () => {
    const { long, short } = await positionIn("market-unknown");
    expect([short.market_id, long.market_id]).toEqual([null, expect.any(Number)]);
  });

  test("losing: both legs have paid since the opening 20 days ago", async () => {
    const { summary, long, short } = await positionIn("losing");
    expect(age(summary.opened_at) / DAY).toBeCloseTo(20, 3);
    for (const leg of [long, short]) expect(leg.funding.calculated).toBeLessThan(-10);
    expect(summary.performance?.net_pnl).toBeLessThan(-20);
  });

  test("fees-unearned: net PnL is what the fees are", async () => {
    const { summary, long, short } = await positionIn("fees-unearned");
    const { net_pnl = 0, fees, funding_pnl } = summary.performance ?? {};
    for (const leg of [long, short]) expect(leg.funding.calculated).toBe(0);
    expect(funding_pnl).toBe(0);
    const all = (fees?.paid ?? 0) + (fees?.estimated_exit ?? 0);
    expect(Math.abs((net_pnl ?? 0) + all)).toBeLessThan(all / 5);
  });

  test("legs-missing: open, and both legs are closed and hold nothing", async () => {
    const { summary, long, short } = await positionIn("legs-missing");
    expect(summary.status).toBe("open");
    for (const leg of [long, short]) {
      expect([leg.quantity, leg.mark_price]).toEqual([0, null]);
      expect(leg.close_price).toBeGreaterThan(0);
    }
  });

  test("legs-unchecked: of two of 48 the position in full is not found", async () => {
    const service = await sandbox({ scenarios: ["legs-unchecked"], positions: 48 });
    const open = await service.walk("statuses=open&include=performance");
    const answers = await Promise.all(
      open.map(({ position_id }) => service.get(`/v1/positions/${position_id}`)),
    );
    const hidden = open.filter((_, n) => answers[n]?.status === 404);
    expect(hidden).toHaveLength(2);
    for (const { legs, performance } of hidden) {
      const sent = performance?.spread_pnl.unrealized ?? 0;
      const own = legs.reduce((sum, leg) => sum + priceGain(leg), 0);
      expect(Math.abs(sent - own)).toBeGreaterThan(1);
    }
  });

  test("mark-missing: the short leg has none, and there is no net PnL", async () => {
    const { short, summary } = await positionIn("mark-missing");
    expect([short.mark_price, short.mark_price_updated_at]).toEqual([null, null]);
    expect(summary.performance?.net_pnl).toBeNull();
  });

  test("unknown-status: sent with all positions and with the open ones, not with the closed", async () => {
    const service = await sandbox({ scenarios: ["unknown-status"] });
    const statuses = async (query: string) => {
      const path = `/v1/portfolios/${service.portfolioId}/positions?${query}`;
      return (await service.data(path)).map(({ status }) => status);
    };
    const odd = (all: readonly unknown[]) => all.filter((it) => it === "liquidating").length;
    expect(odd(await statuses(""))).toBe(1);
    expect(new Set(await statuses("statuses=open"))).toEqual(new Set(["open", "liquidating"]));
    expect(odd(await statuses("statuses=closed"))).toBe(0);
    const path = `/v1/portfolios/${service.portfolioId}/positions?statuses=open`;
    const [record] = (await service.data(path)).filter(({ status }) => status === "liquidating");
    const { data } = (await service.body(`/v1/positions/${record?.position_id}`)) as {
      data: { status: string; closed_at: string | null; note: string };
    };
    expect([data.status, data.closed_at]).toEqual(["liquidating", null]);
    expect(data.note).toMatch(/^Scenario unknown-status: /);
  });
});

describe("scenarios on the command line", () => {
  const env = (CARRY_SANDBOX_SCENARIO: string) => ({ env: { CARRY_SANDBOX_SCENARIO } });

  test("are in the data of the built-in profile that the variable names", async () => {
    const argv = ["positions", "list", "--profile", "sandbox", "-o", "json"];
    const plain = await carry(argv);
    const odd = await carry(argv, env("negative-quantity, mark-missing"));
    const below = (text: string) => /"quantity":-/.test(text);
    expect([odd.code, below(plain.stdout), below(odd.stdout)]).toEqual([0, false, true]);
  });

  test.each([
    ["the variable", ["positions", "list", "--profile", "sandbox"], env("stale,naked")],
    ["the option", ["sandbox", "--scenario", "stale,naked"], {}],
  ])(
    "that are unknown are refused by %s, with the names that there are",
    async (_what, argv, more) => {
      const { code, stdout, stderr } = await carry(argv, more);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain('"naked" is not one of unhedged, negative-quantity, ');
      for (const name of SCENARIO_NAMES) expect(stderr).toContain(name);
    },
  );

  test("are served by carry sandbox, several at once", async () => {
    const ending = new AbortController();
    let shown = "";
    const ended = carry(["sandbox", "--scenario", "unhedged", "--scenario", "stale,turned"], {
      signal: ending.signal,
      write: async (text) => {
        shown += text;
        const [url, key, portfolio] = ["BASE_URL", "API_KEY", "PORTFOLIO"].map(
          (name) => new RegExp(`CARRY_${name}=(\\S+)`).exec(shown)?.[1],
        );
        const headers = { authorization: `Bearer ${key}` };
        const response = await fetch(`${url}/v1/portfolios/${portfolio}/positions`, { headers });
        shown = await response.text();
        ending.abort();
      },
    });
    expect((await ended).code).toBe(0);
    expect(shown).toContain('"quantity":0,');
  });

  test("are said to be in US dollars, by carry sandbox and its help", async () => {
    const ending = new AbortController();
    let shown = "";
    const signal = ending.signal;
    const ended = carry(["sandbox"], {
      signal,
      write: async (text) => {
        shown += text;
        ending.abort();
      },
    });
    expect((await ended).code).toBe(0);
    expect(shown).toContain("Amounts are in US dollars; prices are in the quote currency");
    expect((await carry(["sandbox", "--help"])).stdout).toContain("Amounts are in US dollars");
  });

  test("are listed by its help", async () => {
    const { stdout } = await carry(["sandbox", "--help"]);
    for (const name of SCENARIO_NAMES) expect(stdout).toContain(name);
  });
});
