import { nice, ticks as ticksOf } from "d3-array";
import { formatTime } from "../text/format-time.js";
import { group } from "../text/numbers.js";
import type { DrawnUnit, Span } from "./plot.js";

/** Half of the range of an axis if all values are zero. */
const FLAT = { percent: 0.01, usd: 1 } as const;

/** Returns the range of values with zero in it; of a width above 0. */
function rangeOf(values: readonly number[], unit: DrawnUnit): [low: number, high: number] {
  const low = values.reduce((min, value) => Math.min(min, value), 0);
  const high = values.reduce((max, value) => Math.max(max, value), 0);
  return low === 0 && high === 0 ? [-FLAT[unit], FLAT[unit]] : [low, high];
}

/** Distance of labels, and size, beyond which labels are powers of ten. */
const FINEST = 1e-6;
const COARSEST = 1e9;

/**
 * Returns the format of the labels of an axis: as many decimals as all of them need.
 * @param step distance of labels
 * @param farthest size of the largest of them
 */
function labeller(step: number, farthest: number, unit: DrawnUnit): (value: number) => string {
  const isPlain = step >= FINEST && farthest < COARSEST;
  const decimals = isPlain ? decimalsOf(Number(step.toPrecision(2))) : 0;
  const sign = unit === "usd" ? "" : "%";
  return (value) => {
    if (value === 0) return `0${sign}`;
    const size = Math.abs(value);
    const text = isPlain ? group(size.toFixed(decimals)) : powerOfTen(size);
    return `${value < 0 ? "-" : "+"}${text}${sign}`;
  };
}

function decimalsOf(value: number): number {
  let decimals = 0;
  while (Number(value.toFixed(decimals)) !== value) decimals++;
  return decimals;
}

function powerOfTen(value: number): string {
  return Number(value.toPrecision(3)).toExponential().replace("e+", "e");
}

/** An axis of values, which contains zero. */
export interface ValueAxis {
  /** Lowest and highest value, in the unit of the plot. */
  readonly ends: readonly [low: number, high: number];
  /** Equidistant, from the lowest value to the highest; one is zero. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
}

/**
 * Returns an axis that ends at round labels.
 * @param values finite
 * @param count number of ticks to aim at
 */
export function valueAxis(values: readonly number[], unit: DrawnUnit, count: number): ValueAxis {
  const ends = nice(...rangeOf(values, unit), count);
  const ticks = ticksOf(...ends, count);
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
  const farthest = Math.max(...ticks.map(Math.abs));
  const label = labeller(step, farthest, unit);
  return { ends, ticks: ticks.map((value) => ({ value, label: label(value) })) };
}

/** An axis of values in a terminal: equidistant lines of text, one of them at zero. */
export interface LineAxis {
  /** Difference from one line to the next, in the unit of the plot. */
  readonly step: number;
  /** Number of lines above zero. */
  readonly above: number;
  /** Label of each line from the top down; most are empty. */
  readonly labels: readonly string[];
}

/** Number of lines above which every second one has a label. */
const LABELLED_EACH = 6;

/**
 * Returns an axis with as small a round step from line to line as there are lines for.
 * @param values finite
 * @param rows maximum number of lines, 4 or more
 */
export function lineAxis(values: readonly number[], rows: number, unit: DrawnUnit): LineAxis {
  const [low, high] = rangeOf(values, unit);
  const step = roundStep(low, high, rows);
  const above = Math.round(high / step);
  const below = Math.round(-low / step);
  const every = above + below < LABELLED_EACH ? 1 : 2;
  const label = labeller(step * every, Math.max(above, below) * step, unit);
  const labels = Array.from({ length: above + below + 1 }, (_, line) => {
    const lines = above - line;
    return lines % every === 0 ? label(lines * step) : "";
  });
  return { step, above, labels };
}

/** Returns the smallest of 1, 2, 5, 10, ... with which the lines reach from one value to the other. */
function roundStep(low: number, high: number, rows: number): number {
  const fits = (step: number) => Math.round(high / step) + Math.round(-low / step) < rows;
  for (let power = Math.floor(Math.log10((high - low) / rows)); ; power++) {
    const found = [1, 2, 5].map((digit) => Number(`${digit}e${power}`)).find(fits);
    if (found !== undefined) return found;
  }
}

/**
 * Returns the distance of a value from zero in steps, rounded half away from zero. Floating-point
 * errors do not affect the rounding of a half, so equal rates are on one line.
 * @param step above 0
 */
export function stepsFromZero(value: number, step: number): number {
  return Math.round(Number((Math.abs(value) / step).toFixed(6)));
}

/** A labelled time of a time axis. */
interface TimeTick {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly label: string;
}

const MINUTE = 60_000;
/** Minutes, like the durations below. */
const DAY = 1440;
/** Distances between ticks: fractions of an hour, fractions of a day, whole days. */
const DISTANCES = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 10_080, 20_160, 43_200];
/** Common divisor of the offsets of all time zones in use. */
const OFFSET_STEP = 15;
/** Maximum clock change of a time zone. */
const CLOCK_CHANGE = 120;
/** Minimum number of characters between two labels. */
const MARGIN = 3;

/**
 * Returns the ticks of a time axis, oldest first: round times of the zone (midnights, every sixth
 * hour), or both ends of the span if it has fewer than two round times.
 * @param characters length of the axis
 * @param zone IANA name; undefined for the zone of this machine
 */
export function timeTicks(span: Span, characters: number, zone: string | undefined): TimeTick[] {
  const round = roundTimes(span, characters, zone);
  if (round.length >= 2) return round;
  return [span.from, span.to].map((time) => ({ time, label: wallTime(time, zone).slice(5) }));
}

function roundTimes({ from, to }: Span, characters: number, zone: string | undefined): TimeTick[] {
  const minutes = (to - from) / MINUTE;
  const fits = (step: number) => (minutes / step) * (labelLength(step) + MARGIN) <= characters;
  const step = DISTANCES.find(fits) ?? Math.ceil(minutes / DAY / 4) * DAY;
  const grain = Math.min(step, OFFSET_STEP);
  const found: TimeTick[] = [];
  let time = Math.ceil(from / (grain * MINUTE)) * grain * MINUTE;
  while (time < to) {
    const wall = wallTime(time, zone);
    const since = (Date.parse(`${wall}Z`) / MINUTE) % step;
    if (since === 0) found.push({ time, label: wall.slice(5, 5 + labelLength(step)) });
    time += Math.max(grain, step - since - CLOCK_CHANGE) * MINUTE;
  }
  return found;
}

function labelLength(step: number): number {
  return step < DAY ? "05-31 16:00".length : "05-31".length;
}

function wallTime(time: number, zone: string | undefined): string {
  return timeIn(time, zone).slice(0, 16);
}

/** Writes a time of a chart. @param time milliseconds since the epoch */
export function timeIn(time: number, zone: string | undefined): string {
  return formatTime(new Date(time).toISOString(), zone) ?? "";
}
