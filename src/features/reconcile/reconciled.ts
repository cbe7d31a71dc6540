/** What a line compares. */
export const RECONCILED = ["leg_funding", "funding_pnl", "fees_paid", "net_pnl"] as const;
export type Reconciled = (typeof RECONCILED)[number];

/** Two figures are equal, differ for a known cause or for none, or one of them is unknown. */
export const VERDICTS = ["equal", "explained", "unexplained", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];
