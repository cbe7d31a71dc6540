/*
 * What carry uses of undici. The build leaves out the rest of its main module, which also loads fetch,
 * WebSocket, caches and mocks: twice the code, and 100 ms of a call (bench/speed.md).
 */
import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector, Client, type Dispatcher, Pool, ProxyAgent } from "undici";

type Connector = buildConnector.connector;

const LOOPBACK = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];

/**
 * Looks up the addresses of a name, for `net.connect`. `localhost` is this machine, whatever a hosts file
 * or a resolver says (RFC 6761, 6.3), since plain http and the key are allowed there.
 */
const lookUp: LookupFunction = (name, options, callback) => {
  if (name !== "localhost") lookup(name, options, callback);
  else if (options.all) queueMicrotask(() => callback(null, LOOPBACK));
  else queueMicrotask(() => callback(null, "127.0.0.1", 4)); // Node does not try several addresses
};

/**
 * Options of every connection. They override NODE_TLS_REJECT_UNAUTHORIZED=0, which would expose the key to a
 * man in the middle. An attempt has a time limit of its own.
 */
const SAFELY = { rejectUnauthorized: true, lookup: lookUp, timeout: 0 };

/** Creates a dispatcher that connects to each origin directly, and verifies its certificate. */
export function directDispatcher(limits: Agent.Options): Dispatcher {
  return new Agent({ ...limits, connect: closedByErrors(buildConnector(SAFELY)) });
}

/** Creates a dispatcher that connects through a proxy, with `token` as its Proxy-Authorization. */
export function proxyDispatcher(
  limits: Agent.Options,
  { origin }: URL,
  token: string | undefined,
): Dispatcher {
  return new ProxyAgent({
    ...limits,
    uri: origin,
    ...(token !== undefined && { token }),
    // Plain http goes through the proxy as a forward request, https through a tunnel.
    proxyTunnel: false,
    factory: clientOver,
    proxyTls: SAFELY,
    requestTls: SAFELY,
  });
}

/** Creates the client of an origin behind a proxy; the agent passes its connector. */
function clientOver(origin: URL | string, options: object): Client | Pool {
  const { connect, ...rest } = options as Pool.Options;
  const own =
    typeof connect === "function"
      ? { ...rest, connect: closedByErrors(onceOnly(connect)) }
      : options;
  return rest.connections === 1 ? new Client(origin, own) : new Pool(origin, own);
}

/** Returns a connector whose connections close at an error: after a TLS alert, undici would see a mere end. */
function closedByErrors(connect: Connector): Connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const socket = result[1]; // absent after an error
      socket?.on("error", (error) => socket.destroy(error));
      callback(...result);
    });
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
