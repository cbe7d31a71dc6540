import { resolvePath } from "./base-url.js";
import { RefusedRequestError } from "./errors.js";

/** Prefix of the paths of public listings, as the interface names them. */
export const USUAL_PREFIX = "/api/v1/public";
/** Prefix that is tried where a listing is not found under the usual one. */
export const OTHER_PREFIX = "/v1";

/** Remembers under which prefix the public listings of a service were found. */
export interface PathMemory {
  /** Returns undefined if nothing is known. */
  read(): string | undefined | Promise<string | undefined>;
  write(prefix: string): void | Promise<void>;
}

/** A listing that was found under another path than the one tried first. */
export interface PathEvent {
  /** Path that answered 404. */
  readonly missing: string;
  /** Path that answered instead. */
  readonly found: string;
}

/** Where the public listings of a service are. */
export interface PublicPaths {
  /** The only prefix to use; without it, both known ones are tried. */
  readonly fixed: string | undefined;
  readonly memory: PathMemory | undefined;
  /** Called when a listing is found under another path than the one tried first. */
  readonly onFound: ((event: PathEvent) => void) | undefined;
}

/** Base URLs of a service, and the prefix that was set for its public paths. */
export interface PublicBases {
  readonly baseUrl: URL;
  readonly publicBaseUrl: URL;
  readonly prefix: string | undefined;
}

/** Returns the URLs where a public listing may be, the usual one first. */
export function listingUrls(
  { baseUrl, publicBaseUrl, prefix }: PublicBases,
  listing: `/${string}`,
): URL[] {
  if (prefix !== undefined) return [resolvePath(publicBaseUrl, prefix + listing)];
  return [
    resolvePath(publicBaseUrl, USUAL_PREFIX + listing),
    resolvePath(baseUrl, OTHER_PREFIX + listing),
  ];
}

/** @throws {RefusedRequestError} for a prefix that is not a path */
export function assertPathPrefix(prefix: string | undefined): void {
  if (prefix === undefined || /^(\/[^/?#\p{Cc}]+)+$/u.test(prefix)) return;
  throw new RefusedRequestError(
    `the prefix of the public paths "${prefix}" is not a path`,
    "a prefix looks like /api/v1/public or /v1",
  );
}
