import { Big } from "big.js";
import { decimal } from "../base/decimal.js";
import type { Position } from "../client/resources/position.js";
import { createAprMean } from "./apr.js";
import { daysHeld } from "./holding.js";
import type { Measure } from "./measure.js";
import type { ResultName } from "./result-names.js";

/** A figure with the number of closed positions that it is over. */
export interface Result extends Measure {
  readonly counted: number;
  readonly of: number;
}

export type Results = Readonly<Record<ResultName, Result>>;

/** Computes the results of closed positions, added one at a time; ignores open ones. */
export interface ResultsAccumulator {
  add(position: Position): void;
  results(): Results;
}

const DECIMALS = 8;
/** Earnings per day of 1,000 USD at one percent per year. */
const PER_PERCENT = new Big(10).div(365);
/** An amount below reads 0.00. */
const LEAST_WIN = new Big("0.005");

/** Creates an accumulator. Formulas: docs/analytics.md, "Results of closed positions". */
export function createResults(): ResultsAccumulator {
  let closed = 0;
  let timed = 0;
  let known = 0;
  let wins = 0;
  let days = new Big(0);
  const apr = createAprMean();
  return {
    add(position) {
      if (position.status !== "closed") return;
      closed++;
      if (position.closed_at !== null) {
        timed++;
        days = days.plus(daysHeld(position, 0)); // up to closed_at
      }
      apr.add(position);
      const net = decimal(position.performance?.net_pnl ?? null);
      if (net === null) return;
      known++;
      if (net.gte(LEAST_WIN)) wins++;
    },
    results() {
      const mean = apr.result();
      const rate = known === 0 ? null : new Big(wins).times(100).div(known);
      return {
        win_rate: { value: round(rate), unit: "percent", counted: known, of: closed },
        mean_days_held: {
          value: timed === 0 ? null : round(days.div(timed)),
          unit: "days",
          counted: timed,
          of: closed,
        },
        net_per_1000_a_day: {
          value: mean.value === null ? null : round(mean.value.times(PER_PERCENT)),
          unit: "usd_per_day",
          counted: mean.counted,
          of: closed,
          about: mean.about,
        },
      };
    },
  };
}

function round(value: Big | null): Big | null {
  return value?.round(DECIMALS, Big.roundHalfEven) ?? null;
}
