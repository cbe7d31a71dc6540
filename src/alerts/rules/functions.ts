import type { QueryTree } from "../../output/query/query.js";
import { applied, compared, literal } from "./operators.js";
import { isIncomplete, Unknown, Unsure, unknownBy } from "./unknown.js";

type Call = Extract<QueryTree, { readonly type: "Function" }>;

/**
 * Calls a function of the library. The result is unknown if an argument lacks something, except for the
 * length of a list, an element that it contains, and `not_null`, which takes an unknown value for null.
 * @param evaluated returns the value of an argument
 * @throws the library's error for arguments of the wrong number or type
 */
export function callFunction(call: Call, evaluated: (argument: QueryTree) => unknown): unknown {
  const { name, children } = call;
  const values = children.map((child) =>
    child.type === "ExpressionReference" ? child : evaluated(child),
  );
  if (name === "not_null") return notNull(values);
  const incomplete = values.some(isIncomplete);
  if (!incomplete) return calledWith(call, values);
  if (name === "contains") return contains(values);
  const [first] = values;
  if (name === "length" && Array.isArray(first)) return first.length;
  return unknownBy(...values);
}

function calledWith(call: Call, values: readonly unknown[]): unknown {
  const children = call.children.map((child, index) =>
    child.type === "ExpressionReference" ? child : literal(values[index]),
  );
  return applied({ ...call, children });
}

function notNull(values: readonly unknown[]): unknown {
  return values.find((it) => it !== null && !(it instanceof Unknown)) ?? null;
}

const EQUALS = { type: "Comparator", name: "EQ", left: literal(0), right: literal(0) } as const;

/** Reports whether a list has an element; unknown if an unknown one may be it. */
function contains([list, wanted]: readonly unknown[]): unknown {
  const items = list instanceof Unsure ? list.items : list;
  if (!Array.isArray(items) || wanted instanceof Unknown) return unknownBy(list, wanted);
  const isThere = items.some((item) => compared(EQUALS, item, wanted) === true);
  return isThere || unknownBy(list, wanted);
}
