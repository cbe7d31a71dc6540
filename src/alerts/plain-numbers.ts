import { parseQuery, type QueryTree } from "../output/query/query.js";

/*
 * Matches quoted texts and names, literals, indexes and slices, names, numbers, and any other character.
 * A number that goes on as a name (`5d`) is left for the parser to refuse.
 */
const PIECES =
  /(?<quoted>'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?|`(?:[^`\\]|\\.)*`?|\[\s*(?:-?\d+)?\s*(?::\s*(?:-?\d+)?\s*){0,2}\]|[A-Za-z_]\w*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))|\s+|./gs;

/** Matches the end of an operand: a minus after it subtracts. */
const OPERAND_END = /[\w\]})'"`@*]$/;

/**
 * Parses a condition: JMESPath in which numbers need no backticks, `net_pnl < -100`.
 * @param option name of the option or key, for the message
 * @throws {QueryError} as {@link parseQuery} does
 */
export function parseCondition(condition: string, option: string): QueryTree {
  return parseQuery(withLiterals(condition), option, condition);
}

/** Puts the numbers of a condition in backticks. */
function withLiterals(condition: string): string {
  let text = "";
  for (const { 0: piece, groups } of condition.matchAll(PIECES)) {
    if (groups?.number === undefined) {
      text += piece;
      continue;
    }
    const minus = /-\s*$/.exec(text);
    const isNegative =
      minus?.[0] === "-" && !OPERAND_END.test(text.slice(0, minus.index).trimEnd());
    if (isNegative) text = text.slice(0, -1);
    text += `\`${isNegative ? "-" : ""}${piece}\``;
  }
  return text;
}
