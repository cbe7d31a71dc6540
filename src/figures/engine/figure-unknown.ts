/** Why a figure is unknown although others of the same position or leg may be known. */
export const FIGURE_UNKNOWN = [
  /** A held leg has no market id. */
  "market_unknown",
  /** The settled funding of a held leg's market is unavailable, or nothing is held. */
  "funding_unknown",
  /** Too little of the time is covered by settled events. */
  "events_missing",
  /** Events of one minute have different values. */
  "events_conflicting",
  /** Settlements of less than a day, or fewer than 3 of a market: too few for an annual rate. */
  "too_few_settlements",
  /** Nothing was settled since the opening. */
  "not_settled",
  /** No funding was received in the last 7 days. */
  "not_paid",
  /** A side of the position holds nothing. */
  "side_missing",
  /** A held leg has no mark price. */
  "mark_missing",
  /** In 30 days, fewer than 20 common settlements of markets or daily changes of a mark, or all equal. */
  "too_few_instants",
  /** The prices of two markets are not of the same unit: one is more than 25 % above the other. */
  "units_differ",
  /** The bankruptcy price of a leg is not above zero. */
  "not_reachable",
  /** The service sends no performance. */
  "performance_missing",
] as const;
export type FigureUnknown = (typeof FIGURE_UNKNOWN)[number];
