/* Scans JSON text without parsing it. */

export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the index after the string whose opening quote is at `start`; the text's length if it has no end. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  return (quote - before) % 2 === 0;
}

/** Does the same in bytes of UTF-8, which need not be valid JSON; past the last byte if it has no end. */
export function endOfStringBytes(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}
