/** How the funding of a position is listed. */
export const FUNDING_LISTS = ["leg", "day", "event"] as const;
export type FundingList = (typeof FUNDING_LISTS)[number];
