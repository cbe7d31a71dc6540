import { Big } from "big.js";
import { decimal } from "../../base/decimal.js";
import { DAY_MS } from "../../base/time/periods.js";
import { ratioOf } from "../../base/whole.js";
import type { Position } from "../../client/resources/position.js";
import { createAprMean } from "../funding/apr.js";
import type { Measure } from "../measure.js";
import { heldMs } from "../position/days-held.js";
import { readable } from "../position/larger-side.js";
import type { ResultName } from "./result-names.js";

/** A figure with the number of closed positions that it is over. */
export interface Result extends Measure {
  readonly counted: number;
  readonly of: number;
}

export type Results = Readonly<Record<ResultName, Result>>;

const DAYS_OF_YEAR = new Big(365);

/**
 * Computes the results of closed positions, added one at a time; ignores open ones. Formulas:
 * src/features/summary/explain.md, "Results of closed positions".
 */
export function createResults() {
  let closed = 0;
  let timed = 0;
  let known = 0;
  let wins = 0;
  let held = 0;
  const apr = createAprMean();
  return {
    add(position: Position) {
      if (position.status !== "closed") return;
      closed++;
      const ms = position.closed_at === null ? Number.NaN : heldMs(position, 0); // until closed_at
      if (!Number.isNaN(ms)) {
        timed++;
        held += ms;
      }
      apr.add(position);
      const net = decimal(position.performance?.net_pnl ?? null);
      if (net === null) return;
      known++;
      if (readable(net).gt(0)) wins++;
    },
    results(): Results {
      const mean = apr.result();
      const rate = known === 0 ? null : ratioOf(new Big(wins * 100), new Big(known));
      return {
        win_rate: { value: rate, unit: "percent", counted: known, of: closed },
        mean_days_held: {
          value: timed === 0 ? null : ratioOf(new Big(held), new Big(timed * DAY_MS)),
          unit: "days",
          counted: timed,
          of: closed,
        },
        net_per_1000_a_day: {
          value: mean.value === null ? null : ratioOf(mean.value.times(10), DAYS_OF_YEAR),
          unit: "usd_per_day",
          counted: mean.counted,
          of: closed,
          about: mean.about,
        },
      };
    },
  };
}
