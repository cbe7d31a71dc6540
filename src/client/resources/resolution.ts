/** Resolutions of settled funding: one record a settlement, or one a day. */
export const RESOLUTIONS = ["event", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long settled funding is available, days. Source: interface, Limits. */
export const RETENTION_DAYS: Readonly<Record<Resolution, number>> = { event: 30, "1d": 365 };
