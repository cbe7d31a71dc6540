/** Properties by which positions can be grouped. */
export const GROUPINGS = [
  "asset",
  "exchange",
  "pair",
  "status",
  "month",
  "age",
  "portfolio",
] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Properties of a whole position; an exchange is one of a leg. */
export type PositionGrouping = Exclude<Grouping, "exchange">;
