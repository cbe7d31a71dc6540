import type { RankedEvents } from "../../analytics/market/rate-market.js";
import { groupBy } from "../../base/group-by.js";
import { shareOf } from "../../command/share.js";
import { type RankTerms, rankMarkets, rankPairs } from "./figures.js";
import type { RankAsked } from "./options.js";
import type { ShownRanking } from "./words.js";

interface Inputs extends Omit<ShownRanking, "by" | "ranking" | "terms" | "top"> {
  readonly events: readonly RankedEvents[];
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
}

/** Ranks markets or pairs of them as requested. */
export function shownRanking({ events, now, ...inputs }: Inputs, asked: RankAsked): ShownRanking {
  const { by = "pair", minDays, maxGaps, top, order, fee } = asked;
  const terms: RankTerms = { now, minDays, maxGaps, order, fee: fee && shareOf(fee) };
  const ranking =
    by === "market"
      ? rankMarkets(events, terms)
      : rankPairs(groupsOf(inputs.markets, events), terms);
  return { ...inputs, by, ranking, terms, top };
}

/** Returns the markets of each asset, in any case of letters; one without a listed asset is in no group. */
function groupsOf(
  markets: ShownRanking["markets"],
  events: readonly RankedEvents[],
): RankedEvents[][] {
  const assets = new Map(markets.map(({ id, asset }) => [id, asset?.toLowerCase()]));
  const groups = groupBy(events, ({ id }) => assets.get(id));
  groups.delete(undefined);
  return [...groups.values()];
}
