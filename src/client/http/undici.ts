// undici's main module also loads fetch, WebSocket, caches and mocks: twice the code, and a fifth of
// the time of a call (bench/results.md). Only these modules are used.
import type { buildConnector, Dispatcher } from "undici";
import requestOf from "undici/lib/api/api-request.js";

export type { Dispatcher };
/** Opens a connection for undici. */
export type Connector = buildConnector.connector;

/** Sends a request; the body of its answer is a stream that must be read or destroyed. */
export function send(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return requestOf.call(dispatcher, options);
}
