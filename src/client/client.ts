import type { CallOptions } from "./call-options.js";
import type { Connection } from "./connection.js";
import { type Raw, rawOver } from "./raw.js";
import { callsOver, type Resources } from "./resources/registry.js";

/**
 * The service, typed: `client.<resource>.<call>()`. A call that fails rejects with a
 * {@link CarryError}, after all retries; one that is aborted rejects with its signal's reason, a
 * listing with a {@link ListingError} that has it as its cause.
 */
export interface Client extends Resources {
  /** Any path below the base URL. */
  readonly raw: Raw;
  /** Returns the service's time, milliseconds since the epoch; the local one before its first answer. */
  serviceNow(): number;
  /**
   * Returns the same client for calls with other options, such as no retries. Closing it closes both.
   */
  withOptions(options: CallOptions): Client;
  /** Ends the connections that are kept alive. Calls that are under way fail. */
  close(): Promise<void>;
}

/** @param close ends the connection */
export function clientOver(connection: Connection, close: () => Promise<void>): Client {
  return {
    ...callsOver(connection),
    raw: rawOver(connection),
    serviceNow: connection.serviceNow,
    withOptions: (options) => clientOver(connection.withOptions(options), close),
    close,
  };
}
