/** Why the expected funding of a position is unknown, the first that applies. */
export const EXPECTED_UNKNOWN = [
  /** A leg may be closed, which a listing does not show. */
  "legs_unchecked",
  "quantity_negative",
  /** The side of a leg cannot be read. */
  "unreadable",
  /** A leg has no market id. */
  "market_unknown",
  /** A market has no events, or too few to determine how often it settles. */
  "funding_unknown",
  /** Neither the archive nor the service has an event that was due. */
  "events_missing",
  /** An event has no rate or no mark price, or conflicting values. */
  "event_unknown",
  /** An event settled between two snapshots with different quantities, or no snapshot has a quantity. */
  "size_unknown",
] as const;
export type ExpectedUnknown = (typeof EXPECTED_UNKNOWN)[number];
