/*
 * What carry uses of undici. The build leaves out the rest of its main module, which also loads fetch,
 * WebSocket, caches and mocks: twice the code, and 100 ms of a call (bench/speed.md).
 */
import { Agent, buildConnector, Client, type Dispatcher, Pool, ProxyAgent } from "undici";
// Names the field of a socket in which undici keeps its parser; it has no public name.
import symbols from "undici/lib/core/symbols.js";
import { type Connector, SAFELY, watched } from "./connector.js";

const { kParser } = symbols;

type Limits = Agent.Options & { readonly connectTimeout: number };

/** Creates a dispatcher that connects to each origin directly, and verifies its certificate. */
export function directDispatcher(limits: Limits): Dispatcher {
  const connect = buildConnector({ ...SAFELY, timeout: limits.connectTimeout });
  return new Agent({ ...limits, connect: watched(connect, kParser) });
}

/** Creates a dispatcher that connects through a proxy, with `token` as its Proxy-Authorization. */
export function proxyDispatcher(
  limits: Limits,
  { origin }: URL,
  token: string | undefined,
): Dispatcher {
  const tls = { ...SAFELY, timeout: limits.connectTimeout };
  return new ProxyAgent({
    ...limits,
    uri: origin,
    ...(token !== undefined && { token }),
    // Plain http goes through the proxy as a forward request, https through a tunnel.
    proxyTunnel: false,
    factory: clientOver,
    proxyTls: tls,
    requestTls: tls,
  });
}

/** Creates the client of an origin behind a proxy; the agent passes its connector. */
function clientOver(origin: URL | string, options: object): Client | Pool {
  const { connect, ...rest } = options as Pool.Options;
  const own =
    typeof connect === "function"
      ? { ...rest, connect: watched(onceOnly(connect), kParser) }
      : options;
  return rest.connections === 1 ? new Client(origin, own) : new Pool(origin, own);
}

/** undici's codes of a lost connection, after which its client connects again by itself. */
const LOST: ReadonlySet<unknown> = new Set(["UND_ERR_SOCKET", "UND_ERR_INFO"]);

/**
 * Returns a connector that wraps each error which undici would take for a lost connection: it would never
 * stop asking a proxy that closes the connection instead of opening a tunnel.
 */
function onceOnly(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error] = result;
      if (error === null || !LOST.has((error as { code?: unknown }).code)) callback(...result);
      else callback(new Error(error.message, { cause: error }), null);
    });
}
