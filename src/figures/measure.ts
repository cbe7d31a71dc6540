import { Big } from "big.js";
import type { Bound } from "../base/decimal-text.js";
import { HOUR_MS } from "../base/time/periods.js";
import { ratioOf } from "../base/whole.js";
import type { Doubt, Unknown } from "./unknown.js";

/** What a value rests on. It arises where inputs are read, and no formula mentions it. */
export interface Evidence {
  /** Time of the oldest input, milliseconds since the epoch; null if one has no time. */
  readonly asOf?: number | null | undefined;
  /** Why it is an estimate; each once. */
  readonly doubts: readonly Doubt[];
  /** Hours that settled events cover, of those wanted. */
  readonly covered?: Covered | undefined;
  /** Whether the true value is at least or at most this one. */
  readonly bound?: Bound | undefined;
  /** Standard error, in the unit of the value. */
  readonly se?: number | undefined;
  /** Of an estimate: what four of five such values were between, in the unit of the value. */
  readonly range?: { readonly low: Big; readonly high: Big } | undefined;
  /** Of a sum: number of parts that are known, and of all. */
  readonly counted?: number | undefined;
  readonly of?: number | undefined;
}

interface Covered {
  readonly hours: number;
  readonly wanted: number;
}

/** The evidence of a value that is beyond doubt. */
export const SURE: Evidence = { doubts: [] };

/** Returns the evidence of a value of a time of which settled events cover a part, both in milliseconds. */
export function coveredBy(covered: number, wanted: number): Pick<Evidence, "doubts" | "covered"> {
  return {
    doubts: covered < wanted ? ["hours_missing"] : [],
    covered: { hours: covered / HOUR_MS, wanted: wanted / HOUR_MS },
  };
}

/** A value, or why it is unknown, with what it rests on. */
export class Q<T = Big> {
  constructor(
    readonly value: T | null,
    readonly evidence: Evidence = SURE,
    readonly unknown?: Unknown | undefined,
  ) {}

  /** Returns the same value with further evidence. */
  with(more: Partial<Evidence>): Q<T> {
    const { doubts = [], ...rest } = more;
    const own = { ...this.evidence, ...rest, doubts: union(this.evidence.doubts, doubts) };
    return new Q(this.value, own, this.unknown);
  }

  /** Returns the value where a test holds, else why it is unknown. */
  if(test: (value: T) => boolean, unknown: Unknown): Q<T> {
    if (this.value === null || test(this.value)) return this;
    return new Q<T>(null, this.evidence, unknown);
  }

  /** Applies a function to a known value. @param unknown why there is no result, where it returns null */
  map<U>(f: (value: T) => U | null, unknown?: Unknown): Q<U> {
    const value = this.value === null ? null : f(this.value);
    const why = value === null ? (this.unknown ?? unknown) : undefined;
    return new Q(value, this.evidence, why);
  }
}

/** Returns a value, or why it is missing. */
export function known<T>(
  value: T | null | undefined,
  evidence: Evidence = SURE,
  unknown?: Unknown,
): Q<T> {
  return value == null ? new Q<T>(null, evidence, unknown) : new Q(value, evidence);
}

/** Returns an unknown value. */
export function lacking<T = Big>(unknown: Unknown | undefined, evidence: Evidence = SURE): Q<T> {
  return new Q<T>(null, evidence, unknown);
}

/**
 * Returns the evidence of a value that rests on two others: the older time, the doubts of both, the part
 * of the time that both cover. Bounds, errors, ranges and counts are of one value alone, and do not merge. Evidence
 * that is equal is shared.
 */
export function merge(a: Evidence, b: Evidence): Evidence {
  if (a === b || b === SURE) return plain(a);
  if (a === SURE) return plain(b);
  const [one, other] = [plain(a), plain(b)];
  const merged = {
    asOf: older(one.asOf, other.asOf),
    doubts: union(one.doubts, other.doubts),
    covered: lesser(one.covered, other.covered),
  };
  return [one, other].find((it) => isSame(it, merged)) ?? merged;
}

/** Returns evidence without what is of one value alone. */
function plain(evidence: Evidence): Evidence {
  const { asOf, doubts, covered, bound, se, range, counted } = evidence;
  const isPlain = [bound, se, range, counted].every((it) => it === undefined);
  return isPlain ? evidence : { asOf, doubts, covered };
}

function isSame(a: Evidence, b: Evidence): boolean {
  return a.asOf === b.asOf && a.doubts.length === b.doubts.length && a.covered === b.covered;
}

function union(a: readonly Doubt[], b: readonly Doubt[]): readonly Doubt[] {
  if (a === b || b.every((it) => a.includes(it))) return a;
  return a.every((it) => b.includes(it)) ? b : [...new Set([...a, ...b])];
}

/** Returns the older of two times; null if one is unknown, since it may be older than any. */
function older(a: number | null | undefined, b: number | null | undefined) {
  if (a === undefined || b === undefined) return a ?? b;
  return a === null || b === null ? null : Math.min(a, b);
}

function lesser(a: Covered | undefined, b: Covered | undefined): Covered | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.hours * a.wanted < a.hours * b.wanted ? b : a;
}

/**
 * Applies a function to known values; the first unknown one, if any, says why there is no result.
 * @param unknown why there is none, where the function returns null
 */
export function lift<A extends readonly unknown[], T>(
  all: { readonly [K in keyof A]: Q<A[K]> },
  f: (...values: A) => T | null,
  unknown?: Unknown,
): Q<T> {
  const them: readonly Q<unknown>[] = all;
  const evidence = them.map((it) => it.evidence).reduce(merge, SURE);
  const missing = them.find(({ value }) => value === null);
  if (missing !== undefined) return lacking(missing.unknown, evidence);
  return known(f(...(them.map(({ value }) => value) as unknown as A)), evidence, unknown);
}

/** Returns a ÷ b, rounded once; unknown where b is 0. */
export function over(a: Q, b: Q): Q {
  return lift([a, b], (x: Big, y: Big) => (y.eq(0) ? null : ratioOf(x, y)));
}

/** Returns a + b + …; unknown where one of them is. */
export function plus(all: readonly Q[]): Q {
  return lift(all, (...them: Big[]) => them.reduce((sum, it) => sum.plus(it), new Big(0)));
}

/** Which way a sum errs without its unknown terms: terms that are never below zero make it a lower bound. */
export type Terms = "any" | "never_negative";

/**
 * Returns the sum of what is known of items, with how many of them are; 0 for no items. An item that is a
 * sum itself counts as its parts, so that a sum over groups is the sum over all.
 */
export function sum<T>(items: readonly T[], of: (item: T) => Q, terms: Terms = "any"): Q {
  let total = new Big(0);
  let [counted, all] = [0, 0];
  let evidence = SURE;
  let bound: Bound | undefined;
  let unknown: Unknown | undefined;
  for (const item of items) {
    const q = of(item);
    if (q.unknown === "closed") continue; // it is no part of what is held
    all += q.evidence.of ?? 1;
    if (q.value === null) {
      unknown ??= q.unknown;
      continue;
    }
    total = total.plus(q.value);
    counted += q.evidence.counted ?? 1;
    evidence = merge(evidence, q.evidence);
    bound ??= q.evidence.bound;
  }
  if (terms === "never_negative" && counted < all) bound ??= "at_least";
  const found = { ...evidence, counted, of: all, ...(bound !== undefined && { bound }) };
  return counted > 0 || all === 0 ? new Q(total, found) : lacking(unknown, found);
}
