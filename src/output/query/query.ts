import {
  compile,
  getRegisteredFunctions,
  type JSONValue,
  TreeInterpreter,
  tokenize,
} from "@jmespath-community/jmespath";
import { wholeAsSent } from "../../base/as-sent.js";
import { countWhile } from "../../base/collections.js";
import { Digits, digitsByDouble, keepsDigits } from "../../base/json-text.js";
import { QueryError } from "../formats/errors.js";
import { exactJson } from "../formats/exact-json.js";
import type { Pages } from "../formats/pages.js";
import type { Sourced } from "../text/sourced.js";
import { excerpt } from "./excerpt.js";
import { fieldsOf } from "./fields.js";
import { checkDepth, checkSize, tooDeep } from "./limits.js";
import { readOwnFields } from "./own-fields.js";

/** A compiled JMESPath expression. */
export interface Query {
  /** Fields that it names, as dotted paths: `performance.net_pnl`. */
  readonly fields: readonly string[];
  /** Returns the result for a value. @throws {QueryError} when a function gets a wrong type */
  apply(value: unknown): unknown;
}

/**
 * Compiles a JMESPath expression (jmespath.org, with the extensions of JMESPath Community).
 * @param option name of the option, for the message
 * @throws {QueryError} with the place of the error, the name of an unknown function, or the exceeded
 *   limit
 */
export function compileQuery(expression: string, option = "--query"): Query {
  const tree = parseQuery(expression, option);
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

/** A JMESPath expression as a tree. */
export type QueryTree = ReturnType<typeof compile>;

/** The text that the user wrote for an expression, for messages. */
interface Origin {
  readonly written: string;
  /** Returns the index in `written` of a character of the expression. */
  readonly placeOf: (index: number) => number;
}

/**
 * Parses a JMESPath expression, within the limits of a query.
 * @param option name of the option, for the message
 * @throws {QueryError} as {@link compileQuery} does
 */
export function parseQuery(expression: string, option: string, origin?: Origin): QueryTree {
  const { written = expression } = origin ?? {};
  checkSize(written, option);
  const tree = parse(expression, option, origin);
  checkDepth(tree, written, option);
  checkComparisons(expression, option, origin);
  checkFunctions(tree, written, option);
  return tree;
}

/** Applies a query to each item as it was sent, page by page. */
export async function* queriedItems<T>(pages: Pages<T>, query: Query): Pages<unknown> {
  for await (const page of pages) yield page.map((item) => queried(item, query));
}

/** Applies a query to the items of all pages together, as they were sent. */
export async function queriedWhole<T>(pages: Pages<T>, query: Query): Promise<Sourced<unknown>> {
  const values: unknown[] = [];
  const sent: SentDigits[] = [];
  for await (const page of pages) {
    for (const item of page) {
      values.push(wholeAsSent(item.value));
      sent.push(digitsOf(item));
    }
  }
  return result(query.apply(values), joined(values, sent));
}

/** Applies a query to an item as it was sent. */
export function queried(item: Sourced<unknown>, query: Query): Sourced<unknown> {
  return result(query.apply(wholeAsSent(item.value)), digitsOf(item));
}

/** Digits of numbers that a double does not keep, by that double; undefined where there are none. */
type SentDigits = ReadonlyMap<number, string> | undefined;

function digitsOf({ source, keepsDigits: isExact = keepsDigits(source) }: Sourced<unknown>) {
  return isExact ? undefined : digitsByDouble(source);
}

/** Returns a query result and its text, with {@link Digits} for numbers that a double does not keep. */
function result(found: unknown, sent: SentDigits): Sourced<unknown> {
  const value = sent === undefined ? (found ?? null) : withDigits(found ?? null, sent);
  return { value, source: sent === undefined ? JSON.stringify(value) : exactJson(value) };
}

function parse(expression: string, option: string, origin: Origin | undefined): QueryTree {
  const { written, placeOf } = origin ?? asIs(expression);
  try {
    return compile(expression);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(written, option); // for example a thousand `!`
    const place = placeOf(placeOfError(expression));
    const reason = excerpt((error as Error).message.replace(/^Syntax error[:,] /, ""));
    const number = /^-?\d+(\.\d+)?/.exec(written.slice(place))?.[0];
    throw new QueryError(
      `${option}: "${excerpt(written, place)}" is not a JMESPath expression: at character ${place + 1}: ${reason}`,
      number === undefined || origin !== undefined
        ? undefined
        : `put numbers in backticks: \`${excerpt(number)}\``,
    );
  }
}

function asIs(expression: string): Origin {
  return { written: expression, placeOf: (index) => index };
}

/** Refuses `a = b`, which the library accepts as a binding (valid only in `let`) that is true. */
function checkComparisons(
  expression: string,
  option: string,
  { written, placeOf }: Origin = asIs(expression),
): void {
  const tokens = tokenize(expression);
  const single = tokens.find(
    ({ type }, at) => String(type) === "Assign" && String(tokens[at - 1]?.type) !== "Variable",
  );
  if (single === undefined) return;
  const place = placeOf(single.start);
  throw new QueryError(
    `${option}: "${excerpt(written, place)}": at character ${place + 1}: = is not a comparison`,
    "use == to compare",
  );
}

function checkFunctions(node: unknown, expression: string, option: string): void {
  if (node === null || typeof node !== "object") return;
  const { type, name } = node as { type?: unknown; name?: unknown };
  if (type === "Literal") return;
  if (type === "Function" && typeof name === "string" && !getRegisteredFunctions().includes(name)) {
    const quoted = excerpt(expression, expression.indexOf(name));
    throw new QueryError(`${option}: "${quoted}": there is no function ${excerpt(name)}()`);
  }
  for (const child of Object.values(node)) checkFunctions(child, expression, option);
}

/** Returns the result of a query with the digits that the numbers of its input had. */
function withDigits(result: unknown, sent: NonNullable<SentDigits>): unknown {
  const visit = (value: unknown): unknown => {
    if (typeof value === "number") {
      const digits = sent.get(value);
      return digits === undefined ? value : new Digits(digits);
    }
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member)]));
  };
  return visit(result);
}

/** Returns the digits of all items; where items differ in those of a double it is left out. */
function joined(values: readonly unknown[], sent: readonly SentDigits[]): SentDigits {
  if (sent.every((one) => one === undefined)) return undefined;
  const all = new Map(sent.flatMap((one) => [...(one ?? [])]));
  const spoilt = new Set<number>();
  const visit = (value: unknown, own: SentDigits) => {
    if (typeof value === "number" && own?.get(value) !== all.get(value)) spoilt.add(value);
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) visit(member, own);
    }
  };
  for (const [index, value] of values.entries()) visit(value, sent[index]);
  for (const double of spoilt) all.delete(double);
  return all;
}

/* Matches a token of the library, an unterminated one up to the end, else a single character. */
const PIECES =
  /[ \t\r\n]+|\w+|"(?:[^"\\]|\\["\\]|\\(?!["\\]))*"?|'(?:[^'\\]|\\['\\]|\\(?!['\\]))*'?|`(?:[^`\\]|\\[`\\]|\\(?![`\\]))*`?|./gs;

/**
 * Finds the place of the error in an invalid query, which the library does not report.
 * @returns the index of the character; the length of the query when its end is missing
 */
function placeOfError(expression: string): number {
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
