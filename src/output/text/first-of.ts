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
