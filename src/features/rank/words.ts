import type { HeldPairs } from "../../analytics/market/held-markets.js";
import type { ListedMarket } from "../../base/names/listed-market.js";
import type { Ranking, RankTerms } from "./figures.js";

/** What can be ranked. */
export const RANK_SUBJECTS = ["pair", "market"] as const;
export type RankSubject = (typeof RANK_SUBJECTS)[number];

/** A ranking with the markets that it is of. */
export interface ShownRanking {
  readonly by: RankSubject;
  readonly ranking: Ranking;
  readonly markets: readonly (ListedMarket & { readonly id: number })[];
  /** Ids of markets whose settled funding could not be fetched. */
  readonly unfetched: readonly number[];
  /** Requested assets; all without one. */
  readonly assets: readonly string[];
  readonly terms: RankTerms;
  /** Number of rows to show; all when omitted. */
  readonly top?: number | undefined;
  /** Where the archive is that was read. */
  readonly archive?: string | undefined;
  /** Pairs that open positions hold, which are marked; undefined if that is unknown. */
  readonly held?: HeldPairs | undefined;
}
