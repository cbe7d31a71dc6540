import { RedirectError } from "./errors.js";

export const MAX_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** @throws {RedirectError} if the redirect's URL contains a secret, since URLs are written to logs */
export function refuseSecretIn(
  location: string | undefined,
  redact: (text: string) => string,
  { origin }: URL,
): void {
  if (location === undefined || redact(location) === location) return;
  throw new RedirectError(`${origin} redirects to a URL that contains the API key`);
}

/**
 * Returns the target of a redirect.
 * @throws {RedirectError} without a valid location, and for another origin, which must not get the key
 */
export function redirectTarget(
  from: URL,
  location: string | undefined,
  redactQuote: (text: string) => string,
): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new RedirectError(`${from.origin} redirects without a valid location`);
  }
  const target = new URL(location, from);
  if (target.host === from.host && from.protocol === "https:" && target.protocol === "http:") {
    throw new RedirectError(`${from.origin} redirects from https to http, which is not followed`);
  }
  if (target.origin !== from.origin) {
    const place = target.origin === "null" ? target.protocol : target.origin;
    throw new RedirectError(
      `${from.origin} redirects to another origin, ${redactQuote(place)}, which is not followed`,
    );
  }
  return target;
}
