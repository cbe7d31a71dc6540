import { Big } from "big.js";
import { decimal, type Figure, HALF, sumOf } from "../../../base/decimal.js";
import { ratioOf, rounded } from "../../../base/whole.js";
import type { Position } from "../../../client/resources/position.js";
import { isStatus } from "../../../client/resources/terms.js";
import { type Holder, heldLegs, whyUncountable } from "../position/legs.js";

/** APR since opening of several positions together. */
export interface AprOfSeveral {
  /** Percent per year; null with data of less than a day, or if most of the capital is estimated. */
  readonly value: Figure;
  /** Number of positions included, and of those whose capital is estimated. */
  readonly counted: number;
  readonly estimated: number;
  /** Sum of the positions' capital, USD. */
  readonly capital: Figure;
  /** True with data of less than seven days. */
  readonly about: boolean;
}

/** Smallest APR that capital is derived from: the service rounds an APR to two decimals. */
const LEAST_APR = new Big("0.05");
const LEAST_RATIO = new Big("0.05");
const MOST_RATIO = new Big("2.5");
/** A return of 1 a day in percent per year. */
export const PERCENT_DAYS = 36_500;

interface Earned {
  readonly net: Big;
  readonly days: Big;
  /** Half the entry notional; undefined if unknown or if nothing is held. */
  readonly half: Big | undefined;
  /** Capital × days; undefined if it cannot be derived from the APR. */
  readonly capitalDays: Big | undefined;
}

/**
 * Computes the APR since opening of several positions: Σ net × 36500 ÷ Σ (capital × days), where the
 * capital × days of a position is net × 36500 ÷ APR.
 */
export function createAprMean() {
  const all: Earned[] = [];
  return {
    /** @returns whether the position counts */
    add(position: Position): boolean {
      const earned = earnedBy(position);
      if (earned !== undefined) all.push(earned);
      return (earned?.capitalDays ?? earned?.half) !== undefined;
    },
    result: () => meanOf(all),
  };
}

function earnedBy(position: Position): Earned | undefined {
  const { performance } = position;
  if (!isStatus(position.status)) return undefined;
  const net = decimal(performance?.net_pnl ?? null);
  const apr = decimal(performance?.apr ?? null);
  const days = decimal(performance?.duration_days ?? null);
  if (net === null || apr === null || days?.gt(0) !== true) return undefined;
  const half = halfOfEntry(position);
  return { net, days, half, capitalDays: capitalDaysOf(net, apr, days, half) };
}

function capitalDaysOf(net: Big, apr: Big, days: Big, half: Big | undefined): Big | undefined {
  const capitalDays = capitalDaysByApr(net, apr);
  if (capitalDays === undefined || half === undefined) return capitalDays;
  const usual = days.times(half);
  const isLikely =
    capitalDays.gte(usual.times(LEAST_RATIO)) && capitalDays.lte(usual.times(MOST_RATIO));
  return isLikely ? capitalDays : undefined;
}

/** Returns capital × days as an APR implies them; undefined where it is near zero or contradicts the net PnL. */
function capitalDaysByApr(net: Big, apr: Big): Big | undefined {
  if (apr.abs().lt(LEAST_APR) || !net.times(apr).gt(0)) return undefined;
  const capitalDays = net.times(PERCENT_DAYS).div(apr);
  return capitalDays.lte(0) ? undefined : capitalDays; // rounded to zero
}

/** Returns half the entry notional of what is held, USD; undefined if unknown or if nothing is. */
function halfOfEntry(position: Holder): Big | undefined {
  if (whyUncountable(position) !== undefined) return undefined;
  const entry = sumOf(
    heldLegs(position).map((leg) => decimal(leg.open_price)?.times(leg.quantity) ?? null),
  );
  const half = entry?.times(HALF);
  return half?.gt(0) === true ? half : undefined;
}

function meanOf(all: readonly Earned[]): AprOfSeveral {
  let ratio: Big | undefined;
  const taken = all.flatMap(({ net, days, half, capitalDays }) => {
    if (capitalDays === undefined) ratio ??= medianRatio(all);
    const own = capitalDays ?? half?.times(ratio ?? 1).times(days);
    return own === undefined ? [] : [{ net, days, own, isEstimate: capitalDays === undefined }];
  });
  const sum = (of: (it: (typeof taken)[number]) => Big) =>
    taken.reduce((total, it) => total.plus(of(it)), new Big(0));
  const whole = sum(({ own }) => own);
  const estimated = taken.filter(({ isEstimate }) => isEstimate);
  const guessed = sum(({ own, isEstimate }) => (isEstimate ? own : new Big(0)));
  const counts = { counted: taken.length, estimated: estimated.length };
  const capital = sum(({ own, days }) => own.div(days));
  if (whole.lte(0) || guessed.times(2).gt(whole) || whole.lt(capital)) {
    return { value: null, ...counts, capital: null, about: false };
  }
  return {
    value: ratioOf(sum(({ net }) => net).times(PERCENT_DAYS), whole),
    ...counts,
    capital: rounded(capital),
    about: whole.lt(capital.times(7)),
  };
}

/** Returns the median of capital ÷ half the entry notional; 1 without data. */
function medianRatio(all: readonly Earned[]): Big {
  const ratios = all
    .flatMap(({ half, days, capitalDays }) =>
      half === undefined || capitalDays === undefined ? [] : [capitalDays.div(days).div(half)],
    )
    .sort((a, b) => a.cmp(b));
  const middle = ratios.length >> 1;
  const [low, high] = [ratios[ratios.length % 2 === 0 ? middle - 1 : middle], ratios[middle]];
  return low === undefined || high === undefined ? new Big(1) : low.plus(high).times(HALF);
}
