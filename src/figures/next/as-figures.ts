import { Big } from "big.js";
import { rounded } from "../../base/whole.js";
import { type Evidence, known, lacking, type Q, SURE } from "../measure.js";
import type { NextWeek } from "./week.js";

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
