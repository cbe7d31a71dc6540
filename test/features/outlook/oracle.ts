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
  return { perDay, state: stateOf(perDay), worst, eaten: eatenBy(position, perDay[2]) };
}

function stateOf(perDay: readonly (bigint | undefined)[]): string | null {
  const [a, b, c, d] = perDay.map((it) =>
    it !== undefined && it < HALF_A_CENT && it > -HALF_A_CENT ? 0n : it,
  );
  if (a === undefined || b === undefined || c === undefined) return null;
  if (c <= 0n && a > 0n && b > 0n) return "recovering";
  if (c > 0n && a <= 0n) return "slipping";
  if (d === undefined) return null;
  if (c <= 0n) return d > 0n ? "turned" : "costing";
  if (d <= 0n) return "improving";
  return c * 3n < d ? "fading" : "steady";
}

/** The least sum of 7 days among those that are 95 % covered. */
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
    if (isClear && whole * 20 >= length * 19) sums.push(sum);
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
