import { formatTime } from "../../text/format-time.js";
import type { Span } from "./columns.js";

/** A labelled time of a time axis. */
export interface TimeTick {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly label: string;
}

const MINUTE = 60_000;
/** Minutes, like the durations below. */
const DAY = 1440;
/** Distances between ticks: fractions of an hour, fractions of a day, whole days. */
const STEPS = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 10_080, 20_160, 43_200];
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
  const step = STEPS.find(fits) ?? Math.ceil(minutes / DAY / 4) * DAY;
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
  return (formatTime(new Date(time).toISOString(), zone) ?? "").slice(0, 16);
}
