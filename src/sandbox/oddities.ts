import { DAY_MS, HOUR_MS } from "../base/periods.js";
import type { Market } from "./market.js";
import { markUnits } from "./market.js";
import type { ScenarioName } from "./scenarios.js";

type Side = "long" | "short";

/** What a scenario makes of its position, besides the markets; what is left out is as usual. */
export interface Oddity {
  /** How long ago the mark of a leg was told, ms; null where it has none. */
  readonly markAge?: (side: Side) => number | null;
  /** What is told of the quantity that a leg holds. */
  readonly told?: (quantity: number, side: Side) => number;
  /** At which part of the mark at the start of the sandbox its legs were opened. */
  readonly openedAtPart?: number;
  readonly leverage?: number;
  /** When it was opened, ms since epoch, in a sandbox that was started at a time. */
  readonly opened?: (start: number) => number;
  /** The legs that were closed while the position stayed open. */
  readonly closed?: readonly Side[];
  /** A leg whose market has no id. */
  readonly nameless?: Side;
  /** The position in full is not found. */
  readonly isHidden?: true;
}

const noShortMark = (side: Side) => (side === "short" ? null : 0);
const BOTH: readonly Side[] = ["long", "short"];

const ODDITIES: Readonly<Partial<Record<ScenarioName, Oddity>>> = {
  unhedged: {
    markAge: noShortMark,
    told: (quantity, side) => (side === "short" ? 0 : quantity),
    closed: ["short"],
  },
  "closed-leg": { closed: ["short"] },
  "legs-missing": { markAge: () => null, told: () => 0, closed: BOTH },
  "legs-unchecked": { closed: ["short"], isHidden: true },
  "negative-quantity": { told: (quantity, side) => (side === "short" ? -quantity : quantity) },
  stale: { markAge: () => 2 * HOUR_MS },
  "mark-missing": { markAge: noShortMark },
  "market-unknown": { nameless: "short" },
  young: { opened: youngSince },
  losing: { opened: (start) => daysBefore(start, 20) },
  "fees-unearned": { opened: (start) => daysBefore(start, 9), openedAtPart: 1 },
  // A short leg of tenfold leverage is left with four tenths of its margin.
  "margin-thin": { openedAtPart: 0.945, leverage: 10 },
  // Its margin is gone at 1.1 times where it was opened.
  "margin-past": { openedAtPart: 0.85, leverage: 10 },
};

const NOTHING_ODD: Oddity = {};

/** Returns what is odd about the position of a scenario. */
export function oddityOf(name: ScenarioName | undefined): Oddity {
  return (name === undefined ? undefined : ODDITIES[name]) ?? NOTHING_ODD;
}

/** Returns a price at a part of the mark at a time, in the market's smallest steps. */
export function priceAtPart(market: Market, time: number, part: number): number {
  return Math.max(1, Math.round(markUnits(market, time) * part));
}

/** Returns when the legs of an open position were closed: a day before the start, or halfway. */
export function legClosedAt(start: number, opened: number): number {
  return start - Math.floor(Math.min(DAY_MS, Math.max(0, start - opened) / 2));
}

// An age that lies between two settlements of 8 hours, so that nothing has settled since.
function youngSince(start: number): number {
  return start - Math.floor((start % (8 * HOUR_MS)) * 0.6);
}

// An odd millisecond, so that it is not the second of a funding event.
function daysBefore(start: number, days: number): number {
  return 2 * Math.floor((start - days * DAY_MS) / 2) + 1;
}
