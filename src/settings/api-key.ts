/** The longest key that is taken; far longer than any, and short enough for a header. */
const MAX_LENGTH = 4096;

/** Keys no longer than this are not shown even in part. */
const SHOWN_FROM = 13;

/**
 * Why a text cannot be an API key, as the end of "the key …"; undefined when it can. A key travels
 * in a header, where a line break would begin another one.
 */
export function keyFault(text: string): string | undefined {
  if (text === "") return "is empty";
  if (/[\r\n]/.test(text)) return "has a line break in it";
  if (/[ \t]/.test(text)) return "has a space or tab in it";
  const at = text.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `has a character in it that no key has (U+${code}, the ${at + 1}. of it)`;
  }
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  return undefined;
}

/** What may be shown of a key: the last four characters of a long one, of a short one nothing. */
export function maskKey(key: string): string {
  return key.length >= SHOWN_FROM ? `****${key.slice(-4)}` : "****";
}
