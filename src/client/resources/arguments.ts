import type { Connection } from "../connection.js";
import { RefusedRequestError } from "../errors.js";

/**
 * Refuses a number that no count or number of a thing can be. Undefined is fine.
 * @throws {RefusedRequestError} unless it is a whole number of 1 or more
 */
export function assertCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RefusedRequestError(`${name}: ${value} is not a whole number of 1 or more`);
}

/**
 * Refuses a time that cannot be. Undefined is fine.
 * @throws {RefusedRequestError} unless it is in milliseconds since the epoch, within what a Date holds
 */
export function assertTime(name: string, value: number | undefined): void {
  if (value === undefined || !Number.isNaN(new Date(value).getTime())) return;
  throw new RefusedRequestError(`${name}: ${value} is not a time in milliseconds since the epoch`);
}

/** What every call takes. */
export interface SignalOptions {
  /** Ends the call when aborted, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A signal that a call ends by: its own, and that of its client. */
export function signalOf(
  { signal }: Pick<Connection, "signal">,
  own: AbortSignal | undefined,
): AbortSignal {
  return own === undefined || own === signal ? signal : AbortSignal.any([own, signal]);
}
