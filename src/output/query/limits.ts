import { QueryError } from "../formats/errors.js";
import { excerpt } from "./excerpt.js";

const MAX_BYTES = 10_000;
/** Each level takes room on the stack: once when a query is read, and again for each value. */
const MAX_DEPTH = 100;

/* Of texts, names and JSON; one that does not end goes on to the last character. */
const QUOTED = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/gs;

/**
 * Checks what a query must not have for it to be read at all: a length, or brackets nested in
 * brackets, beyond the limits. Those of JSON literals count as well.
 * @param option what it was given as, for the message
 * @throws {QueryError} with the limit
 */
export function checkSize(expression: string, option: string): void {
  const bytes = Buffer.byteLength(expression);
  if (bytes > MAX_BYTES) {
    throw new QueryError(`${option}: a query is at most 10 kB long, and this has ${bytes} bytes`);
  }
  let depth = 0;
  for (const character of expression.replace(QUOTED, "")) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    if (depth > MAX_DEPTH) throw tooDeep(expression, option);
  }
}

/**
 * Checks how deep a query is nested as the library evaluates it: `a || b || c` is nested, too.
 * @param tree as the library compiles it
 * @throws {QueryError} with the limit
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
    `${option}: "${excerpt(expression)}" is nested more than ${MAX_DEPTH} deep, and operators in a row count`,
    'many alternatives are one list: contains(`["BTC", "ETH"]`, asset)',
  );
}

/** A name and its value, which are no level of their own. */
const PAIRS: ReadonlySet<unknown> = new Set(["KeyValuePair", "Binding"]);

/** The nodes right below one. */
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
