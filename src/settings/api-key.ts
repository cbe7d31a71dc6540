/** Minimum length of a key whose end is shown. */
const SHOWN_FROM = 13;

/** Returns a key as it may be shown: the last four characters of a long one, none of a short one. */
export function maskKey(key: string): string {
  return key.length >= SHOWN_FROM ? `****${key.slice(-4)}` : "****";
}
