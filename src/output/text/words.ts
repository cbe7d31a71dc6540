/** Formats a count: "1 position", "2 positions". */
export function counted(count: number, thing: string): string {
  return `${count} ${count === 1 ? thing : `${thing}s`}`;
}

/** Maximum number of things that a message names; further ones are counted. */
export const MOST_NAMED = 8;

/** Joins the first texts, and counts the rest: `4, 5 and 3 more`. */
export function firstOf(
  texts: readonly (string | number)[],
  most = MOST_NAMED,
  separator = ", ",
): string {
  const rest = texts.length - most;
  const named = texts.slice(0, most).join(separator);
  return rest > 0 ? `${named} and ${rest} more` : named;
}

/**
 * Returns the known key that was probably meant: the only one that ends with the given name
 * (`performance.net_pnl` for `net_pnl`), else the nearest one by edit distance; undefined if none is near.
 */
export function nearestTo(asked: string, known: readonly string[]): string | undefined {
  const wanted = asked.toLowerCase();
  const sameEnd = known.filter((key) => key.toLowerCase().endsWith(`.${wanted}`));
  if (sameEnd.length === 1) return sameEnd[0];
  let nearest: string | undefined;
  let best = Math.min(wanted.length, Math.max(2, Math.floor(wanted.length / 3)) + 1);
  for (const key of known) {
    const distance = editDistance(wanted, key.toLowerCase());
    if (distance >= best) continue;
    best = distance;
    nearest = key;
  }
  return nearest;
}

/** Returns the Levenshtein distance: letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/* Characters without a special meaning in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * Quotes a text for POSIX shells as one word of a command line to copy, so that text from the service
 * is never run as a command.
 */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
