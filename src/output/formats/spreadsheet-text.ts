import { isDecimalText } from "../../base/decimal.js";

/* What a spreadsheet may take off before it looks for a formula: quotes, spaces, what is drawn as
   nothing. No separator and no line break is among them, so that each is looked at once. */
const SKIPPED = String.raw`(?:(?![\t\r\n])["\p{Z}\p{C}])*`;
/* Full-width forms included. */
const FORMULA_SIGN = "[=+\\-@＝＋－＠]";

/**
 * The places at which a cell begins with a formula sign: at the beginning of the text, and behind
 * what ends a cell for a spreadsheet that separates at `;` or tabs. To that one a quote in the middle
 * of a field is no quote, so that a line break ends a row. At the end of the text it is the closing
 * quote that would begin a cell, and swallow what follows up to the next one.
 */
const FORMULA_STARTS = new RegExp(
  `^${SKIPPED}(?=${FORMULA_SIGN})|[;\\t\\r\\n]${SKIPPED}(?=${FORMULA_SIGN}|$)`,
  "gu",
);

/**
 * Returns a text that no spreadsheet runs as a formula, whether it separates cells at `,`, at `;` or
 * at tabs: a `'` stands before each formula sign at which a cell would begin. Decimal texts stay
 * numbers.
 */
export function harmlessText(text: string): string {
  if (isDecimalText(text)) return text;
  const marked = text.replace(FORMULA_STARTS, "$&'");
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
