import { MINUTE_MS } from "./periods.js";

/** How much later than the service's time an event may be: that is sent in whole seconds, and may be late. */
const AHEAD_MS = MINUTE_MS;

/**
 * Reports whether an event had settled when it was received. A later one is listed ahead of its settlement,
 * at which its rate may be another. Times are milliseconds since the epoch; one without a time (NaN) had.
 * @param receivedAt by the service's clock
 */
export function isSettled(time: number, receivedAt: number): boolean {
  return !(time > receivedAt + AHEAD_MS);
}
