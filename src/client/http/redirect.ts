import { RedirectError } from "./errors.js";

export const MAX_REDIRECTS = 5;

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Refuses a redirect that repeats a secret: in a URL it would be kept by every log on the way.
 * @param redact takes secrets out of a text
 * @throws {RedirectError}
 */
export function refuseSecretIn(
  location: string | undefined,
  redact: (text: string) => string,
  { origin }: URL,
): void {
  if (location === undefined || redact(location) === location) return;
  throw new RedirectError(`${origin} redirects to a place with the API key in its URL`);
}

/**
 * Where a redirect leads, when it may be followed. Only the same origin may, so that a key never
 * travels to another one.
 * @throws {RedirectError} when it names no place, or another origin
 */
export function redirectTarget(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new RedirectError(`${from.origin} redirects without saying where to`);
  }
  const target = new URL(location, from);
  if (target.host === from.host && from.protocol === "https:" && target.protocol === "http:") {
    throw new RedirectError(`${from.origin} redirects from https to http, which is not followed`);
  }
  if (target.origin !== from.origin) {
    throw new RedirectError(
      `${from.origin} redirects to another origin, ${placeOf(target)}, which is not followed`,
    );
  }
  return target;
}

/** A scheme that is not http's has no origin to speak of. */
function placeOf(target: URL): string {
  return target.origin === "null" ? target.protocol : target.origin;
}
