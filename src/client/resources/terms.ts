import { DAY_MS } from "../../base/time/periods.js";

/* The words of the interface, and its limits. */

/** The statuses of a position that the interface has. A service may send others. */
export const STATUSES = ["open", "closed"] as const;

/** The sides of a leg that the interface has. */
export const SIDES = ["long", "short"] as const;

/** Reports whether the interface has a status. */
export function isStatus(word: string): word is (typeof STATUSES)[number] {
  return STATUSES.some((it) => it === word);
}

/** Reports whether the interface has a side. */
export function isSide(word: string): word is (typeof SIDES)[number] {
  return SIDES.some((it) => it === word);
}

/** Resolutions of settled funding: one record a settlement, or one a day. */
export const RESOLUTIONS = ["event", "1d"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How long settled funding is available, days. Source: interface, Limits. */
export const RETENTION_DAYS: Readonly<Record<Resolution, number>> = { event: 30, "1d": 365 };

/** How long settled events are available, milliseconds. */
export const RETENTION_MS = RETENTION_DAYS.event * DAY_MS;

/** Returns from when on the service has settled funding. Times are the service's, ms since the epoch. */
export function keptSince(now: number, resolution: Resolution = "event"): number {
  return now - RETENTION_DAYS[resolution] * DAY_MS;
}
