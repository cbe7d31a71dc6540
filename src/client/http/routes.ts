import type { Dispatcher } from "undici";
import { BOUNDS } from "../../base/bounds.js";
import { proxyAuthorization, proxyFor } from "./proxy.js";
import { directDispatcher, proxyDispatcher } from "./undici.js";

/** A dispatcher, with the proxy that it uses. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** scheme://host:port of the proxy, without its credentials; undefined without a proxy. */
  readonly proxy: string | undefined;
}

export interface RouteOptions {
  readonly connections?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Routes {
  /** Returns the route to a URL for an attempt of up to `timeoutMs` milliseconds. @throws {ProxySettingError} */
  to(url: URL, timeoutMs: number): Route;
  /**
   * Makes the next request to the URL open a new connection, so that it does not wait for one whose
   * request was given up while connecting. Requests in progress continue.
   */
  leave(url: URL): void;
  /** Closes all connections at once. */
  close(): void;
}

/**
 * Creates each route on first use and keeps its connections alive. An attempt with a longer time
 * limit gets a new route, which shorter attempts use, too.
 */
export function createRoutes(options: RouteOptions): Routes {
  // With the longest time limit that each supports.
  const inUse = new Map<string, { readonly route: Route; readonly timeoutMs: number }>();
  const left = new Set<Route>();
  const keyOf = (proxy: URL | undefined) => proxy?.href ?? "direct";
  const leave = (url: URL) => {
    const key = keyOf(proxyFor(url, options.env));
    const route = inUse.get(key)?.route;
    if (route === undefined) return;
    inUse.delete(key);
    left.add(route);
    const closed = route.dispatcher.close();
    closed.catch(() => {}).finally(() => left.delete(route));
  };
  return {
    to(url, timeoutMs) {
      const proxy = proxyFor(url, options.env);
      const known = inUse.get(keyOf(proxy));
      if (known !== undefined && known.timeoutMs >= timeoutMs) return known.route;
      leave(url);
      const route = {
        dispatcher: createDispatcher(proxy, options, timeoutMs),
        proxy: proxy?.origin,
      };
      inUse.set(keyOf(proxy), { route, timeoutMs });
      return route;
    },
    leave,
    close() {
      // Not awaited: a connection in progress would delay the end.
      for (const route of [...Array.from(inUse.values(), ({ route }) => route), ...left]) {
        route.dispatcher.destroy().catch(() => {});
      }
    },
  };
}

/** undici's own time limits are set beyond that of the attempt, which decides alone. */
function createDispatcher(
  proxy: URL | undefined,
  { connections = 1 }: RouteOptions,
  timeoutMs: number,
): Dispatcher {
  const beyond = timeoutMs + 1000;
  const limits = {
    connectTimeout: beyond,
    headersTimeout: beyond,
    bodyTimeout: beyond,
    maxHeaderSize: BOUNDS.service.headerBytes,
    connections,
    pipelining: 1,
  };
  if (proxy === undefined) return directDispatcher(limits);
  return proxyDispatcher(limits, proxy, proxyAuthorization(proxy));
}
