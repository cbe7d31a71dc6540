import { compile, tokenize } from "@jmespath-community/jmespath";

/* What the library reads in one go, with as much of what does not end as there is; else a character. */
const PIECES =
  /[ \t\r\n]+|\w+|"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"?|'(?:[^'\\]|\\['\\]|\\(?!['\\]))*'?|`(?:[^`\\]|\\[`\\]|\\(?![`\\]))*`?|./gs;

/**
 * Finds the place of the error in a query that the library refuses, which tells none.
 * @returns the index of the character; the length of the query when something is missing at its end
 */
export function placeOfError(expression: string): number {
  for (const { 0: piece, index } of expression.matchAll(PIECES)) {
    if (messageOf(() => tokenize(piece)) !== undefined) return index;
  }
  const tokens = tokenize(expression);
  const endOf = (index: number) => tokens[index + 1]?.start ?? expression.length;
  // What is wrong with a beginning stays wrong, so that halving finds the first one that is.
  let good = 0;
  let bad = tokens.length;
  while (good < bad) {
    const middle = (good + bad) >> 1;
    const message = messageOf(() => compile(expression.slice(0, endOf(middle))));
    if (message === undefined || message.includes("EOF")) good = middle + 1;
    else bad = middle;
  }
  return tokens[bad]?.start ?? expression.length;
}

function messageOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
