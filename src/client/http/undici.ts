// The front door of undici also loads fetch, WebSocket, caches and mocks: twice the code, and a fifth
// of the time of a call (bench/results.md). These modules are all that is used here.
import type { buildConnector, Dispatcher } from "undici";
import requestOf from "undici/lib/api/api-request.js";
import Agent from "undici/lib/dispatcher/agent.js";

export type { Dispatcher };
/** Makes one connection for undici. */
export type Connector = buildConnector.connector;
export { Agent };

/** One request of a dispatcher; its body is a stream that has to be read or destroyed. */
export function send(
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> {
  return requestOf.call(dispatcher, options);
}
