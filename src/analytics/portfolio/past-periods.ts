import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";

/** Lengths of time by which a PnL is divided. */
export const PERIODS = ["day", "week", "month"] as const;
export type PeriodUnit = (typeof PERIODS)[number];

/** How far a snapshot may be from the instant that it stands for. */
const NEAR_MS = 2 * HOUR_MS;

/** A stretch of time between two snapshots. Times are milliseconds since the epoch. */
export interface Period {
  /** UTC days, weeks or months: `2026-05-23`, `2026-W21`, `2026-05`; two of them when joined. */
  readonly name: string;
  /** Snapshots at both ends. */
  readonly from: number;
  readonly to: number;
  /** How many days, weeks or months it has; more than 1 when snapshots are missing between them. */
  readonly units: number;
  /** Whether it begins or ends within a day, week or month, since nothing more is recorded. */
  readonly isPart: boolean;
}

/**
 * Returns the snapshot that stands for an instant: the first within 2 h after it, else the last within
 * 2 h before it; undefined without one. @param times snapshots in order
 */
export function snapshotNear(times: readonly number[], instant: number): number | undefined {
  const after = times.find((time) => time >= instant);
  if (after !== undefined && after <= instant + NEAR_MS) return after;
  const before = times.findLast((time) => time < instant);
  return before !== undefined && before >= instant - NEAR_MS ? before : undefined;
}

interface Bound {
  readonly at: number;
  /** Beginning of the unit that begins here, or that this snapshot is in. */
  readonly unit: number;
  readonly isPart: boolean;
}

/**
 * Divides recorded time into UTC days, weeks from Monday, or months. Nothing is interpolated: where no
 * snapshot stands for a midnight, the units on both sides of it are joined.
 * @param times snapshots in order, at least two
 */
export function periodsOf(times: readonly number[], unit: PeriodUnit): Period[] {
  const bounds = boundsOf(times, unit);
  return bounds.slice(1).flatMap((end, index) => {
    const start = bounds[index];
    if (start === undefined) return [];
    const isPart = start.isPart || end.isPart;
    const after = end.isPart ? next(end.unit, unit) : end.unit;
    const names = namesBetween(start.unit, after, unit);
    const [first = "", last = first] = [names.at(0), names.at(-1)];
    const name = first === last ? first : `${first} to ${last}`;
    return [{ name, from: start.at, to: end.at, units: names.length, isPart }];
  });
}

function boundsOf(times: readonly number[], unit: PeriodUnit): Bound[] {
  const [first, last] = [times.at(0), times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const bounds: Bound[] = [];
  for (let start = floorOf(first, unit); start <= last + NEAR_MS; start = next(start, unit)) {
    const at = snapshotNear(times, start);
    if (at !== undefined) bounds.push({ at, unit: start, isPart: false });
  }
  const [begun, ended] = [bounds.at(0)?.at, bounds.at(-1)?.at];
  if (begun !== first) bounds.unshift({ at: first, unit: floorOf(first, unit), isPart: true });
  if (ended !== last) bounds.push({ at: last, unit: floorOf(last, unit), isPart: true });
  return bounds;
}

function namesBetween(from: number, to: number, unit: PeriodUnit): string[] {
  const names: string[] = [];
  for (let start = from; start < to; start = next(start, unit)) names.push(nameOf(start, unit));
  return names;
}

function floorOf(time: number, unit: PeriodUnit): number {
  const day = Math.floor(time / DAY_MS) * DAY_MS;
  if (unit === "day") return day;
  const date = new Date(day);
  if (unit === "week") return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function next(start: number, unit: PeriodUnit): number {
  if (unit === "day") return start + DAY_MS;
  if (unit === "week") return start + 7 * DAY_MS;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

function nameOf(start: number, unit: PeriodUnit): string {
  const date = new Date(start).toISOString();
  if (unit === "day") return date.slice(0, 10);
  return unit === "month" ? date.slice(0, 7) : weekName(start);
}

/** Returns a week by ISO 8601: that of the year in which its Thursday is. */
function weekName(monday: number): string {
  const thursday = monday + 3 * DAY_MS;
  const year = new Date(thursday).getUTCFullYear();
  const week = 1 + Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, "0")}`;
}
