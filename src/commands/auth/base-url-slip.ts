/** The beginnings of the service's own paths, at the end of a base URL. */
const SLIP = /(?:(?:\/api)?\/v1|\/api)\/*$/;

/**
 * Returns a base URL without `/v1`, `/api` or `/api/v1` at its end, which the paths of the service begin
 * with themselves; undefined when it ends otherwise.
 */
export function withoutSlip({ origin, pathname }: URL): string | undefined {
  return SLIP.test(pathname) ? origin + pathname.replace(SLIP, "") : undefined;
}
