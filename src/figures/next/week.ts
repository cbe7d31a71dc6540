import { Big } from "big.js";
import { rounded } from "../../base/whole.js";
import { type Evidence, known, lacking, type Q, SURE } from "../measure.js";
import { type Days, estimateOf, momentsUntil, normal } from "./fit.js";
import { LAST_DAY, NORMAL_80, type Pool, WEEK_DAYS } from "./pool.js";
import { joinedDays } from "./series.js";

/** A series of 30 days in percent of a notional today: of a position, or of a pair at some notional. */
export interface Sized {
  readonly days: Days;
  /** N, USD, above zero. */
  readonly size: number;
}

/** Why there is no range, or nothing at all. */
export type NextUnknown =
  /** Fewer than 5 pairs could be scored, or none takes part today. */
  | "few_pairs"
  /** The last day of a series is not there, or less than two thirds of its days are. */
  | "events_missing";

/** What a subject is likely to be paid in the next days, at today's quantities. */
export interface NextWeek {
  /** USD over 7 days; undefined where nothing can be said. */
  readonly sum: number | undefined;
  /** The range that held for four of five such subjects, USD; undefined without one. */
  readonly range: { readonly low: number; readonly high: number } | undefined;
  readonly unknown: NextUnknown | undefined;
  /** N of what is summed, USD. */
  readonly size: number;
  /** Number of parts that have a sum, and of all. */
  readonly counted: number;
  readonly of: number;
  /** Returns the chance, 0 to 1, that the sum over h days exceeds a cost in USD; undefined without a range. */
  readonly chance: (cost: number, h?: number) => number | undefined;
  /**
   * Returns the least number of days, 1 to 30, after which a cost is earned with a chance of 80 % or more;
   * undefined for none, or without a range. The width is that of 7 days.
   */
  readonly backBy: (cost: number) => number | undefined;
}

/** A chance from which on something is likely. */
export const LIKELY = 0.8;
const MOST_DAYS = 30;

/**
 * Returns what positions together are likely to be paid: the sum of what each is, over those of which
 * something can be said; the range by the series summed over the same ones, day j of each at its own end. A
 * day of it is there where it is for each of them; with less than two thirds of such days there is no range.
 */
export function nextOfSum(all: readonly Sized[], pool: Pool): NextWeek {
  const parts = all.flatMap((it) => partOf(it, it.size, pool) ?? []);
  const size = parts.reduce((sum, { usd }) => sum + usd, 0);
  return nextOfParts(parts, { size, of: all.length, pool });
}

/**
 * Returns what a move is likely to gain: what the new series is likely to be paid less what the held one
 * is, both at the notional held. Nothing can be said without both.
 */
export function nextOfMove(held: Sized, into: Days, pool: Pool): NextWeek {
  const [gained, lost] = [
    partOf({ days: into, size: held.size }, held.size, pool),
    partOf(held, -held.size, pool),
  ];
  const parts = gained === undefined || lost === undefined ? [] : [gained, lost];
  return nextOfParts(parts, { size: held.size, of: 2, pool });
}

/** A series at a notional, with a sign, and what it is likely to be paid over h days, USD. */
interface Part {
  readonly days: Days;
  readonly usd: number;
  readonly sum: (h: number) => number;
}

function partOf({ days }: Sized, usd: number, { common }: Pool): Part | undefined {
  const moments = momentsUntil(days, LAST_DAY);
  if (common === undefined || moments === undefined) return undefined;
  return { days, usd, sum: (h) => (estimateOf(moments, common, h).sum * usd) / 100 };
}

interface Summed {
  readonly size: number;
  readonly of: number;
  readonly pool: Pool;
}

function nextOfParts(parts: readonly Part[], { size, of, pool }: Summed): NextWeek {
  const { common, q } = pool;
  const rest = { size, counted: parts.length, of };
  const sumOver = (h: number) => parts.reduce((sum, part) => sum + part.sum(h), 0);
  const sum = parts.length === 0 ? undefined : sumOver(WEEK_DAYS);
  const isPooled = common !== undefined && q !== undefined;
  const moments = sum === undefined ? undefined : momentsUntil(joinedDays(parts, size), LAST_DAY);
  if (sum === undefined || !isPooled || moments === undefined) {
    const isFew = common === undefined || (sum !== undefined && q === undefined);
    const unknown = isFew ? "few_pairs" : "events_missing";
    const none = () => undefined;
    return { ...rest, sum, range: undefined, unknown, chance: none, backBy: none };
  }
  const errorOver = (h: number) => (estimateOf(moments, common, h).error * size) / 100;
  const half = q * errorOver(WEEK_DAYS);
  const chance = (cost: number, h = WEEK_DAYS) =>
    normal((sumOver(h) - cost) / ((errorOver(h) * q) / NORMAL_80));
  const backBy = (cost: number) =>
    Array.from({ length: MOST_DAYS }, (_, at) => at + 1).find((h) => chance(cost, h) >= LIKELY);
  const range = { low: sum - half, high: sum + half };
  return { ...rest, sum, range, unknown: undefined, chance, backBy };
}

/** What the next 7 days are likely to bring, as values that know their doubt. */
export interface NextFigures {
  /** USD. */
  readonly sum: Q;
  readonly low: Q;
  readonly high: Q;
  /** Returns the chance, 0 to 1, that more than a cost in USD is paid in 7 days. */
  readonly chance: (cost: number) => Q;
}

/**
 * Returns an estimate as figures. Without a range the sum alone is an estimate (`~`).
 * @param evidence what the sizes of its subject rest on, and of a sum how many parts it has
 */
export function nextFigures(next: NextWeek, evidence: Evidence = SURE): NextFigures {
  const { sum, range, unknown } = next;
  const value = (it: number | undefined): Q =>
    it === undefined ? lacking(unknown, evidence) : known(rounded(new Big(it)), evidence);
  const [low, high] = [value(range?.low), value(range?.high)];
  const alone = unknown === "few_pairs" ? "few_pairs" : "hours_missing";
  return {
    sum:
      range === undefined
        ? value(sum).with({ doubts: sum === undefined ? [] : [alone] })
        : value(sum).with({ range: { low: low.value as Big, high: high.value as Big } }),
    low,
    high,
    chance: (cost) => value(next.chance(cost)),
  };
}
