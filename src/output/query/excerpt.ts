/** Maximum number of characters of a query in a message. */
const LONGEST = 80;
const CUT = "...";
/* Matches half a surrogate pair at a cut. */
const HALF_CHARACTERS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

/**
 * Returns the part of a query to quote in a message: all of a short one, and the text around the
 * error of a long one.
 * @param place index of the character of the error
 */
export function excerpt(expression: string, place = 0): string {
  if (expression.length <= LONGEST) return expression;
  const last = expression.length - LONGEST;
  const start = Math.min(last, Math.max(0, place - LONGEST / 2));
  const part = expression.slice(start, start + LONGEST).replace(HALF_CHARACTERS, "");
  return `${start > 0 ? CUT : ""}${part}${start < last ? CUT : ""}`;
}
