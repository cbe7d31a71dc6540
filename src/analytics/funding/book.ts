import { Big } from "big.js";
import { type Figure, percentOf, sumOf } from "../../base/decimal.js";
import { inForce } from "../../base/ignored.js";
import { ratioOf } from "../../base/whole.js";
import type { Measure } from "../measure.js";
import type { Criteria } from "../position/criteria.js";
import { readable, sizeOf } from "../position/larger-side.js";
import { limitInUsd } from "../position/limits.js";
import { type Freshness, hasMarkOfUnknownAge, restsOnStaleMark } from "../position/mark.js";
import { isMarkMissing } from "../position/position-figures.js";
import type { Reason } from "../position/reason.js";
import { freshnessOf } from "../sum.js";
import { PERCENT_DAYS } from "./apr.js";
import type { PaidPosition, RunTotals } from "./run-totals.js";

/** Current funding of all open positions together. */
export interface Book {
  /** run(7d) × 365 ÷ N × 100, percent per year. */
  readonly apr: Measure;
  /** N of the positions that the APR is over, USD; null without one. */
  readonly notional: Figure;
  /** Share of the positions with a known run(7d) in the N of all, percent; null if it is unknown. */
  readonly known: Figure;
  /** Whether nothing is held, so that nothing can be paid. */
  readonly isEmpty: boolean;
  /** run(7d) of the positions with a known one, USD per day. */
  readonly run: Measure;
}

/** Least share of N for which the funding of a book is judged, percent. */
const LEAST_KNOWN = 90;

/** Returns the current funding of positions together. */
export function bookOf(all: readonly PaidPosition[], runs: RunTotals, clock: Freshness): Book {
  const sized = all.map((it) => ({ size: sizeOf(it.position), ...it }));
  const known = sized.filter(({ runs }) => runs["7d"].perDay.value !== null);
  const taken = known.filter(({ size }) => size !== null);
  const notional = taken.length === 0 ? null : sumOf(taken.map(({ size }) => size));
  const perDay = sumOf(taken.map(({ runs }) => runs["7d"].perDay.value));
  const whole = sumOf(sized.map(({ size }) => size));
  const { se, nEff, value: _, unit: __, ...basis } = runs["7d"].perDay;
  const divides = notional?.gt(0) === true && perDay !== null;
  return {
    apr: {
      ...{ ...basis, unit: "percent_per_year", base: "notional", counted: taken.length },
      value: divides ? ratioOf(perDay.times(PERCENT_DAYS), notional) : null,
      ...(divides && se !== undefined && { se: (se * PERCENT_DAYS) / notional.toNumber(), nEff }),
      about: taken.some(({ position }) => isMarkMissing(position)),
      ...freshnessOf(
        taken.some(({ position }) => restsOnStaleMark(position, clock)),
        taken.some(({ position }) => hasMarkOfUnknownAge(position)),
      ),
    },
    notional,
    known: percentOf(sumOf(known.map(({ size }) => size)), whole),
    isEmpty: whole?.eq(0) === true,
    run: runs["7d"].perDay,
  };
}

/** Returns why the funding of a book needs attention, or is unknown; undefined for neither. */
export function bookReason(
  { run, known, notional, isEmpty }: Book,
  { limits }: Criteria,
): Reason | undefined {
  if (isEmpty) return undefined;
  if (run.value === null || known === null || known.lt(LEAST_KNOWN)) {
    return { code: "funding_unknown", legs: [], run, window: "7d", known };
  }
  const limit = run.se === undefined ? limitInUsd(limits.paying, notional) : new Big(run.se);
  const isPaying = limit !== null && readable(run.value).lt(limit.times(-1));
  return isPaying ? { code: "book_paying", run } : undefined;
}

/** Reports whether the setting `ignore` leaves out a reason of a book; `book_paying` includes its unknown check. */
export function isIgnoredOfBook(
  { code }: Pick<Reason, "code">,
  { limits, now }: Criteria,
): boolean {
  const codes = inForce(limits.ignore, now)
    .filter((it) => it.position === undefined)
    .map((it) => it.code);
  return codes.includes(code) || codes.includes("book_paying");
}
