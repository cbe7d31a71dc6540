import { describe, expect, it } from "vitest";
import {
  DAY_MS as DAY,
  HOUR_MS as HOUR,
  MINUTE_MS as MINUTE,
} from "../../src/base/time/periods.js";
import { credibleEvents, type HeldMark } from "../../src/figures/credible/credible-events.js";
import type { MarketEvent } from "../../src/figures/credible/settled-event.js";
import { NOW } from "../support/now.js";

const LAST = Math.floor(NOW / HOUR) * HOUR;
/** Events every so many hours, the newest first. */
const every = (
  hours: number,
  count: number,
  of: (at: number) => Partial<MarketEvent> = () => ({}),
) =>
  Array.from(
    { length: count },
    (_, at): MarketEvent => ({
      ...{ time: LAST - at * hours * HOUR, rate: "0.0001", interval: hours, mark: "100" },
      ...of(at),
    }),
  );
const found = (events: readonly MarketEvent[], held?: HeldMark, mostRate?: number) =>
  credibleEvents(events, { now: NOW, held, mostRate });
const HELD: HeldMark = { price: 100, at: NOW - MINUTE, open: 90 };

describe("the time of an event", () => {
  it("is at most the service's and a minute: one that is later is not settled", () => {
    const [event] = every(8, 1);
    const at = (time: number) => found([{ ...event, time } as MarketEvent]).events.length;
    expect([at(NOW), at(NOW + MINUTE), at(NOW + MINUTE + 1), at(Number.NaN)]).toEqual([1, 1, 0, 0]);
    expect(at(Date.parse("9999-12-31T00:00:00Z"))).toBe(0);
  });

  it("is the point of the market's grid for one that settles late", () => {
    for (const [hours, late] of [
      [1, 75_000],
      [1, 150_000],
      [8, 90_000],
    ] as const) {
      const drift = every(hours, 40, (at) => ({
        time: LAST - at * hours * HOUR + ((at * 7919) % 11) * (late / 10),
      }));
      const times = found(drift).events.map(({ time }) => time % HOUR);
      expect(times.slice(0, -1), `${late}`).toEqual(times.slice(0, -1).map(() => 0));
    }
  });

  it("stays where it is on the grid of another hour, and where it is near no point", () => {
    const half = every(1, 40, (at) => ({ time: LAST - 30 * MINUTE - at * HOUR }));
    expect(found(half).events.map(({ time }) => time % HOUR)).toEqual(half.map(() => 30 * MINUTE));
    const odd = every(1, 40).concat({
      ...half[3],
      time: LAST - 3 * HOUR - 20 * MINUTE,
    } as MarketEvent);
    expect(found(odd).events.filter(({ time }) => time % HOUR !== 0)).toHaveLength(1);
  });

  it("is on a new grid where the interval changes", () => {
    const recent = every(1, 20, (at) => ({ time: LAST - at * HOUR + (at % 3) * 20_000 }));
    const old = every(8, 20, (at) => ({ time: LAST - DAY - at * 8 * HOUR + (at % 3) * 20_000 }));
    const times = found([...recent, ...old]).events.map(({ time }) => time % HOUR);
    expect(new Set(times)).toEqual(new Set([0]));
  });
});

describe("the rate of an event", () => {
  it("is unknown above the largest cap, which a setting moves", () => {
    const rates = ["0.04", "0.0401", "-0.05", "1791250000"];
    const events = every(8, 4, (at) => ({ rate: rates[at] ?? null }));
    const known = (most?: number) =>
      found(events, undefined, most)
        .events.map(({ rate }) => rate)
        .reverse();
    expect(known()).toEqual(["0.04", null, null, null]);
    expect(known(5)).toEqual(["0.04", "0.0401", "-0.05", null]);
    expect(found(events).implausible).toHaveLength(3);
    expect(found(events).events.filter((it) => it.isImplausible === true)).toHaveLength(3);
  });
});

describe("the mark of an event", () => {
  const marks = (of: (at: number) => string | null, held?: HeldMark) => {
    const { events, implausible, multiple } = found(
      every(8, 12, (at) => ({ mark: of(at) })),
      held,
    );
    return { marks: events.map(({ mark }) => mark).reverse(), told: implausible.length, multiple };
  };

  it("is divided where it is a multiple of the leg's", () => {
    const { marks: all, told, multiple } = marks(() => "100000", HELD);
    expect([new Set(all), told, multiple]).toEqual([new Set(["100"]), 0, 3]);
    expect(new Set(marks(() => "0.1", HELD).marks)).toEqual(new Set(["100"]));
    expect(new Set(marks(() => "100", { ...HELD, at: NOW - 3 * DAY }).marks)).toEqual(
      new Set(["100"]),
    );
  });

  it("is not divided where the leg's own open price says that the leg's mark is off", () => {
    const { marks: all } = marks(() => "100", { price: 100_000, at: NOW, open: 95 });
    expect(new Set(all)).toEqual(new Set(["100"]));
  });

  it("is unknown where it is far from the next one, and no multiple", () => {
    for (const at of [0, 1, 5]) {
      const { marks: all, told } = marks((place) => (place === at ? "1700" : "100"));
      expect(all.map((mark) => mark === null)).toEqual(all.map((_, place) => place === at));
      expect(told).toBe(1);
    }
  });

  it("is divided where a single one is a thousand times the others", () => {
    for (const at of [0, 5]) {
      const { marks: all } = marks((place) => (place === at ? "100000" : "100"));
      expect(new Set(all)).toEqual(new Set(["100"]));
    }
  });

  it("may fall by 70 % in a month", () => {
    const { marks: all, told } = marks((at) => String(30 * 1.2 ** at));
    expect([told, all.includes(null)]).toEqual([0, false]);
  });
});
