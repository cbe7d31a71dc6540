import type { Position } from "../../src/client/resources/position.js";
import { NOW } from "./now.js";
import { leg, performance, position } from "./records.js";

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

/** Returns an open position of two such legs with a performance. */
export const hedged = (n: number, more: object = {}): Position =>
  position(n, {
    legs: [long(), short()],
    performance: performance(),
    ...more,
  }) as unknown as Position;
