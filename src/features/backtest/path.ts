import { DAY_MS } from "../../base/time/periods.js";
import type { Instant, Settlement } from "./clock.js";
import { PathPoint } from "./point.js";
import { paidFrom, type TradeTerms } from "./trade.js";

/** Returns the settlements of a hedge after its entry, up to and including its exit. */
export function pathOf(
  settlements: readonly Settlement[],
  [entry, ...rest]: readonly [Instant, ...(readonly Instant[])],
  terms: TradeTerms,
): PathPoint[] {
  const exit = rest.at(-1) ?? entry;
  const instants = new Map(rest.map((it) => [it.time, it]));
  const hedge = { entry, terms, scaled: paidFrom(entry, terms) };
  const path: PathPoint[] = [];
  let [long, short] = [0n, 0n];
  for (const { time, paid } of settlements) {
    if (time <= entry.time || time > exit.time) continue;
    if (paid.long != null) long += paid.long;
    if (paid.short != null) short += paid.short;
    path.push(new PathPoint(time, paid, { long, short }, instants.get(time), hedge));
  }
  return path;
}

/** Returns the largest fall of the cumulative funding of one unit below its peak, in units of the clock. */
export function drawdownOf(path: readonly PathPoint[]): bigint {
  let [peak, most] = [0n, 0n];
  for (const { totalPerUnit: total } of path) {
    if (total === null) continue;
    if (total > peak) peak = total;
    else if (peak - total > most) most = peak - total;
  }
  return most;
}

/** Whole UTC days of a hedge. */
export interface DaysAbove {
  /** Number of days with funding above zero. */
  readonly above: number;
  /** Number of days without an unknown event. */
  readonly counted: number;
  /** Number of whole days. */
  readonly of: number;
}

/** Counts the whole UTC days in (entry, exit]; what settles at 00:00 belongs to the day before. */
export function daysAbove(path: readonly PathPoint[], entry: number, exit: number): DaysAbove {
  const first = Math.ceil(entry / DAY_MS) * DAY_MS;
  const of = Math.max(0, Math.floor((exit - first) / DAY_MS));
  const days = new Array<bigint | null>(of).fill(0n);
  for (const { time, paidPerUnit } of path) {
    const day = Math.ceil((time - first) / DAY_MS) - 1;
    const sum = days[day];
    if (sum != null) days[day] = paidPerUnit === null ? null : sum + paidPerUnit;
  }
  const known = days.flatMap((sum) => sum ?? []);
  return { above: known.filter((sum) => sum > 0n).length, counted: known.length, of };
}
