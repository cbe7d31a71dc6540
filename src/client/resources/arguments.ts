import type { Connection } from "../connection.js";
import { RefusedRequestError } from "../errors.js";

/** @throws {RefusedRequestError} unless a count or an id is undefined or a whole number of 1 or more */
export function assertCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RefusedRequestError(`${name}: ${value} is not a whole number of 1 or more`);
}

/** @throws {RefusedRequestError} unless a time is undefined or ms since the epoch, in the range of a Date */
export function assertTime(name: string, value: number | undefined): void {
  if (value === undefined || !Number.isNaN(new Date(value).getTime())) return;
  throw new RefusedRequestError(`${name}: ${value} is not a time in milliseconds since the epoch`);
}

/** Options of every call. */
export interface SignalOptions {
  /** Ends the call when aborted, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns a signal that is aborted with that of the call or of its client. */
export function signalOf(
  { signal }: Pick<Connection, "signal">,
  own: AbortSignal | undefined,
): AbortSignal {
  return own === undefined || own === signal ? signal : AbortSignal.any([own, signal]);
}
