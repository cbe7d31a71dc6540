import { Big } from "big.js";
import {
  answer,
  each,
  type Field,
  group,
  optional,
  orNull,
  own,
  part,
  plain,
} from "../../output/record.js";
import { quantity } from "../../views/row-fields.js";
import { RANK_ORDERS } from "./orders.js";
import { rankFields } from "./pairs.js";
import type { HeldOut } from "./shrunk.js";
import type { RankSubject, ShownRanking } from "./words.js";

const JUDGED = "Number of pairs or markets that were ranked, before some were left out.";
const ORDERED_BY = "What they are ordered by: worst where shrunk is unknown, or 0 for all.";
const TAU =
  "Standard deviation of the true means of the judged pairs, percent per year; null for fewer than 8 with a standard error.";
const HELD_OUT =
  "What the ten pairs with the largest first 15 days received in the 15 days after, each in the direction it had then, and what all did, percent per year; absent for ten pairs or fewer.";
const AFTER_THE_FACT = "Always true: the best rows are the best of the time they are judged by.";

const INPUTS: Field<ShownRanking>[] = [
  own("by", ["pair", "market"], "What is ranked."),
  plain("order", RANK_ORDERS, "What to order by: --order, or the default.", (it) => {
    return it.terms.order ?? (it.by === "pair" ? "shrunk" : "mean");
  }),
  orNull(
    optional(
      quantity<ShownRanking>("fee", "bps", "Fee of a fill; null without --fee.", ({ terms }) => {
        return (terms.fee ?? new Big(0)).times(10_000);
      }),
      ({ terms }) => terms.fee !== undefined,
    ),
  ),
  own("assets", "texts", "Requested assets; all if empty."),
  plain("min_days", "integer|null", "Least covered days; null without --min-days.", ({ terms }) => {
    return terms.minDays;
  }),
  plain("max_holes", "integer|null", "Most gaps; null without --max-gaps.", ({ terms }) => {
    return terms.maxGaps;
  }),
  own("top", "integer|null", "Number of rows; null without --top."),
  own("archive", "text|null", "The archive that was read; null without one."),
  plain("until", "time", "Time up to which settled funding is known (ISO 8601).", ({ terms }) => {
    return terms.now;
  }),
];

const rowsOf = ({ ranking, top }: ShownRanking) => ranking.ranked.slice(0, top);

const TOTALS: Field<ShownRanking>[] = [
  plain("rows", "count", "Number of rows.", (shown) => rowsOf(shown).length),
  plain("judged", "count", JUDGED, ({ ranking }) => ranking.judged),
  plain("left_out", "count", "Number left out by --min-days and --max-gaps.", ({ ranking }) => {
    return ranking.leftOut;
  }),
  plain("too_few_events", "ids", "Markets with too few settled events to be ranked.", (it) => {
    return it.ranking.unspaced;
  }),
  plain("no_history", "ids", "Markets whose settled funding could not be fetched.", (it) => {
    return it.unfetched;
  }),
  plain("conflicting", "ids", "Ranked markets whose events of the 30 days conflict.", (it) => {
    return it.ranking.conflicting;
  }),
  plain("without_asset", "ids", "Markets without a listed asset, which are in no pair.", (it) => {
    return it.markets.filter(({ asset }) => asset === undefined).map(({ id }) => id);
  }),
  plain("ordered_by", RANK_ORDERS, ORDERED_BY, ({ ranking }) => ranking.order),
  plain("tau", "number|null", TAU, ({ ranking: { tauSquared } }) => {
    return tauSquared && Math.sqrt(tauSquared);
  }),
  part("held_out", HELD_OUT, ({ ranking }) => ranking.heldOut, [
    own<HeldOut>("best", "number", "Mean of the ten best."),
    own<HeldOut>("all", "number", "Mean of all."),
    own<HeldOut>("counted", "count", "Number of pairs of which both halves are known."),
  ]),
  plain("chosen_after_the_fact", "flag", AFTER_THE_FACT, () => true),
];

/** Returns `funding rank`. */
export const rankAnswer = (by: RankSubject, ranking?: ShownRanking) =>
  answer("rank", [
    group("inputs", "What the ranking rests on.", INPUTS),
    each(
      "rows",
      "The best first; of a pair, long is the market with the lower rate in 30 days.",
      rowsOf,
      rankFields(by, ranking),
    ),
    group("totals", "Numbers of pairs and markets.", TOTALS),
  ]);
