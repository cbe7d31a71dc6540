import { BlockList, isIP } from "node:net";
import { ProxySettingError } from "./errors.js";
import { isLoopback } from "./loopback.js";

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * The proxy that a URL is asked through, from HTTP_PROXY, HTTPS_PROXY and NO_PROXY; the names in
 * small letters win, as in curl. This machine itself is never asked through a proxy, as in Go's
 * net/http: the proxy would ask its own machine, and read a key that is only for this one.
 * @throws {ProxySettingError} when the variable does not hold the URL of an http(s) proxy
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (isLoopback(url)) return undefined;
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const text = (env[name.toLowerCase()] ?? env[name] ?? "").trim();
  if (text === "" || isExempt(url, env.no_proxy ?? env.NO_PROXY ?? "")) return undefined;
  return parseProxy(name, text);
}

/**
 * The `Proxy-Authorization` that the URL of a proxy stands for (RFC 7617); undefined when it has no
 * credentials.
 */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A per cent sign that escapes nothing stands for itself. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * `*`, networks such as 10.0.0.0/8, or names and addresses, each with everything below it and with a
 * port where one is given. A dot behind a name says that it is whole, which changes nothing here.
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

/** Tells whether an address is in a network in CIDR notation (RFC 4632); a name never is. */
function isInNetwork(host: string, cidr: string): boolean {
  const [network = "", bits = ""] = cidr.split("/");
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family === 4 ? "ipv4" : "ipv6");
  return list.check(host, family === 4 ? "ipv4" : "ipv6");
}

/** A proxy without a scheme is an http one, as in curl. */
function parseProxy(name: string, text: string): URL {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new ProxySettingError(`${name} is not the URL of an http or https proxy`);
}
