/**
 * Recalculates the outlook of positions from the raw JSON, with integers, from the definitions only.
 * Imports nothing from the program.
 */
import type { Part, RawEvent } from "../../analytics/funding/run-oracle.js";
import { type Listed, runOf } from "../../recomputed/reasons.js";

const DAY = 24 * 3_600_000;
/** Half a cent with 8 decimals: less is displayed as 0.00. */
const HALF_A_CENT = 500_000n;

export interface Outlook {
  /** USD a day with 8 decimals, over 24 hours, 3, 7 and 30 days. */
  readonly perDay: readonly (bigint | undefined)[];
  /** Standard error of each, USD a day, and on how many independent periods it rests. */
  readonly se?: readonly number[];
  readonly nEff?: number;
  /** Of the 30 sums of 24 hours; null under 10 known days, persistence also if all are equal. */
  readonly persistence: number | null;
  readonly daysAbove: number | null;
  readonly state: string | null;
  readonly worst: { readonly sum: bigint; readonly known: number; readonly of: number } | undefined;
  readonly eaten: number | null;
}

export function outlook(
  position: Listed,
  markets: ReadonlyMap<number, readonly RawEvent[]>,
  now: number,
): Outlook {
  const runs = [24, 72, 168, 720].map((hours) => runOf(position, markets, now, hours));
  const perDay = runs.map((run) => ("perDay" in run ? run.perDay : undefined));
  const month = runs[3];
  const worst = month && "parts" in month ? worstWeek(month.parts, month.period ?? 1) : undefined;
  const sure = month && "parts" in month ? sureness(month.parts, month.period ?? 1) : undefined;
  const state = stateOf(perDay, sure?.se[2]);
  const days = month && "parts" in month ? daysOf(month.parts, month.period ?? 1) : NO_DAYS;
  return { perDay, ...sure, ...days, state, worst, eaten: eatenBy(position, perDay[2]) };
}

/** The standard errors of 24 hours, 3, 7 and 30 days, by the whole periods of the 30 days. */
function sureness(
  parts: readonly Part[],
  period: number,
): { se: number[]; nEff: number } | undefined {
  const x = parts.map(({ sum }) =>
    sum === undefined ? null : (Number(sum) / 1e30) * (DAY / period),
  );
  let [n, total] = [0, 0];
  for (const it of x) if (it !== null) [n, total] = [n + 1, total + it];
  if (n < 8 || n * period < 10 * DAY) return undefined;
  let [squares, products] = [0, 0];
  for (const [i, it] of x.entries()) {
    if (it === null) continue;
    squares += (it - total / n) ** 2;
    const before = x[i - 1];
    if (before != null) products += (it - total / n) * (before - total / n);
  }
  const windows = [1, 3, 7, 30].map((days) => Math.ceil((days * DAY) / period));
  if (squares === 0) return { se: windows.map(() => 0), nEff: n };
  const r = products / squares;
  const rho = Math.max(0, Math.min(0.97, r + (1 + 3 * r) / n));
  const own = (n * (1 - rho)) / (1 + rho);
  const nEff = own < 2 ? 2 : own;
  const variance = ((squares / n) * nEff) / (nEff - 1);
  const se = windows.map((w) => Math.sqrt(variance / Math.max(1, (w * nEff) / n)));
  return { se, nEff };
}

const NO_DAYS = { persistence: null, daysAbove: null };

function daysOf(
  parts: readonly Part[],
  period: number,
): Pick<Outlook, "persistence" | "daysAbove"> {
  const a = Math.ceil(DAY / period);
  const sums: (bigint | undefined)[] = [];
  for (let day = 29; day >= 0; day--) {
    const end = parts.length - Math.floor((day * DAY) / period);
    if (end - a < 0) continue;
    const own = parts.slice(end - a, end).map(({ sum }) => sum);
    sums.push(own.reduce((x, y) => (x === undefined || y === undefined ? undefined : x + y), 0n));
  }
  const known = sums.filter((it) => it !== undefined);
  if (known.length < 10) return NO_DAYS;
  const mean = Number(known.reduce((x, y) => x + y, 0n)) / known.length;
  let [square, product] = [0, 0];
  for (const [i, sum] of sums.entries()) {
    const before = sums[i - 1];
    if (sum === undefined) continue;
    square += (Number(sum) - mean) ** 2;
    if (before !== undefined) product += (Number(sum) - mean) * (Number(before) - mean);
  }
  const daysAbove = (known.filter((it) => it > 0n).length * 100) / known.length;
  return { persistence: known.every((it) => it === known[0]) ? null : product / square, daysAbove };
}

function stateOf(perDay: readonly (bigint | undefined)[], se: number | undefined): string | null {
  const [a, b, c, d] = perDay.map((it) =>
    it !== undefined && it < HALF_A_CENT && it > -HALF_A_CENT ? 0n : it,
  );
  if (a === undefined || b === undefined || c === undefined) return null;
  if (se !== undefined && Math.abs(Number(c)) / 1e8 <= se) return "flat";
  if (c <= 0n && a > 0n && b > 0n) return "recovering";
  if (c > 0n && a <= 0n) return "slipping";
  if (d === undefined) return null;
  if (c <= 0n) return d > 0n ? "turned" : "costing";
  if (d <= 0n) return "improving";
  return c * 3n < d ? "fading" : "steady";
}

/** The least sum of 7 days among those of which every period is known. */
function worstWeek(parts: readonly Part[], period: number): Outlook["worst"] {
  const length = Math.ceil((7 * DAY) / period);
  const ends = new Set<number>();
  for (let days = 0; days <= 23; days++) {
    const end = parts.length - Math.floor((days * DAY) / period);
    if (end - length >= 0) ends.add(end);
  }
  const sums: bigint[] = [];
  for (const end of ends) {
    let sum = 0n;
    let whole = 0;
    let isClear = true;
    for (let at = end - length; at < end; at++) {
      const part = parts[at];
      if (part?.conflict === true) isClear = false;
      if (part?.sum === undefined) continue;
      sum += part.sum;
      whole++;
    }
    if (isClear && whole === length) sums.push(sum);
  }
  const [first, ...others] = sums;
  if (first === undefined) return undefined;
  const sum = others.reduce((least, it) => (it < least ? it : least), first);
  return { sum, known: sums.length, of: ends.size };
}

/** Points of the basis: a week's funding in percent of what is short, at the mark of the longs. */
function eatenBy(position: Listed, week: bigint | undefined): number | null {
  if (week === undefined || week < HALF_A_CENT) return null;
  const held = position.legs.filter((leg) => leg.quantity !== 0);
  const prices = held.map((leg) => leg.mark_price ?? leg.open_price ?? 0);
  const least = Math.min(...prices.filter((price) => price > 0));
  const unit = (leg: (typeof held)[number]) => {
    const ratio = (leg.mark_price ?? leg.open_price ?? 0) / least;
    const power = [2, 3, 4, 5, 6].find((k) => ratio / 10 ** k >= 0.8 && ratio / 10 ** k <= 1.25);
    return power === undefined ? 1 : 10 ** power;
  };
  const longs = held.filter((leg) => leg.side === "long");
  const shorts = held.filter((leg) => leg.side === "short");
  if (longs.length === 0 || shorts.length === 0) return null;
  if (longs.some((leg) => leg.mark_price === null)) return null;
  const units = longs.reduce((sum, leg) => sum + leg.quantity * unit(leg), 0);
  const worth = longs.reduce((sum, leg) => sum + leg.quantity * (leg.mark_price ?? 0), 0);
  const short = shorts.reduce((sum, leg) => sum + leg.quantity * unit(leg), 0);
  return ((Number(week) / 1e8) * 7 * 100) / ((short * worth) / units);
}
