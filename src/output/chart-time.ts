import { formatTime } from "./format-time.js";
import type { Look } from "./look.js";

/** Two lines below a plot, one character a column. */
export interface TimeAxis {
  readonly ticks: string;
  readonly labels: string;
}

interface Tick {
  readonly column: number;
  readonly label: string;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
const DAY_MINUTES = 1440;
/** Distances between ticks, in minutes: parts of an hour, of a day, then whole days. */
const STEPS = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 10_080, 20_160, 43_200];
/** The offsets of all zones in use are multiples of this. */
const OFFSET_STEP = 15;
const MARGIN = 3;

/**
 * The time axis from one instant to another: ticks at round times of the zone (midnights, every
 * sixth hour), labelled as far as there is room.
 * @param from milliseconds since the epoch, at the first column
 * @param to at the last one
 */
export function timeAxis(from: number, to: number, columns: number, look: Look): TimeAxis {
  const columnOf = (time: number) => Math.round(((time - from) / (to - from)) * (columns - 1));
  const round = roundTimes(from, to, columns, look.zone).map(({ time, label }) => ({
    column: columnOf(time),
    label,
  }));
  const ticks = round.length >= 2 ? round : ends(from, to, columns, look.zone);
  const line = Array<string>(columns).fill(look.unicode ? "─" : "-");
  const labels = Array<string>(columns).fill(" ");
  let free = 0;
  for (const { column, label } of ticks) {
    const start = Math.min(Math.max(0, column - (label.length >> 1)), columns - label.length);
    if (start < free) continue;
    line[column] = look.unicode ? "┬" : "+";
    labels.splice(start, label.length, ...label);
    free = start + label.length + 1;
  }
  return { ticks: line.join(""), labels: labels.join("") };
}

function roundTimes(
  from: number,
  to: number,
  columns: number,
  zone: string | undefined,
): { time: number; label: string }[] {
  const minutes = (to - from) / MINUTE;
  const fits = (step: number) => (minutes / step) * (labelLength(step) + MARGIN) <= columns;
  const step = STEPS.find(fits) ?? Math.ceil(minutes / DAY_MINUTES / 4) * DAY_MINUTES;
  const grain = Math.min(step, OFFSET_STEP) * MINUTE;
  const found = [];
  for (let time = Math.ceil(from / grain) * grain; time <= to; time += grain) {
    const wall = wallTime(time, zone);
    if (isRound(wall, step)) found.push({ time, label: wall.slice(5, 5 + labelLength(step)) });
  }
  return found;
}

function labelLength(step: number): number {
  return step < DAY_MINUTES ? "05-31 16:00".length : "05-31".length;
}

/** Whether a wall time such as `2026-05-31 16:00` is a multiple of the step. */
function isRound(wall: string, step: number): boolean {
  const minute = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  if (step < DAY_MINUTES) return minute % step === 0;
  const day = Date.parse(wall.slice(0, 10)) / DAY;
  return minute === 0 && day % (step / DAY_MINUTES) === 0;
}

function wallTime(time: number, zone: string | undefined): string {
  return (formatTime(new Date(time).toISOString(), zone) ?? "").slice(0, 16);
}

/** Where no two round times lie between: both ends. */
function ends(from: number, to: number, columns: number, zone: string | undefined): Tick[] {
  return [
    { column: 0, label: wallTime(from, zone).slice(5) },
    { column: columns - 1, label: wallTime(to, zone).slice(5) },
  ];
}
