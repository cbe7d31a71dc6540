import { formatTime } from "../text/format-time.js";
import type { Look } from "../text/look.js";
import type { Frame } from "./columns.js";
import { glyphsOf } from "./pens.js";

interface Tick {
  readonly column: number;
  readonly label: string;
}

const MINUTE = 60_000;
/** In minutes, as are the lengths below. */
const DAY = 1440;
/** Distances between ticks: parts of an hour, of a day, then whole days. */
const STEPS = [1, 5, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 10_080, 20_160, 43_200];
/** The offsets of all zones in use are multiples of this. */
const OFFSET_STEP = 15;
/** No zone changes its clocks by more at once. */
const CLOCK_CHANGE = 120;
const MARGIN = 3;

/**
 * The time axis below a plot, two lines: ticks at round times of the zone (midnights, every sixth
 * hour), where the column begins that holds what comes after them, labelled as far as there is room.
 * @param margin columns to the left of the vertical axis
 */
export function timeAxis(frame: Frame, margin: number, look: Look): string[] {
  const { columns } = frame;
  const glyphs = glyphsOf(look);
  const round = roundTimes(frame, look.zone);
  const ticks = round.length >= 2 ? round : ends(frame, look.zone);
  const line = Array<string>(columns).fill(glyphs.time);
  const labels = Array<string>(columns).fill(" ");
  let free = 0;
  for (const { column, label } of ticks) {
    const start = Math.min(Math.max(0, column - (label.length >> 1)), columns - label.length);
    if (start < free) continue;
    line[column] = glyphs.timeTick;
    labels.splice(start, label.length, ...label);
    free = start + label.length + 1;
  }
  const left = " ".repeat(margin);
  return [left + glyphs.corner + line.join(""), `${left} ${labels.join("")}`];
}

function roundTimes({ from, to, columns }: Frame, zone: string | undefined): Tick[] {
  const minutes = (to - from) / MINUTE;
  const fits = (step: number) => (minutes / step) * (labelLength(step) + MARGIN) <= columns;
  const step = STEPS.find(fits) ?? Math.ceil(minutes / DAY / 4) * DAY;
  const grain = Math.min(step, OFFSET_STEP);
  const found: Tick[] = [];
  let time = Math.ceil(from / (grain * MINUTE)) * grain * MINUTE;
  while (time < to) {
    const wall = wallTime(time, zone);
    const since = (Date.parse(`${wall}Z`) / MINUTE) % step;
    if (since === 0) {
      const column = Math.floor(((time - from) / (to - from)) * columns);
      found.push({ column, label: wall.slice(5, 5 + labelLength(step)) });
    }
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

/** Where no two round times lie between: both ends. */
function ends({ from, to, columns }: Frame, zone: string | undefined): Tick[] {
  return [
    { column: 0, label: wallTime(from, zone).slice(5) },
    { column: columns - 1, label: wallTime(to, zone).slice(5) },
  ];
}
