import { BlockList, isIP } from "node:net";
import type { Dispatcher } from "undici";
import { BOUNDS } from "../../base/bounds.js";
import { orElse } from "../../base/functions.js";
import { isLoopback } from "../base-url.js";
import { ProxySettingError } from "../errors.js";
import { directDispatcher, proxyDispatcher } from "./undici.js";

type Env = Readonly<Record<string, string | undefined>>;

/** A dispatcher, with the proxy that it uses. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** scheme://host:port of the proxy, without its credentials; undefined without a proxy. */
  readonly proxy: string | undefined;
}

interface RouteOptions {
  readonly connections: number;
  readonly env: Env;
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
export function createRoutes({ connections, env }: RouteOptions): Routes {
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

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * Returns the proxy for a URL, from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; lower-case names take
 * precedence, as in curl. Loopback addresses never use a proxy, as in Go's net/http: the proxy would
 * connect to its own machine, and could read the key.
 * @throws {ProxySettingError} if the variable is not the URL of an http(s) proxy
 * @internal exported for tests
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (isLoopback(url)) return undefined;
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = (env[name.toLowerCase()] ?? env[name] ?? "").trim();
  if (text === "" || isExempt(url, env.no_proxy ?? env.NO_PROXY ?? "")) return undefined;
  return parseProxy(name, text);
}

/**
 * Returns the `Proxy-Authorization` header for a proxy's URL (RFC 7617); undefined without credentials.
 * @internal exported for tests
 */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  // A percent sign that escapes nothing stays as it is.
  const unescaped = (text: string) => orElse(() => decodeURIComponent(text), text);
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/**
 * Matches `*`, networks such as 10.0.0.0/8, and names and addresses, including subdomains; a port in
 * an entry must match too. A trailing dot is ignored.
 */
function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port || DEFAULT_PORTS[url.protocol];
  const host = bare(url.hostname);
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === "*") return true;
    if (entry.includes("/")) return isInNetwork(host, entry);
    const [, name = entry, onlyPort] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
    if (onlyPort !== undefined && onlyPort !== port) return false;
    const domain = bare(name.toLowerCase().replace(/^\*?\./, ""));
    return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
  });
}

function bare(host: string): string {
  return host.replace(/^\[|\]$|\.$/g, "");
}

/** Reports whether an address is in a network in CIDR notation (RFC 4632); a name never is. */
function isInNetwork(host: string, cidr: string): boolean {
  const [network = "", bits = ""] = cidr.split("/");
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return list.check(host, family === 4 ? "ipv4" : "ipv6");
}

/** Parses the URL of a proxy; http is the default scheme, as in curl. */
function parseProxy(name: string, text: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new ProxySettingError(`${name} is not the URL of an http or https proxy`);
}
