import type { DoubtedTime } from "../base/time/doubted-clock.js";
import { type Connection, connect } from "./connection.js";
import { type CallOptions, type ClientOptions, checkOptions } from "./options.js";
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

/**
 * Creates a client of the service. Sends nothing before its first call.
 * @throws {RefusedRequestError} for a base URL that is not http(s), or has credentials, a query or a
 *   fragment, and for options with which no request can be made
 */
export function createClient(options: ClientOptions): Client {
  checkOptions(options);
  return clientOver(connect(options));
}

function clientOver(connection: Connection): Client {
  const { serviceTime, close } = connection;
  return {
    ...callsOver(connection),
    raw: rawOver(connection),
    serviceNow: serviceTime.now,
    knowsServiceTime: serviceTime.isKnown,
    doubtedTime: serviceTime.doubted,
    withOptions: (options) => clientOver(connection.withOptions(options)),
    close,
  };
}
