/** What a ranking is ordered by: `mean` and `7d` are the rates of 30 and of 7 days. */
export const RANK_ORDERS = ["shrunk", "worst", "mean", "7d"] as const;
export type RankOrder = (typeof RANK_ORDERS)[number];
