import { QueryError } from "../formats/errors.js";
import { excerpt } from "./excerpt.js";

const MAX_BYTES = 10_000;
/** Maximum nesting; each level uses the stack, when a query is compiled and for each value. */
const MAX_DEPTH = 100;

/* Matches quoted names and texts; an unterminated one extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/gs;

/**
 * Checks the length and the nesting of brackets, JSON literals included, before a query is compiled.
 * @param option name of the option, for the message
 * @throws {QueryError} when a limit is exceeded
 */
export function checkSize(expression: string, option: string): void {
  const bytes = Buffer.byteLength(expression);
  if (bytes > MAX_BYTES) {
    throw new QueryError(`${option}: the query has ${bytes} bytes; the limit is ${MAX_BYTES}`);
  }
  let depth = 0;
  for (const character of expression.replace(QUOTED, "")) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if (depth > MAX_DEPTH) throw tooDeep(expression, option);
  }
}

/**
 * Checks the nesting of a query as the library evaluates it: `a || b || c` is nested too.
 * @param tree the compiled query
 * @throws {QueryError} when the limit is exceeded
 */
export function checkDepth(tree: object, expression: string, option: string): void {
  let level = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooDeep(expression, option);
    level = level.flatMap(partsOf);
  }
}

export function tooDeep(expression: string, option: string): QueryError {
  return new QueryError(
    `${option}: "${excerpt(expression)}" is nested more than ${MAX_DEPTH} levels deep (each operator in a row is a level)`,
    'write many alternatives as a list: contains(`["BTC", "ETH"]`, asset)',
  );
}

/** Types of nodes that join a name and a value, and do not count as a level. */
const PAIRS: ReadonlySet<unknown> = new Set(["KeyValuePair", "Binding"]);

/** Returns the child nodes. */
function partsOf(node: object): object[] {
  if (typeOf(node) === "Literal") return [];
  const parts: unknown[] = Object.values(node).flat();
  return parts
    .filter((part) => typeof part === "object" && part !== null)
    .flatMap((part) => (PAIRS.has(typeOf(part)) ? partsOf(part) : [part]));
}

function typeOf(node: object): unknown {
  return "type" in node ? node.type : undefined;
}
