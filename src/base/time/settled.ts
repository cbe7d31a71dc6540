import { MINUTE_MS } from "./periods.js";

/** Times of settled events, milliseconds since the epoch: nothing settled before 2009, nor will after 2100. */
const [FIRST, END] = [Date.UTC(2009), Date.UTC(2101)];

/** Reports whether a settlement may have a time; another one is unreadable. */
export function isSettlementTime(time: number): boolean {
  return time >= FIRST && time < END;
}

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
