import { type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import type { Need } from "../figures/figure.js";
import { QueryError } from "../output/formats/format.js";
import { type NamedField, namedFields, parseQuery, type QueryTree } from "../output/query/query.js";
import { nearestTo } from "../output/text/words.js";
import { type Name, type Names, type Reading, type Subject, UnknownFigure } from "./names.js";

type Comparator = Extract<QueryTree, { readonly type: "Comparator" }>;

/** A JMESPath expression that is true where something is wrong. */
export interface Condition {
  readonly text: string;
  readonly tree: QueryTree;
  readonly named: readonly NamedField[];
  /** What has to be fetched for the figures that it names. */
  readonly needs: readonly Need[];
}

/**
 * Parses a condition about a subject.
 * @throws {QueryError} with the remedy, for an invalid expression, and for one that would be silently false
 *   or true: an unknown name, a number compared with a text, a number alone
 */
export function conditionOf(text: string, names: Names<never>): Condition {
  const tree = parseCondition(text);
  checkComparisons(tree);
  checkTruths(tree, names);
  const named = namedFields(tree);
  const needs = named.flatMap((it) => nameOf(it, named, names).needs);
  return { text, tree, named, needs };
}

/** Returns what a condition names. @throws {QueryError} for an unknown name, with the nearest */
function nameOf(
  { path, list }: NamedField,
  all: readonly NamedField[],
  names: Names<never>,
): Name<never> {
  const own = namedIn(names, path);
  if (own !== undefined && (list === undefined || names[list] === undefined)) return own;
  const lists = Object.entries<Name<never>>(names).flatMap(([key, it]) =>
    it.list !== undefined && (key === list || all.some((one) => one.path === key))
      ? [it.list.names]
      : [],
  );
  for (const within of lists) {
    const found = namedIn(within, path);
    if (found !== undefined) return found;
  }
  throw new QueryError(`when: there is no figure "${path}"`, meant(path, names));
}

function namedIn(names: Names<never>, name: string): Name<never> | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** Suggests a name: of the subject, or of the elements of one of its lists. */
function meant(path: string, names: Names<never>): string {
  const inLists = Object.entries<Name<never>>(names).flatMap(([key, { list }]) =>
    Object.keys(list?.names ?? {}).map((name) => `${key}[].${name}`),
  );
  const near = nearestTo(path, [...Object.keys(names), ...inLists]);
  return near === undefined ? "`carry help rules` lists the names" : `did you mean ${near}?`;
}

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
 * @throws {QueryError} as {@link parseQuery} does
 * @internal exported for tests
 */
export function parseCondition(condition: string): QueryTree {
  return parseQuery(withLiterals(condition), "when", condition);
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

const SIGNS = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" } as const;

function checkComparisons(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const { type } = node as { readonly type?: unknown };
  if (type === "Literal") return;
  if (type === "Comparator") {
    const { name, left, right } = node as Comparator;
    const isText = [left, right].some(
      (it) => it.type === "Literal" && typeof it.value === "string",
    );
    if (isText && name !== "EQ" && name !== "NE") {
      throw new QueryError(
        `when: ${SIGNS[name]} compares numbers, and one side is a text`,
        "write numbers without quotes: 10",
      );
    }
  }
  for (const child of Object.values(node)) checkComparisons(child);
}

/** Refuses a number where a truth is asked for, since every number counts as true. */
function checkTruths(tree: QueryTree, names: Names<never>): void {
  switch (tree.type) {
    case "Field":
      if (namedIn(names, tree.name)?.isNumber !== true) return;
      throw new QueryError(`when: ${tree.name} is a number`, `compare it: ${tree.name} > 0`);
    case "NotExpression":
      checkTruths(tree.child, names);
      return;
    case "AndExpression":
    case "OrExpression":
      checkTruths(tree.left, names);
      checkTruths(tree.right, names);
      return;
    default:
  }
}

/** Whether a condition holds, or which figures it lacks; `error` is another cause. */
export type Truth =
  | boolean
  | { readonly lacks: readonly UnknownFigure[]; readonly error?: string | undefined };

/**
 * Returns whether a condition holds of a subject. It is unknown where it reads an unknown figure, unless the
 * other side of `&&` or `||`, another element of a list, or the bound of a sum decides it; `== null` asks
 * whether a figure is unknown.
 */
export function truthOf(tree: QueryTree, subject: Subject): Truth {
  switch (tree.type) {
    case "AndExpression":
      return joined([tree.left, tree.right], (it) => truthOf(it, subject), false);
    case "OrExpression":
      return joined([tree.left, tree.right], (it) => truthOf(it, subject), true);
    case "NotExpression": {
      const truth = truthOf(tree.child, subject);
      return typeof truth === "boolean" ? !truth : truth;
    }
    case "FilterProjection": {
      const elements = tree.left.type === "Flatten" ? tree.left.child : tree.left;
      const all = elements.type === "Field" ? subject.elements(elements.name) : undefined;
      if (all === undefined || tree.right.type !== "Identity") return evaluated(tree, subject);
      return joined(all, (it) => truthOf(tree.condition, it), true);
    }
    case "Comparator":
      return compared(tree, subject) ?? evaluated(tree, subject);
    default:
      return evaluated(tree, subject);
  }
}

/** Joins truths of which one that is `decisive` decides; else an unknown one leaves it open. */
function joined<T>(all: readonly T[], of: (it: T) => Truth, decisive: boolean): Truth {
  let open: Exclude<Truth, boolean> | undefined;
  for (const it of all) {
    const truth = of(it);
    if (truth === decisive) return decisive;
    if (typeof truth !== "boolean") open ??= truth;
  }
  return open ?? !decisive;
}

/** Compares a figure with a literal, as far as null or a bound decides it; undefined where neither does. */
function compared({ name, left, right }: Comparator, subject: Subject): boolean | undefined {
  const [field, literal] = left.type === "Field" ? [left, right] : [right, left];
  if (field.type !== "Field" || literal.type !== "Literal") return undefined;
  const reading = subject.reading(field.name);
  if (reading === undefined) return undefined;
  if (literal.value === null && (name === "EQ" || name === "NE")) {
    const isNothing = reading.value === null || reading.unknown !== undefined;
    return isNothing === (name === "EQ");
  }
  const limit = literal.value;
  if (typeof limit !== "number") return undefined;
  const asks = field === left ? name : REVERSED[name];
  return decided(asks, reading, limit);
}

const REVERSED = { GT: "LT", LT: "GT", GTE: "LTE", LTE: "GTE", EQ: "EQ", NE: "NE" } as const;

/** Compares what is at least, or at most, a number with a limit. */
function decided(
  name: Comparator["name"],
  { value, bound }: Reading,
  limit: number,
): boolean | undefined {
  if (bound === undefined || typeof value !== "number") return undefined;
  const isLeast = bound === "at_least";
  switch (name) {
    case "GT":
      return isLeast ? value > limit || undefined : value <= limit ? false : undefined;
    case "GTE":
      return isLeast ? value >= limit || undefined : value < limit ? false : undefined;
    case "LT":
      return isLeast ? (value >= limit ? false : undefined) : value < limit || undefined;
    case "LTE":
      return isLeast ? (value > limit ? false : undefined) : value <= limit || undefined;
    default:
      return undefined;
  }
}

/** Evaluates an expression with the library; false, null and what is empty are false. */
function evaluated(tree: QueryTree, { values }: Subject): Truth {
  try {
    const value: unknown = TreeInterpreter.search(tree, values as JSONValue);
    if (typeof value !== "object" || value === null) return Boolean(value) || value === 0;
    return Object.keys(value).length > 0;
  } catch (error) {
    if (error instanceof UnknownFigure) return { lacks: [error] };
    return { lacks: [], error: (error as Error).message };
  }
}

/** A figure that a condition names, with its value; null where it is unknown. */
export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

/** Returns the figures that a condition names, with their values; of a list those of its elements. */
export function valuesIn({ named }: Condition, subject: Subject): NamedValue[] {
  const lists = named.flatMap(({ path }) => {
    const elements = subject.elements(path);
    return elements === undefined ? [] : [{ path, elements }];
  });
  const values = named.flatMap(({ path, list }): NamedValue[] => {
    const within = lists.filter((it) => list === undefined || it.path === list);
    const own = within.length > 0 && list !== undefined ? undefined : subject.reading(path);
    if (own !== undefined)
      return lists.some((it) => it.path === path) ? [] : [{ name: path, value: own.value }];
    return within.slice(0, 1).map((it) => ({
      name: `${it.path}.${path}`,
      value: it.elements.map((one) => one.reading(path)?.value ?? null),
    }));
  });
  return [...new Map(values.map((it) => [it.name, it])).values()];
}
