import { UsageError } from "../../base/usage-error.js";
import type { OptionsData, OptionsOf } from "../../command/option.js";
import { oneOf, SHARE, wholeNumber } from "../../settings/kinds.js";
import { RANK_ORDERS } from "./orders.js";
import { RANK_SUBJECTS } from "./words.js";

/** Options of a ranking, except the source of its events. */
export const RANK_OPTIONS = {
  by: {
    kind: oneOf(RANK_SUBJECTS),
    value: "what",
    help: "rank pairs of markets of one asset, or markets by themselves (default: pair)",
  },
  order: {
    kind: oneOf(RANK_ORDERS),
    value: "figure",
    help: "what to order by: shrunk (what of the 30-day mean is more than luck), worst (7 days), mean (30 days) or 7d (default: shrunk; markets by the size of their mean)",
  },
  fee: {
    kind: SHARE,
    value: "share",
    help: "fee of a fill, such as 5bps or 0.05%: also the rate of 30 days less four fills, and the days that earn them",
  },
  minDays: {
    kind: wholeNumber(1, 30),
    value: "n",
    help: "leave out what has fewer covered days of the 30",
  },
  maxGaps: {
    kind: wholeNumber(0),
    value: "n",
    help: "leave out what has more missing events in the 30 days",
  },
  top: { kind: wholeNumber(1), value: "n", help: "only the best n (default: all)" },
} as const satisfies OptionsData;

export type RankAsked = OptionsOf<typeof RANK_OPTIONS>;

/** @throws {UsageError} for an option that only pairs have */
export function refuseForMarkets({ by, order, fee }: RankAsked): void {
  if (by !== "market" || (order !== "shrunk" && fee === undefined)) return;
  const what = fee === undefined ? "--order shrunk" : "--fee";
  throw new UsageError(`funding rank: ${what} is of pairs, not of markets by themselves`);
}
