import { NOW } from "../support/now.js";
import { leg } from "../support/records.js";

/** Returns a time before {@link NOW}, in the format of the service. */
export const ago = (ms: number): string => new Date(NOW - ms).toISOString();
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns a leg with a current mark. */
export const long = (more: object = {}): Record<string, unknown> =>
  leg({ mark_price_updated_at: ago(MINUTE), ...more });
export const short = (more: object = {}): Record<string, unknown> =>
  long({ side: "short", exchange: "bybit", market_id: 2, ...more });
