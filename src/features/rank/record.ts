import { answer, each, type Field, group, own, plain } from "../../output/record.js";
import { rankFields } from "./pairs.js";
import type { RankSubject, ShownRanking } from "./words.js";

const JUDGED = "Number of pairs or markets that were ranked, before some were left out.";
const AFTER_THE_FACT = "Always true: the best rows are the best of the time they are judged by.";

const INPUTS: Field<ShownRanking>[] = [
  own("by", ["pair", "market"], "What is ranked."),
  own("assets", "texts", "Assets that were asked for; all if empty."),
  plain("min_days", "integer|null", "Least covered days; null without --min-days.", ({ terms }) => {
    return terms.minDays;
  }),
  plain("max_holes", "integer|null", "Most holes; null without --max-holes.", ({ terms }) => {
    return terms.maxHoles;
  }),
  own("top", "integer|null", "Number of rows; null without --top."),
  own("archive", "text|null", "The archive that was read; null without one."),
  plain("as_of", "time|null", "Time of --as-of (ISO 8601).", ({ asOf }) => asOf),
  plain("until", "time", "Time up to which settled funding is known (ISO 8601).", ({ terms }) => {
    return terms.now;
  }),
];

const rowsOf = ({ ranking, top }: ShownRanking) => ranking.ranked.slice(0, top);

const TOTALS: Field<ShownRanking>[] = [
  plain("rows", "count", "Number of rows.", (shown) => rowsOf(shown).length),
  plain("judged", "count", JUDGED, ({ ranking }) => ranking.judged),
  plain("left_out", "count", "Number left out by --min-days and --max-holes.", ({ ranking }) => {
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
  plain("chosen_after_the_fact", "flag", AFTER_THE_FACT, () => true),
];

/** Returns `funding rank`. */
export const rankAnswer = (by: RankSubject, ranking?: ShownRanking) =>
  answer("rank", [
    group("inputs", "What the ranking rests on.", INPUTS),
    each(
      "rows",
      "The best worst week first; of a pair, long is the market with the lower rate in 30 days.",
      rowsOf,
      rankFields(by, ranking),
    ),
    group("totals", "Numbers of pairs and markets.", TOTALS),
  ]);
