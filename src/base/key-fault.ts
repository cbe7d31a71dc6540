/** Maximum length of a key: longer than any real one, and short enough for a header. */
const MAX_LENGTH = 4096;

/**
 * Describes why a text is not a valid API key, as the end of "the key …"; undefined when it is. A key
 * is sent in a header, where a line break would begin another one.
 */
export function keyFault(text: string): string | undefined {
  if (text === "") return "is empty";
  if (/[\r\n]/.test(text)) return "contains a line break";
  if (/[ \t]/.test(text)) return "contains a space or tab";
  const at = text.search(/[^\x21-\x7e]/);
  if (at >= 0) {
    const code = (text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    return `contains an invalid character (U+${code} at position ${at + 1})`;
  }
  if (text.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  return undefined;
}
