/** Properties by which positions can be grouped. */
export const GROUPINGS = ["asset", "exchange", "status"] as const;
export type Grouping = (typeof GROUPINGS)[number];
