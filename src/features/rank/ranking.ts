import type { RankedEvents } from "../../analytics/market/rate-market.js";
import { shareOf } from "../../command/share.js";
import { type RankTerms, rankMarkets, rankPairs } from "./figures.js";
import type { RankAsked } from "./options.js";
import type { ShownRanking } from "./words.js";

/** What is ranked. */
interface Inputs extends Pick<ShownRanking, "markets" | "assets" | "archive" | "asOf" | "held"> {
  readonly events: readonly RankedEvents[];
  /** Time up to which funding is known, milliseconds since the epoch. */
  readonly now: number;
}

/** Ranks markets or pairs of them as requested. */
export function shownRanking({ events, now, ...inputs }: Inputs, asked: RankAsked): ShownRanking {
  const { by = "pair", minDays, maxGaps, top, order, fee } = asked;
  const { markets } = inputs;
  const terms: RankTerms = { now, minDays, maxGaps, order, fee: fee && shareOf(fee) };
  const ranking =
    by === "market" ? rankMarkets(events, terms) : rankPairs(groupsOf(markets, events), terms);
  const fetched = new Set(events.map(({ id }) => id));
  const unfetched = markets.map(({ id }) => id).filter((id) => !fetched.has(id));
  return { ...inputs, by, ranking, unfetched, terms, top };
}

/** Returns the markets of each asset, in any case of letters; one without a listed asset is in no group. */
function groupsOf(
  markets: ShownRanking["markets"],
  events: readonly RankedEvents[],
): RankedEvents[][] {
  const groups = new Map<string, RankedEvents[]>();
  const assets = new Map(markets.map(({ id, asset }) => [id, asset?.toLowerCase()]));
  for (const market of events) {
    const asset = assets.get(market.id);
    if (asset === undefined) continue;
    groups.set(asset, [...(groups.get(asset) ?? []), market]);
  }
  return [...groups.values()];
}
