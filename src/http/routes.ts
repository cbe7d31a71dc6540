import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { proxyFor } from "./proxy.js";

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
  readonly timeoutMs: number;
  readonly connections?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Routes {
  /** @throws {ProxySettingError} */
  to(url: URL): Route;
  /** Ends all connections at once. */
  close(): void;
}

/** Makes each route on first use and keeps its connections alive. */
export function createRoutes(options: RouteOptions): Routes {
  const routes = new Map<string, Route>();
  return {
    to(url) {
      const proxy = proxyFor(url, options.env);
      const key = proxy?.href ?? "direct";
      let route = routes.get(key);
      if (route === undefined) {
        route = { dispatcher: createDispatcher(proxy, options), proxy: proxy?.origin };
        routes.set(key, route);
      }
      return route;
    },
    close() {
      // Not waited for: a connection that is still being made would hold up the end.
      for (const { dispatcher } of routes.values()) dispatcher.destroy().catch(() => {});
    },
  };
}

/** The time-out of a whole attempt is the only clock, so undici's own are set beyond it. */
function createDispatcher(
  proxy: URL | undefined,
  { timeoutMs, connections = 1 }: RouteOptions,
): Dispatcher {
  const beyond = timeoutMs + 1000;
  const limits = {
    connectTimeout: beyond,
    headersTimeout: beyond,
    bodyTimeout: beyond,
    maxHeaderSize: MAX_HEADER_BYTES,
    connections,
    pipelining: 1,
  };
  if (proxy === undefined) return new Agent(limits);
  return new ProxyAgent({
    ...limits,
    uri: proxy.href,
    // Plain http is asked for as proxies know it, https through a tunnel.
    proxyTunnel: false,
    proxyTls: { timeout: beyond },
    requestTls: { timeout: beyond },
  });
}
