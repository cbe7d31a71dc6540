import { RefusedRequestError } from "./errors.js";

/**
 * Parses the base URL of the service; a path prefix and a trailing slash are allowed.
 * @throws {RefusedRequestError} unless it is an http(s) URL without credentials, query and fragment
 */
export function parseBaseUrl(text: string): URL {
  const refuse = (reason: string) =>
    new RefusedRequestError(
      `base URL ${reason}`,
      "a base URL looks like https://api.example.com or https://example.com/prefix",
    );
  if (/\p{Cc}/u.test(text)) throw refuse("contains control characters");
  if (!URL.canParse(text)) throw refuse(`"${text}" is not a URL`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw refuse(`"${text}" is neither http nor https`);
  }
  if (url.username !== "" || url.password !== "") {
    throw refuse(`of ${url.host} contains credentials`);
  }
  if (text.includes("?")) throw refuse(`"${text}" has a query`);
  if (text.includes("#")) throw refuse(`"${text}" has a fragment`);
  return url;
}

/** Reports whether a host is this machine; `127.example.com` is not. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** Refuses to send the key over a connection that others can read. @throws {RefusedRequestError} */
export function assertSafeForKey(url: URL): void {
  if (url.protocol === "https:" || isLoopback(url)) return;
  throw new RefusedRequestError(
    `the API key is not sent to ${url.origin}: plain http is not encrypted`,
    "use an https base URL; http is accepted for loopback only",
  );
}

/** Query parameters. A list becomes one comma-separated value, the values of `each` one parameter each. */
export type Query = Readonly<
  Record<
    string,
    string | number | readonly string[] | { readonly each: readonly string[] } | undefined
  >
>;

/** Returns until when data received at a time is up to date; both are milliseconds since the epoch. */
export type Cadence = (storedAt: number) => number;

/** Target of a request, and how long its answer may be cached. */
export interface Address {
  readonly path: string;
  readonly query: Query;
  readonly freshUntil: Cadence | undefined;
  /** The URL that the path is below; the base URL when omitted. */
  readonly base?: URL;
}

/** Returns the URL of a path of the service, below the base URL's own path. */
export function resolvePath(base: URL, path: string, query: Query = {}): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, "") + path;
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const lists = typeof value === "object" && "each" in value ? value.each.map(single) : [value];
    for (const list of lists) {
      const values = typeof list === "object" ? list : single(list);
      pairs.push(`${encodeURIComponent(name)}=${values.map(encodeURIComponent).join(",")}`);
    }
  }
  url.search = pairs.join("&");
  return url;
}

function single(value: string | number): readonly string[] {
  return [String(value)];
}

/** Prefix of the paths of public listings, as the interface names them. */
const USUAL_PREFIX = "/api/v1/public";
/** Prefix that is tried where a listing is not found under the usual one. */
const OTHER_PREFIX = "/v1";

/** Base URLs of a service, and the prefix that was set for its public paths. */
export interface PublicBases {
  readonly baseUrl: URL;
  readonly publicBaseUrl: URL;
  readonly publicPaths?: string | undefined;
}

/** Returns the URLs where a public listing may be, the usual one first. */
export function listingUrls(
  { baseUrl, publicBaseUrl, publicPaths }: PublicBases,
  usualPath: string,
): readonly URL[] {
  const listing = usualPath.slice(USUAL_PREFIX.length);
  if (publicPaths !== undefined) return [resolvePath(publicBaseUrl, publicPaths + listing)];
  return [resolvePath(publicBaseUrl, usualPath), resolvePath(baseUrl, OTHER_PREFIX + listing)];
}

/** @throws {RefusedRequestError} for a prefix that is not a path */
export function assertPathPrefix(prefix: string | undefined): void {
  if (prefix === undefined || /^(\/[^/?#\p{Cc}]+)+$/u.test(prefix)) return;
  throw new RefusedRequestError(
    `the prefix of the public paths "${prefix}" is not a path`,
    "a prefix looks like /api/v1/public or /v1",
  );
}
