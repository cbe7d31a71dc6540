/** By what positions can be put together. */
export const GROUPINGS = ["asset", "exchange", "status"] as const;
export type Grouping = (typeof GROUPINGS)[number];
