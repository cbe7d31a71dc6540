import type { DoubtedTime } from "../base/time/doubted-clock.js";
import type { CallOptions, Connection } from "./connection.js";
import { type Raw, rawOver } from "./raw.js";
import { callsOver, type Resources } from "./resources/registry.js";

/**
 * Typed client of the service: `client.<resource>.<call>()`. A failed call rejects with a
 * {@link CarryError} after all retries, an aborted one with its signal's reason; a listing rejects
 * with a {@link ListingError} in both cases, with that as its cause.
 */
export interface Client extends Resources {
  /** Calls for any path below the base URL. */
  readonly raw: Raw;
  /** Returns the service's time, ms since the epoch, by its first answer; before that the local one. */
  serviceNow(): number;
  /** Reports whether an answer had a time of the service. */
  knowsServiceTime(): boolean;
  /** Returns both clocks' times if they are more than an hour apart: nothing is to be stored then. */
  doubtedTime(): DoubtedTime | undefined;
  /** Returns the same client with other options, such as no retries. Closing one closes both. */
  withOptions(options: CallOptions): Client;
  /** Closes the connections. Calls in progress fail. */
  close(): Promise<void>;
}

/** @param close closes the connections */
export function clientOver(connection: Connection, close: () => Promise<void>): Client {
  const { serviceTime } = connection;
  return {
    ...callsOver(connection),
    raw: rawOver(connection),
    serviceNow: serviceTime.now,
    knowsServiceTime: serviceTime.isKnown,
    doubtedTime: serviceTime.doubted,
    withOptions: (options) => clientOver(connection.withOptions(options), close),
    close,
  };
}
