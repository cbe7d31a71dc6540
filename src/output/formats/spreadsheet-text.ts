import { isDecimalText } from "../../base/decimal-text.js";

/* Characters that a spreadsheet may strip before it looks for a formula: quotes, spaces, invisible
   ones. Separators and line breaks are excluded, so that each is matched once. */
const SKIPPED = String.raw`(?:(?![\t\r\n])["\p{Z}\p{C}])*`;
/* Signs that begin a formula, with their full-width forms. */
const FORMULA_SIGN = "[=+\\-@＝＋－＠]";

/**
 * Matches the places where a cell begins with a formula sign: at the start of the text, and after
 * the end of a cell for a spreadsheet that separates at `;` or tabs. Such a spreadsheet ignores a
 * quote within a field, so a line break ends a row. At the end of the text, the closing quote would
 * begin a cell and swallow the text up to the next quote.
 */
const FORMULA_STARTS = new RegExp(
  `^${SKIPPED}(?=${FORMULA_SIGN})|[;\\t\\r\\n]${SKIPPED}(?=${FORMULA_SIGN}|$)`,
  "gu",
);

/**
 * Returns a text that no spreadsheet runs as a formula, whether it separates cells at `,`, `;` or
 * tabs: puts a `'` before each formula sign at the start of a cell. Decimal texts stay numbers.
 */
export function harmlessText(text: string): string {
  if (isDecimalText(text)) return text;
  const marked = text.replace(FORMULA_STARTS, "$&'");
  return /^[\t\r\n]/.test(marked) ? `'${marked}` : marked;
}
