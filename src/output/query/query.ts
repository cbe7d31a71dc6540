import {
  compile,
  getRegisteredFunctions,
  type JSONValue,
  TreeInterpreter,
  tokenize,
} from "@jmespath-community/jmespath";
import { QueryError } from "../formats/errors.js";
import type { Pages } from "../formats/pages.js";
import type { Sourced } from "../text/sourced.js";
import { excerpt } from "./excerpt.js";
import { fieldsOf } from "./fields.js";
import { checkDepth, checkSize, tooDeep } from "./limits.js";
import { readOwnFields } from "./own-fields.js";
import { placeOfError } from "./place.js";

/** A JMESPath expression that was found well-formed. */
export interface Query {
  /** The fields that it names, as far as they hang together: `performance.net_pnl`. */
  readonly fields: readonly string[];
  /** @throws {QueryError} when a function gets what it cannot work on */
  apply(value: unknown): unknown;
}

/**
 * Reads a JMESPath expression (jmespath.org, with the community's additions).
 * @param option what it was given as, for the message
 * @throws {QueryError} with the place of the error, the name of an unknown function, or the limit
 *   that it is beyond
 */
export function compileQuery(expression: string, option = "--query"): Query {
  checkSize(expression, option);
  const tree = parse(expression, option);
  checkDepth(tree, expression, option);
  checkComparisons(expression, option);
  checkFunctions(tree, expression, option);
  const fields = fieldsOf(tree);
  readOwnFields(tree);
  return {
    fields,
    apply(value) {
      try {
        return TreeInterpreter.search(tree, value as JSONValue);
      } catch (error) {
        const reason = excerpt((error as Error).message);
        throw new QueryError(`${option}: "${excerpt(expression)}": ${reason}`);
      }
    },
  };
}

/** Each item's result, page by page. */
export async function* queriedItems<T>(pages: Pages<T>, query: Query): Pages<unknown> {
  for await (const page of pages) yield page.map((item) => queried(item.value, query));
}

/** The result over the items of all pages. */
export async function queriedWhole<T>(pages: Pages<T>, query: Query): Promise<Sourced<unknown>> {
  const values: T[] = [];
  for await (const page of pages) for (const item of page) values.push(item.value);
  return queried(values, query);
}

/** What a query makes of a value, ready to be printed. */
export function queried(value: unknown, query: Query): Sourced<unknown> {
  const result = query.apply(value) ?? null;
  return { value: result, source: JSON.stringify(result) };
}

function parse(expression: string, option: string): ReturnType<typeof compile> {
  try {
    return compile(expression);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(expression, option); // such as a thousand times !
    const place = placeOfError(expression);
    const reason = excerpt((error as Error).message.replace(/^Syntax error[:,] /, ""));
    const number = /^-?\d+(\.\d+)?/.exec(expression.slice(place))?.[0];
    throw new QueryError(
      `${option}: "${excerpt(expression, place)}" is not a JMESPath expression: at character ${place + 1}: ${reason}`,
      number === undefined ? undefined : `numbers stand in backticks: \`${excerpt(number)}\``,
    );
  }
}

/** The library takes `a = b` for a binding, which only `let` can have, and what it binds for true. */
function checkComparisons(expression: string, option: string): void {
  const tokens = tokenize(expression);
  const single = tokens.find(
    ({ type }, at) => String(type) === "Assign" && String(tokens[at - 1]?.type) !== "Variable",
  );
  if (single === undefined) return;
  const { start } = single;
  throw new QueryError(
    `${option}: "${excerpt(expression, start)}": at character ${start + 1}: = compares nothing`,
    "use == to compare",
  );
}

function checkFunctions(node: unknown, expression: string, option: string): void {
  if (node === null || typeof node !== "object") return;
  const { type, name } = node as { type?: unknown; name?: unknown };
  if (type === "Literal") return;
  if (type === "Function" && typeof name === "string" && !getRegisteredFunctions().includes(name)) {
    const told = excerpt(expression, expression.indexOf(name));
    throw new QueryError(`${option}: "${told}": there is no function ${excerpt(name)}()`);
  }
  for (const child of Object.values(node)) checkFunctions(child, expression, option);
}
