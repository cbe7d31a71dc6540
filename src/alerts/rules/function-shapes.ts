import type { QueryTree } from "../../output/query/query.js";
import { checkText } from "./check-values.js";
import { ANY, BOOLEAN, NUMBER, type Shape, TEXT } from "./shape.js";

type Call = Extract<QueryTree, { readonly type: "Function" }>;

/** Shapes of what functions return; of others it may be anything. */
const RESULTS: Readonly<Record<string, Shape>> = {
  ...ofEach(["abs", "avg", "ceil", "floor", "length", "sum", "to_number"], NUMBER),
  ...ofEach(["contains", "ends_with", "starts_with"], BOOLEAN),
  ...ofEach(["join", "lower", "replace", "to_string", "trim", "type", "upper"], TEXT),
};

/**
 * Returns the shape of the result of a function, and checks its arguments.
 * @param shapeOf returns the shape of an argument
 * @param shapeOfReference returns that of an argument that is evaluated for each element
 * @throws {Doubt}
 */
export function shapeOfCall(
  { name, children }: Call,
  shapeOf: (argument: QueryTree) => Shape,
  shapeOfReference: (argument: QueryTree, element: Shape) => Shape,
): Shape {
  const shapes = children.map((it) => (it.type === "ExpressionReference" ? ANY : shapeOf(it)));
  const list = shapes.find(({ kind }) => kind === "list");
  const element = list?.kind === "list" ? list.of : ANY;
  for (const child of children) {
    if (child.type === "ExpressionReference") shapeOfReference(child.child, element);
  }
  if (name === "contains" && children[1]?.type === "Literal") {
    checkText(children[1].value, element);
  }
  if (["max", "min", "max_by", "min_by"].includes(name)) return element;
  if (["reverse", "sort", "sort_by"].includes(name)) return list ?? ANY;
  return RESULTS[name] ?? ANY;
}

function ofEach(names: readonly string[], shape: Shape): Record<string, Shape> {
  return Object.fromEntries(names.map((name) => [name, shape]));
}
