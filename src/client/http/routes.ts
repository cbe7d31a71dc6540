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
  /** Returns the route to a URL. @throws {ProxySettingError} */
  to(url: URL): Route;
  /**
   * Makes the next request to the URL open a new connection, so that it does not wait for one whose
   * request was given up while connecting. Requests in progress continue.
   */
  leave(url: URL): void;
  /** Closes all connections at once. */
  close(): void;
}

/** Creates each route on first use and keeps its connections alive. */
export function createRoutes({ connections = 1, env }: RouteOptions): Routes {
  const inUse = new Map<string, Route>();
  const left = new Set<Route>();
  const keyOf = (proxy: URL | undefined) => proxy?.href ?? "direct";
  return {
    to(url) {
      const proxy = proxyFor(url, env);
      const known = inUse.get(keyOf(proxy));
      if (known !== undefined) return known;
      const route = { dispatcher: createDispatcher(proxy, connections), proxy: proxy?.origin };
      inUse.set(keyOf(proxy), route);
      return route;
    },
    leave(url) {
      const key = keyOf(proxyFor(url, env));
      const route = inUse.get(key);
      if (route === undefined) return;
      inUse.delete(key);
      left.add(route);
      const closed = route.dispatcher.close();
      closed.catch(() => {}).finally(() => left.delete(route));
    },
    close() {
      // Not awaited: a connection in progress would delay the end.
      for (const { dispatcher } of [...inUse.values(), ...left]) {
        dispatcher.destroy().catch(() => {});
      }
    },
  };
}

/** undici has no time limits: that of the attempt decides alone. */
function createDispatcher(proxy: URL | undefined, connections: number): Dispatcher {
  const limits = {
    connectTimeout: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: BOUNDS.service.headerBytes,
    connections,
    pipelining: 1,
  };
  if (proxy === undefined) return directDispatcher(limits);
  return proxyDispatcher(limits, proxy, proxyAuthorization(proxy));
}
