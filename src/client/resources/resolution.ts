/** What a record of settled funding is of: one settlement, or a day. */
export const RESOLUTIONS = ["event", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long the service keeps settled funding, days. Source: interface, Limits. */
export const RETENTION_DAYS: Readonly<Record<Resolution, number>> = { event: 30, "1d": 365 };
