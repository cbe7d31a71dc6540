import {
  compile,
  getRegisteredFunctions,
  type JSONValue,
  TreeInterpreter,
  tokenize,
} from "@jmespath-community/jmespath";
import { wholeAsSent } from "../../base/as-sent.js";
import { Digits, digitsByDouble, keepsDigits } from "../../base/json-text.js";
import { type Pages, QueryError, type Sourced } from "../formats/format.js";
import { exactJson } from "../text/json-text.js";

/** A compiled JMESPath expression. */
export interface Query {
  /** Fields that it names, as dotted paths: `performance.net_pnl`. */
  readonly fields: readonly string[];
  /** Returns the result for a value. @throws {QueryError} when a function gets a wrong type */
  apply(value: unknown): unknown;
}

/**
 * Compiles a JMESPath expression (jmespath.org, with the extensions of JMESPath Community).
 * @throws {QueryError} for an invalid expression, and for an unknown function
 */
export function compileQuery(expression: string): Query {
  const tree = parseQuery(expression, "--query");
  return {
    fields: namedFields(tree).map(({ path }) => path),
    apply(value) {
      try {
        return TreeInterpreter.search(tree, value as JSONValue);
      } catch (error) {
        throw new QueryError(`--query: "${excerpt(expression)}": ${reasonOf(error)}`);
      }
    },
  };
}

/** A JMESPath expression as a tree. */
export type QueryTree = ReturnType<typeof compile>;

/**
 * Parses a JMESPath expression.
 * @param option name of the option or key, for the message
 * @param written what the user typed for it
 * @throws {QueryError} as {@link compileQuery} does
 */
export function parseQuery(expression: string, option: string, written = expression): QueryTree {
  const what = `${option}: "${excerpt(written)}"`;
  try {
    const tree = compile(expression);
    refuseAssignment(expression, what);
    refuseUnknownFunction(tree, what);
    return tree;
  } catch (error) {
    if (error instanceof QueryError) throw error;
    const reason = reasonOf(error);
    const isNumber = written === expression && reason.includes("(Number)");
    throw new QueryError(
      `${what} is not a JMESPath expression: ${reason}`,
      isNumber ? "put numbers in backticks: `5`" : undefined,
    );
  }
}

/** Returns why the library refuses an expression, in few words. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  return excerpt((error as Error).message.replace(/^Syntax error[:,] /, ""));
}

/** Refuses `a = b`, which the library accepts as a binding (valid only in `let`) that is true. */
function refuseAssignment(expression: string, what: string): void {
  const tokens = tokenize(expression);
  const isSingle = tokens.some(
    ({ type }, at) => String(type) === "Assign" && String(tokens[at - 1]?.type) !== "Variable",
  );
  if (isSingle) throw new QueryError(`${what}: = is not a comparison`, "use == to compare");
}

function refuseUnknownFunction(node: unknown, what: string): void {
  if (node === null || typeof node !== "object") return;
  const { type, name } = node as Node;
  if (type === "Literal") return;
  if (type === "Function" && !getRegisteredFunctions().includes(String(name))) {
    throw new QueryError(`${what}: there is no function ${excerpt(String(name))}()`);
  }
  for (const child of Object.values(node)) refuseUnknownFunction(child, what);
}

/** Maximum number of characters of a query in a message. */
const LONGEST = 80;

function excerpt(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}...`;
}

/** The properties used here of a node of a JMESPath expression. */
interface Node {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly child?: unknown;
}

/** A field that an expression names. */
export interface NamedField {
  /** Dotted for a nested one, such as `performance.net_pnl`. */
  readonly path: string;
  /** Path of the list of whose elements it is a field, as in `legs[?distance < 5]`. */
  readonly list: string | undefined;
}

/** Returns the fields that a compiled expression names, but not those that it creates: `{x: asset} | x`. */
export function namedFields(tree: unknown): NamedField[] {
  const found: NamedField[] = [];
  const made = new Set<unknown>();
  const look = (node: unknown, list: string | undefined) => {
    if (node === null || typeof node !== "object") return;
    const path = pathOf(node);
    if (path !== undefined) return void found.push({ path, list });
    const { type, name, left } = node as Node;
    if (type === "KeyValuePair") made.add(name);
    const within = PROJECTIONS.has(type) ? (listOf(left) ?? list) : list;
    for (const [key, child] of Object.entries(node)) look(child, key === "left" ? list : within);
  };
  look(tree, undefined);
  return found.filter(({ path }) => !made.has(path.split(".")[0]));
}

/** Nodes whose right side, and condition, are about each element of their left side. */
const PROJECTIONS = new Set<unknown>(["Projection", "FilterProjection"]);

function listOf(node: unknown): string | undefined {
  const { type, child } = (node ?? {}) as Node;
  return type === "Flatten" ? listOf(child) : pathOf(node);
}

function pathOf(node: unknown): string | undefined {
  const { type, name, left, right } = (node ?? {}) as Node;
  if (type === "Field") return String(name);
  if (type !== "Subexpression") return undefined;
  const [first, second] = [pathOf(left), pathOf(right)];
  return first === undefined || second === undefined ? undefined : `${first}.${second}`;
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
