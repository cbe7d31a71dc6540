/** The parts of a position that a ledger posts: what was received or paid. */
export const LEDGER_COMPONENTS = ["funding_pnl", "fees_paid", "spread_realized"] as const;
export type LedgerComponent = (typeof LEDGER_COMPONENTS)[number];

/**
 * Where an amount is from:
 * - `snapshots`: the difference of two snapshots.
 * - `opening`: the total of a position that was opened before its first snapshot, at that snapshot.
 * - `total`: the total so far, where there is no snapshot.
 * - `events`: computed from the settled events of a leg.
 */
export const LEDGER_SOURCES = ["snapshots", "opening", "total", "events"] as const;
export type LedgerSource = (typeof LEDGER_SOURCES)[number];
