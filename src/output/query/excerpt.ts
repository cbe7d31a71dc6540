/** More of a query is not repeated in a message. */
const LONGEST = 80;
const CUT = "...";
/* What is left of a surrogate pair that was cut in two. */
const HALF_CHARACTERS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/**
 * Returns the part of a query that a message repeats: all of a short one, and of a long one what
 * stands around the place of the error.
 * @param place index of the character that the message is about
 */
export function excerpt(expression: string, place = 0): string {
  if (expression.length <= LONGEST) return expression;
  const last = expression.length - LONGEST;
  const start = Math.min(last, Math.max(0, place - LONGEST / 2));
  const part = expression.slice(start, start + LONGEST).replace(HALF_CHARACTERS, "");
  return `${start > 0 ? CUT : ""}${part}${start < last ? CUT : ""}`;
}
