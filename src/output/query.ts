import {
  compile,
  getRegisteredFunctions,
  type JSONValue,
  TreeInterpreter,
  tokenize,
} from "@jmespath-community/jmespath";
import type { Sourced } from "./column.js";
import { QueryError } from "./errors.js";
import type { Pages } from "./pages.js";
import { fieldsOf } from "./query-fields.js";
import { readOwnFields } from "./query-own-fields.js";

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
 * @throws {QueryError} with the place of the error, or the name of an unknown function
 */
export function compileQuery(expression: string, option = "--query"): Query {
  const told = `${option}: "${expression}"`;
  const tree = parse(expression, told);
  checkComparisons(expression, told);
  checkFunctions(tree, told);
  const fields = fieldsOf(tree);
  readOwnFields(tree);
  return {
    fields,
    apply(value) {
      try {
        return TreeInterpreter.search(tree, value as JSONValue);
      } catch (error) {
        throw new QueryError(`${told}: ${(error as Error).message}`);
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

function parse(expression: string, told: string): ReturnType<typeof compile> {
  try {
    return compile(expression);
  } catch (error) {
    const place = placeOfError(expression);
    const reason = (error as Error).message.replace(/^Syntax error[:,] /, "");
    const number = /^-?\d+(\.\d+)?/.exec(expression.slice(place))?.[0];
    throw new QueryError(
      `${told} is not a JMESPath expression: at character ${place + 1}: ${reason}`,
      number === undefined ? undefined : `numbers stand in backticks: \`${number}\``,
    );
  }
}

/** The library takes `a = b` for a binding, which only `let` can have, and what it binds for true. */
function checkComparisons(expression: string, told: string): void {
  const tokens = tokenize(expression);
  const single = tokens.find(
    ({ type }, at) => String(type) === "Assign" && String(tokens[at - 1]?.type) !== "Variable",
  );
  if (single === undefined) return;
  throw new QueryError(
    `${told}: at character ${single.start + 1}: = compares nothing`,
    "use == to compare",
  );
}

/** The library tells no place: it is where the words, read one by one, first make no sense. */
function placeOfError(expression: string): number {
  for (let end = 1; end <= expression.length; end++) {
    if (fails(() => tokenize(expression.slice(0, end))) && !canStillBeWord(expression, end)) {
      return end - 1;
    }
  }
  if (fails(() => tokenize(expression))) return expression.length;
  const tokens = tokenize(expression);
  for (const [index, token] of tokens.entries()) {
    const end = tokens[index + 1]?.start ?? expression.length;
    const message = messageOf(() => compile(expression.slice(0, end)));
    if (message !== undefined && !message.includes("EOF")) return token.start;
  }
  return expression.length;
}

/** A quoted word or literal that has begun and not ended yet fails only for now. */
function canStillBeWord(expression: string, end: number): boolean {
  return !fails(() => tokenize(expression)) || /["'`]/.test(expression.slice(0, end));
}

function fails(action: () => unknown): boolean {
  return messageOf(action) !== undefined;
}

function messageOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function checkFunctions(node: unknown, told: string): void {
  if (node === null || typeof node !== "object") return;
  const { type, name } = node as { type?: unknown; name?: unknown };
  if (type === "Function" && typeof name === "string" && !getRegisteredFunctions().includes(name)) {
    throw new QueryError(`${told}: there is no function ${name}()`);
  }
  for (const child of Object.values(node)) checkFunctions(child, told);
}
