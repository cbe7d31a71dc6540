/* What no shell takes for anything but itself. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * A text as one word of a command line that is shown to be copied: a word from the service must not
 * be run as a command. Quoted as POSIX shells read it.
 */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
