import type { Client as ClientType, Pool as PoolType } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { watched } from "./connector.js";
import type { Connector } from "./undici.js";

// A proxy agent opens a tunnel with a method that undici's main module adds to every dispatcher.
Dispatcher.prototype.connect = connect;

export { ProxyAgent };

/** Creates the client of an origin behind a proxy; the agent passes its connector. */
export function clientOver(origin: URL | string, options: object): ClientType | PoolType {
  const { connect: connector, ...rest } = options as PoolType.Options;
  const own =
    typeof connector === "function" ? { ...rest, connect: watched(onceOnly(connector)) } : options;
  return rest.connections === 1 ? new Client(origin, own) : new Pool(origin, own);
}

/** undici's codes of a lost connection, after which its client connects again by itself. */
const LOST: ReadonlySet<unknown> = new Set(["UND_ERR_SOCKET", "UND_ERR_INFO"]);

/**
 * Returns a connector whose errors have another one as their cause if undici took them for a connection
 * that was lost: when a proxy closes instead of opening a tunnel, it would be asked again without end.
 */
function onceOnly(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error] = result;
      if (error === null || !LOST.has((error as { code?: unknown }).code)) callback(...result);
      else callback(new Error(error.message, { cause: error }), null);
    });
}
