import { Big } from "big.js";
import { LEAST_COVERED } from "../../analytics/funding/sum-of-periods.js";
import { BOTH_SIDES, bySide } from "../../analytics/market/by-side.js";
import { coveredTime } from "../../analytics/market/covered-time.js";
import { yearly } from "../../analytics/market/funding.js";
import type { Measure, Unit } from "../../analytics/measure.js";
import type { Figure } from "../../base/decimal.js";
import { DAY_MS, HOUR_MS } from "../../base/time/periods.js";
import { ratioOf } from "../../base/whole.js";
import type { BacktestClock, Instant } from "./clock.js";
import { drawdownOf } from "./path.js";
import type { PathPoint } from "./point.js";
import { surenessOfFunding } from "./sureness.js";
import type { BacktestTerms } from "./terms.js";
import { paidFrom, type Trade } from "./trade.js";

/** Figures of a backtest, by the names of `carry schema`. */
export interface BacktestFigures {
  readonly funding: Measure;
  readonly funding_per_day: Measure;
  readonly basis: Measure;
  readonly fees: Measure;
  readonly slippage: Measure;
  readonly net: Measure;
  readonly funding_apr: Measure;
  readonly net_apr: Measure;
  readonly break_even_hold: Measure;
  readonly drawdown: Measure;
}

function coverageOf({ timed }: BacktestClock, entry: Instant, exit: Instant) {
  const wanted = exit.time - entry.time;
  const counted = bySide((side) => exit.counted[side] - entry.counted[side]);
  const of = bySide((side) => counted[side] + exit.unknown[side] - entry.unknown[side]);
  const range = { from: entry.time, to: exit.time };
  const covered = BOTH_SIDES.map((side) =>
    of[side] === counted[side]
      ? wanted
      : coveredTime(
          timed[side].filter(({ rate, mark }) => rate !== null && mark != null),
          range,
        ).covered,
  );
  const coveredHours = Math.min(...covered) / HOUR_MS;
  return { counted, of, coveredHours, wantedHours: wanted / HOUR_MS };
}

interface Parts {
  readonly clock: BacktestClock;
  readonly entry: Instant;
  readonly exit: Instant;
  readonly trade: Trade;
  readonly path: readonly PathPoint[];
  readonly terms: BacktestTerms;
}

/** Returns the figures of a backtest, with their coverage. */
export function figuresOf({ clock, entry, exit, trade, path, terms }: Parts) {
  const { counted, of, coveredHours, wantedHours } = coverageOf(clock, entry, exit);
  const hours = { coveredHours, wantedHours };
  const settled = { ...hours, counted: counted.long + counted.short, of: of.long + of.short };
  const measure = (value: Figure, unit: Unit, rest: object = {}): Measure => ({
    ...{ value, unit, asOf: exit.time },
    ...rest,
  });
  const isCovered = coveredHours * 100 >= wantedHours * LEAST_COVERED;
  const apr = (amount: Big) => {
    const fewest = isCovered ? Math.min(counted.long, counted.short) : 0;
    const found = yearly(amount.div(baseOf(terms)), exit.time - entry.time, fewest);
    const base = terms.leverage === undefined ? "notional" : "margin";
    return {
      ...measure(found.value, "percent_per_year", { ...settled, base }),
      about: found.about,
    };
  };
  const costs = trade.fees.plus(trade.slippage);
  const time = new Big(exit.time - entry.time);
  const isEarned = isCovered && trade.funding.gt(0);
  const breakEven = isEarned ? ratioOf(costs.times(time), trade.funding.times(DAY_MS)) : null;
  const held = { from: entry.time, to: exit.time };
  const perDay = isCovered
    ? measure(ratioOf(trade.funding.times(DAY_MS), time), "usd_per_day", {
        ...settled,
        ...surenessOfFunding(clock, held, paidFrom(entry, terms)),
      })
    : measure(null, "usd_per_day", settled);
  return {
    ofLeg: bySide((side) =>
      measure(trade.ofLeg[side], "usd", { ...hours, counted: counted[side], of: of[side] }),
    ),
    figures: {
      funding: measure(trade.funding, "usd", settled),
      funding_per_day: perDay,
      basis: measure(trade.basis, "usd"),
      fees: measure(trade.fees, "usd"),
      slippage: measure(trade.slippage, "usd"),
      net: measure(trade.net, "usd", settled),
      funding_apr: apr(trade.funding),
      net_apr: apr(trade.net),
      break_even_hold: measure(breakEven, "days", settled),
      drawdown: measure(paidFrom(entry, terms)(drawdownOf(path)), "usd", settled),
    },
  };
}

/** Returns what the APR is a percentage of: the notional, or with leverage the margin of both legs. */
function baseOf({ notional, leverage }: BacktestTerms): Big {
  if (leverage === undefined) return notional;
  return notional.div(leverage.long).plus(notional.div(leverage.short));
}
