/* Characters without a special meaning in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * Quotes a text for POSIX shells as one word of a command line to copy, so that text from the service
 * is never run as a command.
 */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
