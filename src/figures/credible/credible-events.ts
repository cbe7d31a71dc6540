import { Big } from "big.js";
import { isSettled } from "../../base/time/moment.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";
import { multipleIn } from "./multiples.js";
import type { MarketEvent } from "./settled-event.js";

/** Largest rate of a settled event that is believed, percent: the highest cap of an exchange that is known. */
const MOST_RATE = 4;
/** Greatest factor between the marks of one market within a day. */
const MOST_APART = 3;

/** The mark of a held leg of a market, which its events are compared with. */
export interface HeldMark {
  readonly price: number;
  /** When it was updated, milliseconds since the epoch. */
  readonly at: number;
  /** Open price of the leg; null if it is unknown. */
  readonly open: number | null;
}

/** What events of a market are judged by. */
export interface EventDoor {
  /** Time of the service, milliseconds since the epoch. */
  readonly now: number;
  /** Largest rate that is believed, percent; default {@link MOST_RATE}. */
  readonly mostRate?: number | undefined;
  /** Undefined for a market that is not held. */
  readonly held?: HeldMark | undefined;
}

/** Events of a market as figures use them, oldest first, and what cannot be true of them. */
export interface CredibleEvents {
  readonly events: readonly MarketEvent[];
  /** Descriptions of values: `rate 1791250000 at 2026-11-28T08:00:00.000Z`. */
  readonly implausible: readonly string[];
  /** Power of ten by which marks were divided, since the market counts in multiples; undefined for none. */
  readonly multiple: number | undefined;
}

/**
 * Returns the events of a market as figures use them. An event that is later than the service's time is not
 * settled, and is left out; a rate above the largest cap and a mark that its neighbours in time speak against
 * are unknown; a mark that is a multiple of the leg's is divided; an event that settled late has the time of
 * its point. Source: FIGURES, the credible door.
 * @param events in any order
 */
export function credibleEvents(events: readonly MarketEvent[], door: EventDoor): CredibleEvents {
  const settled = events.filter(({ time }) => !Number.isNaN(time) && isSettled(time, door.now));
  const implausible: string[] = [];
  const mostRate = (door.mostRate ?? MOST_RATE) / 100;
  const rated = settled.map((event) => {
    if (event.rate === null || Math.abs(Number(event.rate)) <= mostRate) return event;
    implausible.push(`rate ${event.rate} at ${timeText(event)}`);
    return { ...event, rate: null, isImplausible: true as const };
  });
  const sorted = rated.sort((a, b) => a.time - b.time);
  const { priced, multiple } = credibleMarks(sorted, door.held, (event) =>
    implausible.push(`mark price ${event.mark} at ${timeText(event)}`),
  );
  return { events: onGrid(priced), implausible, multiple };
}

function timeText({ time }: MarketEvent): string {
  return new Date(time).toISOString();
}

/** Compares the mark of each event with the one after it, from the newest on back. */
function credibleMarks(
  events: readonly MarketEvent[],
  held: HeldMark | undefined,
  onImplausible: (event: MarketEvent) => void,
): { readonly priced: readonly MarketEvent[]; readonly multiple: number | undefined } {
  let reference = firstReference(events, held);
  let isChanged = false;
  let multiple: number | undefined;
  const priced = events.toReversed().map((event) => {
    const mark = Number(event.mark ?? 0);
    if (!(mark > 0)) return event;
    const isNear = reference !== undefined && Math.abs(event.time - reference.at) <= DAY_MS;
    if (!isNear || reference === undefined || isClose(mark, reference.price)) {
      reference = { price: mark, at: event.time };
      return event;
    }
    isChanged = true;
    const power = multipleIn(new Big(mark).div(reference.price));
    if (power === undefined) {
      onImplausible(event);
      return { ...event, mark: null, isImplausible: true as const };
    }
    multiple = power;
    const divided = new Big(event.mark ?? 0).times(`1e${-power}`);
    reference = { price: divided.toNumber(), at: event.time };
    return { ...event, mark: divided.toFixed() };
  });
  return { priced: isChanged ? priced.reverse() : events, multiple };
}

/** Returns the mark that the newest event is compared with: the leg's, else that of most of the newest three. */
function firstReference(events: readonly MarketEvent[], held: HeldMark | undefined) {
  const newest = events.filter(({ mark }) => Number(mark ?? 0) > 0).slice(-3);
  const marks = newest.map(({ mark, time }) => ({ price: Number(mark), at: time }));
  if (held !== undefined && !isOffAlone(held, marks.at(-1)?.price)) return held;
  return marks.findLast(({ price }) => marks.filter((it) => isClose(it.price, price)).length > 1);
}

/** Reports whether a leg's mark is far from its open price, which agrees with the mark of the market. */
function isOffAlone({ price, open }: HeldMark, mark: number | undefined): boolean {
  return mark !== undefined && open !== null && !isClose(price, open) && isClose(mark, open);
}

function isClose(one: number, other: number): boolean {
  return one <= other * MOST_APART && other <= one * MOST_APART;
}

/** Number of events whose spacing and phase are looked at. */
const LOOKED_AT = 10;
/** Greatest distance of an event from its point, and of a phase from a whole hour: a share of the spacing. */
const NEAR = 0.1;
const MINUTES_A_DAY = DAY_MS / MINUTE_MS;
const SPACINGS = Array.from({ length: MINUTES_A_DAY }, (_, at) => at + 1)
  .filter((minutes) => MINUTES_A_DAY % minutes === 0)
  .map((minutes) => minutes * MINUTE_MS);

interface Timed {
  readonly time: number;
  readonly interval?: number | null | undefined;
}

interface Grid {
  /** Milliseconds, a divisor of a day. */
  readonly spacing: number;
  /** Remainder of the time of each point, milliseconds. */
  readonly phase: number;
}

/**
 * Returns events with the time of the point of their market's grid, since some exchanges settle up to minutes
 * after it; an event that is near no point keeps its time. The grid is that of the ten events before, and is
 * found anew where the interval changes. Source: FIGURES, late settlements.
 * @param events of one market, oldest first
 */
function onGrid<E extends Timed>(events: readonly E[]): readonly E[] {
  if (events.every(({ time }) => time % HOUR_MS === 0)) return events;
  return stretchesOf(events).flatMap((stretch) => {
    const times = stretch.map(({ time }) => time);
    const first = gridOf(times.slice(0, LOOKED_AT));
    return stretch.map((event, at) => {
      const grid = at < LOOKED_AT ? first : gridOf(times.slice(at + 1 - LOOKED_AT, at + 1));
      const time = grid === undefined ? event.time : pointNear(event.time, grid);
      return time === event.time ? event : { ...event, time };
    });
  });
}

/** Splits events where the interval that the service states changes. */
function stretchesOf<E extends Timed>(events: readonly E[]): E[][] {
  const stretches: E[][] = [];
  for (const event of events) {
    const last = stretches.at(-1);
    if (last !== undefined && (last[0]?.interval ?? null) === (event.interval ?? null))
      last.push(event);
    else stretches.push([event]);
  }
  return stretches;
}

/** Returns the most frequent spacing and phase of events; undefined for fewer than two of different minutes. */
function gridOf(times: readonly number[]): Grid | undefined {
  const apart = times.filter((time, at) => at === 0 || time - (times[at - 1] ?? 0) >= MINUTE_MS);
  const gaps = apart.slice(1).map((time, at) => nearestSpacing(time - (apart[at] ?? time)));
  const spacing = mostFrequent(gaps);
  if (spacing === undefined) return undefined;
  const remainders = apart.map((time) => Math.floor((time % spacing) / MINUTE_MS) * MINUTE_MS);
  const phase = mostFrequent(remainders) ?? 0;
  const hour = Math.round(phase / HOUR_MS) * HOUR_MS;
  return { spacing, phase: Math.abs(phase - hour) <= spacing * NEAR ? hour : phase };
}

function nearestSpacing(gap: number): number {
  const distance = (spacing: number) => Math.abs(spacing - gap);
  return SPACINGS.reduce((best, it) => (distance(it) < distance(best) ? it : best), DAY_MS);
}

function pointNear(time: number, { spacing, phase }: Grid): number {
  const point = Math.round((time - phase) / spacing) * spacing + phase;
  return Math.abs(time - point) <= spacing * NEAR ? point : time;
}

/** Returns the value that is there most often, of several the smallest. */
function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranked = [...counts].sort(([a, times], [b, others]) => others - times || a - b);
  return ranked[0]?.[0];
}
