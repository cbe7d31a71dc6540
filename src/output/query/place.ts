import { compile, tokenize } from "@jmespath-community/jmespath";
import { countWhile } from "../../base/count-while.js";

/* Matches a token of the library, an unterminated one up to the end, else a single character. */
const PIECES =
  /[ \t\r\n]+|\w+|"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"?|'(?:[^'\\]|\\['\\]|\\(?!['\\]))*'?|`(?:[^`\\]|\\[`\\]|\\(?![`\\]))*`?|./gs;

/**
 * Finds the place of the error in an invalid query, which the library does not report.
 * @returns the index of the character; the length of the query when its end is missing
 */
export function placeOfError(expression: string): number {
  for (const { 0: piece, index } of expression.matchAll(PIECES)) {
    if (messageOf(() => tokenize(piece)) !== undefined) return index;
  }
  const tokens = tokenize(expression);
  const endOf = (index: number) => tokens[index + 1]?.start ?? expression.length;
  // Every extension of an invalid prefix is invalid, so bisection finds the shortest invalid prefix.
  const good = countWhile(tokens.length, (index) => {
    const message = messageOf(() => compile(expression.slice(0, endOf(index))));
    return message === undefined || message.includes("EOF");
  });
  return tokens[good]?.start ?? expression.length;
}

function messageOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
