import { Big } from "big.js";
import { BOTH_SIDES, type BySide, bySide } from "../../analytics/market/by-side.js";
import type { MarketEvent } from "../../analytics/market/settled-event.js";
import type { Measure } from "../../analytics/measure.js";
import { isSameUnit } from "../../analytics/position/multiples.js";
import { DAY_MS } from "../../base/time/periods.js";
import { ratioOf } from "../../base/whole.js";
import { type BacktestClock, backtestClock, type Instant } from "./clock.js";
import { type BacktestFigures, figuresOf } from "./hold-figures.js";
import { type DaysAbove, daysAbove, pathOf } from "./path.js";
import type { PathPoint } from "./point.js";
import { lengthOf, longestOf, wholeStretches } from "./stretch.js";
import type { BacktestTerms } from "./terms.js";
import { highestOf, tradeBetween } from "./trade.js";
import { type HoldWindows, holdWindows } from "./windows.js";

/** Events that are missing, or have no rate or mark price, between the first and last instant. */
export interface Holes {
  readonly events: BySide<number>;
  /** Number of stretches without one. */
  readonly stretches: number;
  /** First and last instant of the range, milliseconds since the epoch. */
  readonly first: number;
  readonly last: number;
}

/** A fixed hedge of two markets, computed from settled funding. */
export interface Backtest {
  readonly entry: Instant;
  readonly exit: Instant;
  readonly days: Big;
  /** Quantity of each leg, in units of the asset. */
  readonly quantity: Big;
  readonly holes: Holes;
  readonly figures: BacktestFigures;
  readonly ofLeg: BySide<Measure>;
  readonly daysAbove: DaysAbove;
  readonly path: readonly PathPoint[];
  readonly windows: HoldWindows | undefined;
}

/** Times of the first and the last event of a market in the range, milliseconds since the epoch. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Why there is no backtest. */
export type Refusal =
  /** A market has no events in the range, or too few to determine how often it settles. */
  | { readonly why: "too_few"; readonly side: "long" | "short"; readonly events: number }
  /** The number of instants at which a hedge can begin and end: none or one. */
  | { readonly why: "no_instants"; readonly instants: number; readonly spans: BySide<Span> }
  | { readonly why: "holes"; readonly holes: Holes }
  /** Price of the short side ÷ that of the long one at entry. */
  | { readonly why: "prices"; readonly ratio: Big; readonly entry: Instant };

/**
 * Computes a hedge: long on one market, short on the other. docs/reference/figures/backtest.md, "Backtest".
 * @param events in any order; those outside the range are used only to determine the spacing
 */
export function backtest(
  events: BySide<readonly MarketEvent[]>,
  terms: BacktestTerms,
): Backtest | Refusal {
  const isWithin = ({ time }: { readonly time: number }) => time >= terms.start && time < terms.end;
  const clock = backtestClock(events, terms.multiplier, isWithin);
  const times = bySide((side) => clock.timed[side].filter(isWithin).map(({ time }) => time));
  for (const side of BOTH_SIDES) {
    if (times[side].length === 0) return { why: "too_few", side, events: 0 };
    if (clock.timed[side].length === 1) return { why: "too_few", side, events: 1 };
  }
  const instants = clock.instants.filter(isWithin);
  const stretches = wholeStretches(instants);
  const [first, last] = [instants[0], instants.at(-1)];
  if (first === undefined || last === undefined || first === last) {
    return {
      why: "no_instants",
      instants: instants.length,
      spans: bySide((side) => spanOf(times[side])),
    };
  }
  const holes = holesOf(first, last, stretches.length);
  if (terms.gaps === "refuse" && stretches.length > 1) return { why: "holes", holes };
  const taken = terms.gaps === "allow" ? instants : (longestOf(stretches) ?? []);
  const [entry, ...rest] = taken;
  if (entry === undefined || lengthOf(taken) === 0) return { why: "holes", holes };
  const ratio = entry.price.short.div(entry.price.long);
  if (!isSameUnit(ratio)) return { why: "prices", ratio, entry };
  return workedOut(clock, [entry, ...rest], terms, holes);
}

function spanOf(times: readonly number[]): Span {
  return { first: times[0] ?? 0, last: times.at(-1) ?? 0 };
}

function holesOf(first: Instant, last: Instant, stretches: number): Holes {
  const events = bySide((side) => last.unknown[side] - first.unknown[side]);
  return { events, stretches, first: first.time, last: last.time };
}

function workedOut(
  clock: BacktestClock,
  instants: readonly [Instant, ...(readonly Instant[])],
  terms: BacktestTerms,
  holes: Holes,
): Backtest {
  const [entry] = instants;
  const exit = instants.at(-1) ?? entry;
  const trade = tradeBetween(entry, exit, terms);
  const path = pathOf(clock.settlements, instants, terms);
  return {
    entry,
    exit,
    days: ratioOf(new Big(exit.time - entry.time), new Big(DAY_MS)),
    quantity: ratioOf(terms.notional, highestOf(entry)),
    holes,
    ...figuresOf({ clock, entry, exit, trade, path, terms }),
    daysAbove: daysAbove(path, entry.time, exit.time),
    path,
    windows: terms.hold === undefined ? undefined : holdWindows(instants, terms.hold, terms),
  };
}
