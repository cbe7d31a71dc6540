import { type JSONValue, TreeInterpreter } from "@jmespath-community/jmespath";
import type { QueryTree } from "../../output/query/query.js";
import {
  type Interval,
  intervalOf,
  isIncomplete,
  truthOf,
  Unknown,
  Unsure,
  unknownBy,
  unknownWithin,
} from "./unknown.js";

type NodeOf<T extends QueryTree["type"]> = Extract<QueryTree, { readonly type: T }>;

/** Returns a field of an object; null of anything else. Inherited properties are no fields. */
export function fieldOf(value: unknown, name: string): unknown {
  if (value instanceof Unknown) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if (value instanceof Unsure || !Object.hasOwn(value, name)) return null;
  return Reflect.get(value, name) ?? null;
}

/** Returns an element or a slice of a list or text; null of anything else. */
export function elementOf(node: NodeOf<"Index"> | NodeOf<"Slice">, value: unknown): unknown {
  if (value instanceof Unknown || value instanceof Unsure) return unknownBy(value);
  if (!Array.isArray(value)) return applied(node, value);
  const indexes = applied(node, [...value.keys()]);
  if (!Array.isArray(indexes)) return typeof indexes === "number" ? value[indexes] : null;
  return indexes.map((index) => value[Number(index)]);
}

/** Returns the right side if the left one is true, else the left one. */
export function and(left: unknown, right: () => unknown): unknown {
  const truth = truthOf(left);
  if (truth !== undefined) return truth ? right() : left;
  const other = right();
  return truthOf(other) === false ? other : unknownBy(left, other);
}

/** Returns the left side if it is true, else the right one. */
export function or(left: unknown, right: () => unknown): unknown {
  const truth = truthOf(left);
  if (truth !== undefined) return truth ? left : right();
  const other = right();
  return truthOf(other) === true ? true : unknownBy(left, other);
}

export function not(value: unknown): unknown {
  const truth = truthOf(value);
  return truth === undefined ? unknownBy(value) : !truth;
}

/** Returns one of two values; for an unknown condition their common truth, or unknown. */
export function chosen(
  condition: unknown,
  whenTrue: () => unknown,
  whenFalse: () => unknown,
): unknown {
  const truth = truthOf(condition);
  if (truth !== undefined) return truth ? whenTrue() : whenFalse();
  const [one, other] = [whenTrue(), whenFalse()];
  const alike = truthOf(one);
  return alike !== undefined && alike === truthOf(other) ? alike : unknownBy(condition, one, other);
}

/** Compares two values. A literal null equals an unknown figure. */
export function compared(node: NodeOf<"Comparator">, left: unknown, right: unknown): unknown {
  const isEquality = node.name === "EQ" || node.name === "NE";
  const typed = [node.left, node.right].findIndex(isNull);
  if (isEquality && typed !== -1) {
    const other = typed === 0 ? right : left;
    const isNothing = other === null || other instanceof Unknown;
    return node.name === "EQ" ? isNothing : !isNothing;
  }
  if (isIncomplete(left) || isIncomplete(right)) {
    return comparedWithin(node.name, intervalOf(left), intervalOf(right)) ?? unknownBy(left, right);
  }
  return applied({ ...node, left: literal(left), right: literal(right) });
}

/** Compares two numbers by their intervals; undefined if both answers are possible. */
function comparedWithin(
  name: NodeOf<"Comparator">["name"],
  left: Interval | undefined,
  right: Interval | undefined,
): boolean | undefined {
  if (left === undefined || right === undefined) return undefined;
  const either = (isSure: boolean, isNever: boolean) =>
    isSure ? true : isNever ? false : undefined;
  switch (name) {
    case "GT":
      return either(left.least > right.most, left.most <= right.least);
    case "GTE":
      return either(left.least >= right.most, left.most < right.least);
    case "LT":
      return either(left.most < right.least, left.least >= right.most);
    case "LTE":
      return either(left.most <= right.least, left.least > right.most);
    default: {
      const isApart = left.most < right.least || right.most < left.least;
      return isApart ? name === "NE" : undefined;
    }
  }
}

/** Calculates with one or two values. @throws when one is no number */
export function calculated(
  node: NodeOf<"Arithmetic"> | NodeOf<"Unary">,
  first: unknown,
  second?: unknown,
): unknown {
  const work = (one: unknown, other?: unknown) =>
    node.type === "Unary"
      ? applied({ ...node, operand: literal(one) })
      : applied({ ...node, left: literal(one), right: literal(other) });
  if (!isIncomplete(first) && !isIncomplete(second)) return work(first, second);
  return unknownWithin(calculatedWithin(node.operator, work, first, second), first, second);
}

/** Returns the interval of a result with one unknown number, if the result rises or falls with it. */
function calculatedWithin(
  operator: NodeOf<"Arithmetic">["operator"],
  work: (one: unknown, other?: unknown) => unknown,
  first: unknown,
  second: unknown,
): Interval | undefined {
  const isFirst = first instanceof Unknown;
  const [range, other] = [intervalOf(isFirst ? first : second), isFirst ? second : first];
  const isPlain = other === undefined || typeof other === "number";
  const isMonotone = operator !== "Modulo" && (isFirst || !operator.startsWith("Div"));
  if (range === undefined || !isPlain || !isMonotone) return undefined;
  const at = (end: number) => Number(isFirst ? work(end, other) : work(other, end));
  const ends = [at(range.least), at(range.most)];
  if (ends.some(Number.isNaN)) return undefined;
  return { least: Math.min(...ends), most: Math.max(...ends) };
}

/** Evaluates a node with the library, over known values. */
export function applied(node: QueryTree, value: unknown = null): unknown {
  return TreeInterpreter.search(node, value as JSONValue);
}

/** Returns a known value as a part of an expression. */
export function literal(value: unknown): NodeOf<"Literal"> {
  return { type: "Literal", value: (value ?? null) as JSONValue };
}

function isNull(node: QueryTree): boolean {
  return node.type === "Literal" && node.value === null;
}
