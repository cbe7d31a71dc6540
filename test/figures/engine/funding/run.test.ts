import { describe, expect, it } from "vitest";
import type { FundingEvent } from "../../../../src/client/resources/funding.js";
import type { Leg } from "../../../../src/client/resources/position.js";
import {
  type Run,
  type RunPosition,
  type RunWindow,
  runOf,
} from "../../../../src/figures/engine/funding/run.js";
import { historyFrom } from "../../../support/market-events.js";
import { HOUR } from "../market/random-market.js";
import { leg } from "./run-leg.js";

const NOW = Date.parse("2026-11-20T16:20:00Z");

function open(...legs: Leg[]): RunPosition {
  return { status: "open", legs };
}

/** Events every so many hours up to a time, for a number of days, newest first. */
function every(
  hours: number,
  until: string,
  options: { rate?: string; days?: number } = {},
): FundingEvent[] {
  const { rate = "0.0001", days = 32 } = options;
  return Array.from({ length: (days * 24) / hours }, (_, index) => ({
    funding_time: new Date(Date.parse(until) - index * hours * HOUR).toISOString(),
    funding_rate: rate,
    funding_interval: hours,
    mark_price: "100",
  }));
}

function run(
  position: RunPosition,
  markets: Record<number, FundingEvent[] | undefined>,
  window: RunWindow = "24h",
): Run {
  return runOf(position, { historyOf: historyFrom((id) => markets[id]), now: NOW }, window);
}

const without = (events: FundingEvent[], ...indices: number[]) =>
  events.filter((_, index) => !indices.includes(index));

const amount = ({ perDay }: Run) => perDay.value?.toFixed();
const hours = ({ perDay }: Run) => perDay.evidence.covered?.hours;
const why = ({ perDay }: Run) => perDay.unknown;
const end = ({ perDay }: Run) => perDay.evidence.asOf;

describe("the run of a pair", () => {
  const eight = every(8, "2026-11-20T16:00:00Z", { rate: "0.0003" });
  const hourly = every(1, "2026-11-20T16:00:00Z");

  it("is what the held legs are paid in whole periods of the slower market, a day", () => {
    const found = run(open(leg("short", 8, 2), leg("long", 1, 2)), {
      8: eight,
      1: hourly,
    });
    // short 2 × 100 × 3 × 0.0003, less long 2 × 100 × 24 × 0.0001
    expect(amount(found)).toBe("-0.3");
    expect(found.perDay.evidence).toMatchObject({
      asOf: Date.parse("2026-11-20T16:00:00Z"),
      covered: { hours: 24, wanted: 24 },
    });
    expect([why(found), found.fewest]).toEqual([undefined, 3]);
  });

  it("divides by the days that the window covers", () => {
    const found = run(open(leg("short", 8)), { 8: eight }, "7d");
    expect(amount(found)).toBe("0.09");
    expect([hours(found), found.fewest]).toEqual([168, 21]);
  });

  it("of a closed position, and of one that holds nothing, is unknown", () => {
    const closed = { ...open(leg("short", 8)), status: "closed" as const };
    expect(amount(run(closed, { 8: eight }))).toBeUndefined();
    const empty = open(leg("short", 8, 0));
    expect(why(run(empty, { 8: eight }))).toBe("funding_unknown");
  });

  it("leaves out a leg that is closed in the detail, whatever its quantity", () => {
    const gone = { ...leg("long", 1), close_price: 99 };
    const found = run(open(leg("short", 8), gone), { 8: eight, 1: hourly });
    expect(amount(found)).toBe("0.09");
  });

  it("of a negative quantity is unknown, since the side already gives the direction", () => {
    const found = run(open(leg("short", 8, -1)), { 8: eight });
    expect(amount(found)).toBeUndefined();
  });

  it("is unknown where a held leg has no market id, and known where that leg holds nothing", () => {
    const nameless = open(leg("short", 8), leg("long", null));
    expect(why(run(nameless, { 8: eight }))).toBe("market_unknown");
    const left = open(leg("short", 8), leg("long", null, 0));
    expect(why(run(left, { 8: eight }))).toBeUndefined();
  });

  it("is unknown where a history could not be had, is empty or has a single event", () => {
    const pair = open(leg("short", 8), leg("long", 1));
    for (const history of [undefined, [], hourly.slice(0, 1)]) {
      const found = run(pair, { 8: eight, 1: history });
      expect([amount(found), why(found)]).toEqual([undefined, "funding_unknown"]);
    }
  });
});

describe("a hole in the history of a leg", () => {
  const eight = every(8, "2026-11-20T16:00:00Z");
  const hourly = every(1, "2026-11-20T16:00:00Z");
  const pair = open(leg("short", 8), leg("long", 1));

  it("makes a day judged from 3 of 24 events unknown", () => {
    const few = hourly.filter((_, index) => index >= 24 || [0, 7, 20].includes(index));
    const found = run(pair, { 8: eight, 1: few });
    expect(amount(found)).toBeUndefined();
    expect([why(found), found.fewest]).toEqual(["events_missing", 3]);
  });

  it("makes a day unknown though the history is of 3 events in all", () => {
    const few = hourly.filter((_, index) => [0, 7, 20].includes(index));
    const found = run(pair, { 8: eight, 1: few });
    expect([amount(found), why(found)]).toEqual([undefined, "events_missing"]);
  });

  it("leaves its period out for all legs, and stands in the hours covered", () => {
    const found = run(pair, { 8: eight, 1: without(hourly, 30) }, "7d");
    // 20 periods of 8h: short 20 × 0.01, long −160 × 0.01
    expect(hours(found)).toBe(160);
    expect(amount(found)).toBe("-0.21");
  });

  it("makes the figure unknown below 95 percent of the time, and not at 95", () => {
    const gone = (count: number) =>
      run(
        open(leg("short", 1)),
        { 1: without(hourly, ...Array.from({ length: count }, (_, index) => 3 * index + 5)) },
        "30d",
      );
    expect(gone(36).perDay.evidence.covered).toEqual({ hours: 684, wanted: 720 });
    expect([amount(gone(36)), amount(gone(37))]).toEqual(["0.24", undefined]);
    const alone = open(leg("short", 1));
    const twenty = every(8, "2026-11-20T16:00:00Z");
    expect(hours(run(alone, { 1: without(hourly, 3) }))).toBe(23);
    expect(amount(run(alone, { 1: without(hourly, 3) }))).toBe("0.24");
    expect(amount(run(alone, { 1: without(hourly, 3, 9) }))).toBeUndefined();
    expect(amount(run(open(leg("short", 8)), { 8: without(twenty, 2, 5) }, "7d"))).toBeUndefined();
  });

  it("of all that should have settled leaves the figure unknown, not zero", () => {
    const found = run(open(leg("short", 1)), { 1: hourly.slice(48) });
    expect(amount(found)).toBeUndefined();
    expect([why(found), found.fewest, hours(found)]).toEqual(["events_missing", 0, 0]);
  });

  it("is a rate or a mark that is null, and a mark of zero or less, too", () => {
    const holes: readonly object[] = [
      ...[{ funding_rate: null }, { mark_price: null }],
      ...[{ mark_price: "0" }, { mark_price: "0.00" }, { mark_price: "-5" }],
    ];
    for (const hole of holes) {
      const events = hourly.map((it, index) => (index === 3 ? { ...it, ...hole } : it));
      const found = run(open(leg("short", 1)), { 1: events });
      expect([found.fewest, hours(found)]).toEqual([23, 23]);
    }
  });

  it("before the first event of a young market counts, so that 5 days do not pass for 30", () => {
    const young = every(8, "2026-11-20T16:00:00Z", { days: 5 });
    const found = run(open(leg("short", 8)), { 8: young }, "30d");
    expect([amount(found), why(found)]).toEqual([undefined, "events_missing"]);
    expect(found.perDay.evidence.covered).toEqual({ hours: 120, wanted: 720 });
  });
});

describe("an event that is not there yet", () => {
  const pair = open(leg("short", 8), leg("long", 1));
  const eight = every(8, "2026-11-20T16:00:00Z");
  const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);

  it("moves the end back by one period for all legs while it is at most one spacing late", () => {
    const hourly = every(1, "2026-11-20T15:00:00Z");
    const found = run(pair, { 8: eight, 1: hourly });
    expect([end(found), hours(found)]).toEqual([at("20T08:00"), 24]);
  });

  it("is a hole once it is later than that", () => {
    const hourly = every(1, "2026-11-20T14:00:00Z");
    const late = runOf(
      pair,
      { historyOf: historyFrom((id) => ({ 8: eight, 1: hourly })[id]), now: at("20T17:00") - 1 },
      "24h",
    );
    expect([end(late), amount(late)]).toEqual([at("20T08:00"), expect.any(String)]);
    const later = runOf(
      pair,
      { historyOf: historyFrom((id) => ({ 8: eight, 1: hourly })[id]), now: at("20T17:00") + 1 },
      "24h",
    );
    expect([end(later), amount(later)]).toEqual([at("20T16:00"), undefined]);
  });

  it("moves the end also at the very time at which it is due", () => {
    const alone = open(leg("short", 1));
    const hourly = every(1, "2026-11-20T16:00:00Z");
    const found = runOf(
      alone,
      { historyOf: historyFrom(() => hourly), now: at("20T17:00") },
      "24h",
    );
    expect([end(found), hours(found)]).toEqual([at("20T16:00"), 24]);
  });

  it("does not move the end by being due after it", () => {
    const hourly = every(1, "2026-11-20T16:00:00Z");
    const found = runOf(
      pair,
      { historyOf: historyFrom((id) => ({ 8: eight, 1: hourly })[id]), now: at("20T17:05") },
      "24h",
    );
    expect(end(found)).toBe(at("20T16:00"));
  });
});

describe("events of one minute", () => {
  const hourly = every(1, "2026-11-20T16:00:00Z");
  const alone = open(leg("short", 1));

  it("with equal values count once, however they are written", () => {
    const [first] = hourly;
    const twice =
      first === undefined ? [] : [{ ...first, funding_rate: "0.00010" }, ...hourly, first];
    const found = run(alone, { 1: twice });
    expect(amount(found)).toBe("0.24");
    expect(found.fewest).toBe(24);
  });

  it.each([
    ["rate", { funding_rate: "0.9" }],
    ["mark price", { mark_price: "7" }],
  ])(
    "with another %s make the figure unknown, though 95 percent of the time are covered",
    (_, other) => {
      const clash = hourly.flatMap((it, index) => (index === 5 ? [it, { ...it, ...other }] : [it]));
      const found = run(alone, { 1: clash });
      expect(amount(found)).toBeUndefined();
      expect([why(found), found.fewest]).toEqual(["events_conflicting", 23]);
    },
  );

  it("with different values on one leg make the figure of the pair unknown", () => {
    const clash = hourly.flatMap((it, index) =>
      index === 5 ? [it, { ...it, funding_rate: "1" }] : [it],
    );
    const pair = open(leg("short", 1), leg("long", 2));
    expect(amount(run(pair, { 1: clash, 2: hourly }))).toBeUndefined();
    expect(amount(run(pair, { 1: hourly, 2: clash }))).toBeUndefined();
  });

  it("with different values are of no consequence outside the window", () => {
    const clash = hourly.flatMap((it, index) =>
      index === 24 ? [it, { ...it, funding_rate: "1" }] : [it],
    );
    expect(amount(run(alone, { 1: clash }))).toBe("0.24");
  });
});

describe("a market that changes its interval", () => {
  const slow = every(8, "2026-11-20T00:00:00Z");
  const fast = every(1, "2026-11-20T16:00:00Z").slice(0, 16);

  it("is summed on the clock of the longer one while that is in the window, without a hole", () => {
    const found = run(open(leg("short", 1)), { 1: [...fast, ...slow] });
    expect([found.fewest, hours(found)]).toEqual([17, 24]);
    expect(amount(found)).toBe("0.17");
  });

  it("has no hole where the change falls between two settlements", () => {
    const found = run(open(leg("short", 1)), { 1: [...fast.slice(0, 12), ...slow] });
    expect([found.fewest, hours(found)]).toEqual([13, 24]);
  });

  it("is derived from three equal gaps, whatever funding_interval says", () => {
    const stale = fast.map((it) => ({ ...it, funding_interval: 8 }));
    const found = run(open(leg("short", 1)), { 1: [...stale, ...slow] });
    expect([found.fewest, hours(found)]).toEqual([17, 24]);
    const gone = run(open(leg("short", 1)), { 1: without([...stale, ...slow], 20) }, "7d");
    expect([gone.fewest, hours(gone)]).toEqual([34, 160]);
  });

  it("is on the clock of the shorter one as soon as the longer one is not in the window", () => {
    const now = Date.parse("2026-11-20T15:20:00Z");
    const changed = (last: string) => {
      const slow = every(8, last);
      const count = (Date.parse("2026-11-20T15:00:00Z") - Date.parse(last)) / HOUR;
      const fast = every(1, "2026-11-20T15:00:00Z").slice(0, count);
      const history = [...fast, ...slow];
      return runOf(open(leg("short", 1)), { historyOf: historyFrom(() => history), now }, "24h");
    };
    const shown = (last: string) => [end(changed(last)), changed(last).fewest];
    expect(shown("2026-11-18T15:00:00Z")).toEqual([now - HOUR / 3, 24]);
    // The last one of 8 hours is exactly at the start: it was paid for the time before.
    expect(shown("2026-11-19T15:00:00Z")).toEqual([now - HOUR / 3, 24]);
    const eight = Date.parse("2026-11-20T08:00:00Z");
    expect(shown("2026-11-19T16:00:00Z")).toEqual([eight, 17]);
  });
});
