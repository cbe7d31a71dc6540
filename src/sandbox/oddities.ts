import { DAY_MS, HOUR_MS, midnightOf } from "../base/time/periods.js";
import { type Market, markUnits } from "./market.js";
import { SCENARIOS, type ScenarioName, type Scenarios } from "./scenarios.js";

type Side = "long" | "short";

/** Changes of a scenario to its position, besides the markets; omitted ones are as usual. */
export interface Oddity {
  /** Age of a leg's mark, ms; null for none. */
  readonly markAge?: (side: Side) => number | null;
  /** Quantity sent for a leg, by its actual quantity. */
  readonly sent?: (quantity: number, side: Side) => number;
  /** Open price of its legs, as a fraction of the mark at the start of the sandbox. */
  readonly openedAtPart?: number;
  readonly leverage?: number;
  /** Opening time, ms since epoch, by the start time of the sandbox. */
  readonly opened?: (start: number) => number;
  /** Legs that were closed while the position stayed open. */
  readonly closed?: readonly Side[];
  /** Leg whose market has no id. */
  readonly nameless?: Side;
  /** Whether the full position is not found. */
  readonly isHidden?: true;
}

const noShortMark = (side: Side) => (side === "short" ? null : 0);
const BOTH: readonly Side[] = ["long", "short"];

const ODDITIES: Readonly<Partial<Record<ScenarioName, Oddity>>> = {
  unhedged: {
    markAge: noShortMark,
    sent: (quantity, side) => (side === "short" ? 0 : quantity),
    closed: ["short"],
  },
  "legs-missing": { markAge: () => null, sent: () => 0, closed: BOTH },
  "legs-unchecked": { closed: ["short"], isHidden: true },
  "negative-quantity": { sent: (quantity, side) => (side === "short" ? -quantity : quantity) },
  stale: { markAge: () => 2 * HOUR_MS },
  "mark-missing": { markAge: noShortMark },
  "market-unknown": { nameless: "short" },
  implausible: { leverage: 5000 },
  // An age between two settlements of 8 hours, so that nothing has settled since.
  young: { opened: (start) => start - Math.floor((start % (8 * HOUR_MS)) * 0.6) },
  losing: { opened: (start) => daysBefore(start, 20) },
  "fees-unearned": { opened: (start) => daysBefore(start, 9), openedAtPart: 1 },
  // A short leg with a leverage of ten has four tenths of its margin left.
  "margin-thin": { openedAtPart: 0.945, leverage: 10 },
  // Its margin is lost at 1.1 times its open price.
  "margin-past": { openedAtPart: 0.85, leverage: 10 },
};

const NOTHING_ODD: Oddity = {};

/** Returns the changes of a scenario to its position. */
export function oddityOf(name: ScenarioName | undefined): Oddity {
  return (name === undefined ? undefined : ODDITIES[name]) ?? NOTHING_ODD;
}

/** Returns a price at a fraction of the mark at a time, in the market's smallest steps. */
export function priceAtPart(market: Market, time: number, part: number): number {
  return Math.max(1, Math.round(markUnits(market, time) * part));
}

/** Returns the closing time of the legs of an open position: a day before the start, or halfway. */
export function legClosedAt(start: number, opened: number): number {
  return start - Math.floor(Math.min(DAY_MS, Math.max(0, start - opened) / 2));
}

// An odd millisecond, so that it is not the second of a funding event.
function daysBefore(start: number, days: number): number {
  return 2 * Math.floor((start - days * DAY_MS) / 2) + 1;
}

/** An exceptionally large rate of 8 hours, as a fraction. */
const LARGE_RATE = 0.0008;

type Alter = (market: Market, start: number) => Market;

/** Changes of a scenario to the market of its short leg, at the start of the sandbox. */
const ALTER_SHORT: Partial<Record<ScenarioName, Alter>> = {
  turned: (market, start) => ({
    ...market,
    turn: { at: midnightOf(start) - 8 * DAY_MS, before: LARGE_RATE, after: -2.3 * LARGE_RATE },
  }),
  "missing-events": (market) => ({
    ...market,
    isMissing: (time) => (time / market.intervalMs) % 12 < 2,
  }),
  losing: (market) => ({ ...market, fixedRate: -LARGE_RATE }),
  "fees-unearned": (market) => ({ ...market, fixedRate: 0 }),
};

/** Changes of a scenario to the market of its long leg. */
const ALTER_LONG: Partial<Record<ScenarioName, Alter>> = {
  losing: (market) => ({ ...market, fixedRate: LARGE_RATE }),
  "fees-unearned": (market) => ({ ...market, fixedRate: 0 }),
};

/** Applies the scenarios to the markets of their positions. @param start of the sandbox, ms since epoch */
export function alterMarkets(
  markets: readonly Market[],
  scenarios: Scenarios,
  start: number,
): readonly Market[] {
  let altered = markets;
  for (const name of scenarios) {
    const { pair } = SCENARIOS[name];
    for (const [exchange, alter] of [
      [pair?.long, ALTER_LONG[name]],
      [pair?.short, ALTER_SHORT[name]],
    ] as const) {
      if (alter === undefined) continue;
      const place = altered.findIndex(
        (it) => it.asset.symbol === pair?.asset && it.exchange === exchange,
      );
      altered = altered.map((market, at) => (at === place ? alter(market, start) : market));
    }
  }
  return altered;
}
