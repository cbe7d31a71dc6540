import { directConnector, VERIFIED } from "./connector.js";
import { proxyAuthorization, proxyFor } from "./proxy.js";
import { Agent, type Dispatcher } from "./undici.js";

/**
 * The largest headers that are read, as in Node's own HTTP client: real ones are below 1 kB, and
 * what is far larger is a mistake of something on the way.
 */
export const MAX_HEADER_BYTES = 16 * 1024;

/** How requests leave this machine, and through which proxy. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** scheme://host:port of the proxy, without its credentials; undefined when there is none. */
  readonly proxy: string | undefined;
}

export interface RouteOptions {
  readonly connections?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Routes {
  /**
   * The way to a URL for an attempt that may take so long. Rejects with a {@link ProxySettingError}.
   * @param timeoutMs milliseconds
   */
  to(url: URL, timeoutMs: number): Promise<Route>;
  /**
   * The next request to the URL makes a connection of its own: one that was begun for a request
   * that is given up, and that nobody takes, must not be waited for again. What else is under way
   * goes on.
   */
  leave(url: URL): void;
  /** Ends all connections at once. */
  close(): void;
}

/** A route in use, for attempts that take at most so long. */
interface RouteInUse {
  readonly route: Promise<Route>;
  readonly timeoutMs: number;
}

/**
 * Makes each route on first use and keeps its connections alive. For an attempt that may take longer
 * than a route is made for, there is a new one, which shorter attempts take, too.
 */
export function createRoutes(options: RouteOptions): Routes {
  const inUse = new Map<string, RouteInUse>();
  const left = new Set<Promise<Route>>();
  const keyOf = (proxy: URL | undefined) => proxy?.href ?? "direct";
  const leave = (url: URL) => {
    const key = keyOf(proxyFor(url, options.env));
    const route = inUse.get(key)?.route;
    if (route === undefined) return;
    inUse.delete(key);
    left.add(route);
    const closed = route.then(({ dispatcher }) => dispatcher.close());
    closed.catch(() => {}).finally(() => left.delete(route));
  };
  return {
    async to(url, timeoutMs) {
      const proxy = proxyFor(url, options.env);
      const known = inUse.get(keyOf(proxy));
      if (known !== undefined && known.timeoutMs >= timeoutMs) return known.route;
      leave(url);
      const route = createRoute(proxy, options, timeoutMs);
      inUse.set(keyOf(proxy), { route, timeoutMs });
      return route;
    },
    leave,
    close() {
      // Not waited for: a connection that is still being made would hold up the end.
      for (const route of [...Array.from(inUse.values(), ({ route }) => route), ...left]) {
        route.then(({ dispatcher }) => dispatcher.destroy()).catch(() => {});
      }
    },
  };
}

async function createRoute(
  proxy: URL | undefined,
  options: RouteOptions,
  timeoutMs: number,
): Promise<Route> {
  return { dispatcher: await createDispatcher(proxy, options, timeoutMs), proxy: proxy?.origin };
}

/** The time-out of a whole attempt is the only clock, so undici's own are set beyond it. */
async function createDispatcher(
  proxy: URL | undefined,
  { connections = 1 }: RouteOptions,
  timeoutMs: number,
): Promise<Dispatcher> {
  const beyond = timeoutMs + 1000;
  const limits = {
    connectTimeout: beyond,
    headersTimeout: beyond,
    bodyTimeout: beyond,
    maxHeaderSize: MAX_HEADER_BYTES,
    connections,
    pipelining: 1,
  };
  if (proxy === undefined) return new Agent({ ...limits, connect: directConnector(beyond) });
  const token = proxyAuthorization(proxy);
  const { clientOver, ProxyAgent } = await import("./proxy-agent.js");
  return new ProxyAgent({
    ...limits,
    uri: proxy.origin,
    ...(token !== undefined && { token }),
    // Plain http is asked for as proxies know it, https through a tunnel.
    proxyTunnel: false,
    factory: clientOver,
    proxyTls: { ...VERIFIED, timeout: beyond },
    requestTls: { ...VERIFIED, timeout: beyond },
  });
}
