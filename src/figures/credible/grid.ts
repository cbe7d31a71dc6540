import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time/periods.js";

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
export function onGrid<E extends Timed>(events: readonly E[]): readonly E[] {
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
