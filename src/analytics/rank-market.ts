import type { Big } from "big.js";
import { MINUTE_MS, YEAR_MS } from "../base/periods.js";
import { decimalsOf, quotientOf, unitsOf } from "../base/whole.js";
import { missingTimes, timeEvents } from "./rhythm.js";
import type { ClockedMarket, PacedEvent, RunClock } from "./run-clock.js";
import type { FundingEvent } from "./settled-event.js";

/** Settled funding of a market to rank, in any order. */
export interface RankedEvents {
  readonly id: number;
  readonly events: readonly FundingEvent[];
}

/** Settled rates of one market in the periods of a clock, oldest first. */
export interface RatePeriods {
  /** Rate of each period, in units; 0 if it is incomplete. */
  readonly units: readonly bigint[];
  /** Sum of the units before each period, and of all. */
  readonly sofar: readonly bigint[];
  /** Number of events with a rate before each period, and of all. */
  readonly eventsSofar: readonly number[];
  /** Indexes of the periods in which an event is missing or has no rate, in order. */
  readonly broken: readonly number[];
  /** Indexes of the periods in which events conflict, in order. */
  readonly conflicting: readonly number[];
  /** Number of events that are missing, have no rate or conflict. */
  readonly holes: number;
}

/** A market, prepared once for all its pairs. */
export interface RankMarket extends ClockedMarket {
  readonly id: number;
  readonly periodsOf: (clock: RunClock) => RatePeriods;
}

/** Markets with the size of a unit, in which all their rates are whole numbers. */
export interface RankMarkets {
  readonly markets: readonly RankMarket[];
  /** A unit is 10^-scale of the notional. */
  readonly scale: number;
  /** Ids of markets with too few events to determine their spacing. */
  readonly unspaced: readonly number[];
}

/** Prepares markets, so that sums of their rates are exact and fast. */
export function prepareMarkets(inputs: readonly RankedEvents[]): RankMarkets {
  const unspaced: number[] = [];
  const paced = inputs.flatMap(({ id, events }) => {
    const timed = timeEvents(events);
    const known = timed.filter((event): event is PacedEvent => event.spacing !== undefined);
    if (known.length > 0 && known.length === timed.length) return [{ id, events: known }];
    unspaced.push(id);
    return [];
  });
  let scale = 0;
  for (const { events } of paced) {
    for (const { rate } of events) scale = Math.max(scale, decimalsOf(rate ?? ""));
  }
  return { markets: paced.map((market) => marketOf(market, scale)), scale, unspaced };
}

function marketOf(
  { id, events }: { readonly id: number; readonly events: readonly PacedEvent[] },
  scale: number,
): RankMarket {
  const units = events.map(({ rate }) => (rate === null ? null : unitsOf(rate, scale)));
  const known = new Map<string, RatePeriods>();
  return {
    id,
    events,
    spacings: [...new Set(events.map(({ spacing }) => spacing))],
    periodsOf(clock) {
      const key = `${clock.period} ${clock.count} ${clock.end}`;
      const found = known.get(key) ?? periodsOf(events, units, clock);
      known.set(key, found);
      return found;
    },
  };
}

function periodsOf(
  events: readonly PacedEvent[],
  rates: readonly (bigint | null)[],
  { period, count, end }: RunClock,
): RatePeriods {
  const start = end - count * period;
  const units = new Array<bigint>(count).fill(0n);
  const [counted, wanted] = [new Array<number>(count).fill(0), new Array<number>(count).fill(0)];
  const conflicts = new Set<number>();
  const indexOf = (time: number) => Math.ceil((time - start) / period) - 1;
  const add = (list: number[], at: number) => {
    list[at] = (list[at] ?? 0) + 1;
  };
  for (const [index, { time, conflicting }] of events.entries()) {
    const at = indexOf(time);
    if (at < 0 || at >= count) continue;
    add(wanted, at);
    if (conflicting) conflicts.add(at);
    const rate = rates[index] ?? null;
    if (rate === null) continue;
    add(counted, at);
    units[at] = (units[at] ?? 0n) + rate;
  }
  for (const time of missingTimes(events, { start: start + MINUTE_MS, end: end + MINUTE_MS })) {
    const at = indexOf(time);
    if (at >= 0 && at < count) add(wanted, at);
  }
  return { ...summed(units, counted, wanted), conflicting: [...conflicts].sort((a, b) => a - b) };
}

function summed(
  units: bigint[],
  counted: readonly number[],
  wanted: readonly number[],
): Omit<RatePeriods, "conflicting"> {
  const broken: number[] = [];
  const [sofar, eventsSofar] = [[0n], [0]];
  let [sum, events, holes] = [0n, 0, 0];
  for (const [at, of] of wanted.entries()) {
    const here = counted[at] ?? 0;
    holes += of - here;
    if (here < of || of === 0) {
      broken.push(at);
      units[at] = 0n;
    } else {
      sum += units[at] ?? 0n;
      events += here;
    }
    sofar.push(sum);
    eventsSofar.push(events);
  }
  return { units, sofar, eventsSofar, broken, holes };
}

/** Returns units that were settled in a time as percent of the notional per year. */
export function percentOfYear(units: bigint, scale: number, time: number): Big {
  return quotientOf(units * PERCENT_OF_YEAR, BigInt(time), -scale);
}

const PERCENT_OF_YEAR = BigInt(YEAR_MS) * 100n;
