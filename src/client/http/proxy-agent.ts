import type { Client as ClientType, Pool as PoolType } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { acceptingInterim } from "./connector.js";

// A proxy agent opens a tunnel with a method that undici's main module adds to every dispatcher.
Dispatcher.prototype.connect = connect;

export { ProxyAgent };

/** Creates the client of an origin behind a proxy; the agent passes its connector. */
export function clientOver(origin: URL | string, options: object): ClientType | PoolType {
  const { connect: connector, ...rest } = options as PoolType.Options;
  const own =
    typeof connector === "function" ? { ...rest, connect: acceptingInterim(connector) } : options;
  return rest.connections === 1 ? new Client(origin, own) : new Pool(origin, own);
}
