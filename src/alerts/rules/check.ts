import type { QueryTree } from "../../output/query/query.js";
import { nearestTo } from "../../output/text/nearest.js";
import { checkCalculated, checkCompared, checkText } from "./check-values.js";
import { Doubt } from "./doubt.js";
import { ANY, BOOLEAN, NUMBER, pathsOf, type Shape, shapeOfLiteral, TEXT } from "./shape.js";

type Call = Extract<QueryTree, { readonly type: "Function" }>;

/** Shapes of the results of functions; other functions can return anything. */
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
function shapeOfCall(
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

/** Shapes to which the names of an expression lead. */
interface Shapes {
  /** The record, `$`. */
  readonly root: Shape;
  /** Names of `let`, whose values can be anything. */
  readonly variables: ReadonlySet<string>;
  /** Whether this is the argument of a function that evaluates it for each element. */
  readonly inReference: boolean;
}

/**
 * Checks that an expression names only what the records have, and compares only what can be compared,
 * so that it is not silently false.
 * @throws {Doubt} with the remedy
 */
export function checkExpression(tree: QueryTree, record: Shape): void {
  const shapes = { root: record, variables: new Set<string>(), inReference: false };
  if (shapeOf(tree, record, shapes).kind !== "number") return;
  throw new Doubt("the result is a number, which always counts as true", "compare it: > 0");
}

function shapeOf(node: QueryTree, current: Shape, shapes: Shapes): Shape {
  const at = (child: QueryTree, of = current) => shapeOf(child, of, shapes);
  switch (node.type) {
    case "Literal":
      return shapeOfLiteral(node.value);
    case "Current":
    case "Identity":
      return current;
    case "Root":
      refuseInReference("$", shapes);
      return shapes.root;
    case "Variable":
      refuseInReference(node.name, shapes);
      if (!shapes.variables.has(node.name)) throw new Doubt(`${node.name} is defined by no let`);
      return ANY;
    case "Field":
      return shapeOfField(node.name, current, shapes);
    case "Subexpression":
    case "Pipe":
    case "IndexExpression":
      return at(node.right, at(node.left));
    case "Index":
      return current.kind === "list" ? current.of : ANY;
    case "Slice":
      return current;
    case "Flatten": {
      const list = at(node.child);
      return list.kind === "list" && list.of.kind === "list" ? list.of : list;
    }
    case "Projection":
      return { kind: "list", of: at(node.right, elementOf(at(node.left))) };
    case "ValueProjection":
      at(node.left);
      return { kind: "list", of: at(node.right, ANY) };
    case "FilterProjection": {
      const element = elementOf(at(node.left));
      at(node.condition, element);
      return { kind: "list", of: at(node.right, element) };
    }
    case "AndExpression":
    case "OrExpression":
      at(node.left);
      at(node.right);
      return ANY;
    case "NotExpression":
      at(node.child);
      return BOOLEAN;
    case "Ternary":
      at(node.condition);
      at(node.trueExpr);
      at(node.falseExpr);
      return ANY;
    case "Comparator":
      return checkCompared(node, at(node.left), at(node.right));
    case "Arithmetic":
      return checkCalculated([at(node.left), at(node.right)]);
    case "Unary":
      return checkCalculated([at(node.operand)]);
    case "MultiSelectList":
      for (const child of node.children) at(child);
      return { kind: "list", of: ANY };
    case "MultiSelectHash": {
      const fields = node.children.map(({ name, value }) => [name, at(value)] as const);
      return { kind: "object", fields: Object.fromEntries(fields) };
    }
    case "Function":
      return shapeOfCall(node, at, (child, element) =>
        shapeOf(child, element, { ...shapes, inReference: true }),
      );
    case "LetExpression": {
      for (const { reference } of node.bindings) at(reference);
      const names = node.bindings.map(({ variable }) => variable);
      const variables = new Set([...shapes.variables, ...names]);
      return shapeOf(node.expression, current, { ...shapes, variables });
    }
    default:
      throw new Doubt("& can only stand before an argument of a function");
  }
}

function refuseInReference(name: string, { inReference }: Shapes): void {
  if (inReference) throw new Doubt(`${name} cannot be used in an argument that begins with &`);
}

function shapeOfField(name: string, current: Shape, { root }: Shapes): Shape {
  if (current.kind === "any" && !(name in Object.prototype)) return ANY;
  if (current.kind === "object" && Object.hasOwn(current.fields, name)) {
    return current.fields[name] ?? ANY;
  }
  if (current.kind === "list") {
    throw new Doubt(
      `${name} is asked of a list`,
      `write []. before it, for each element: legs[].${name}`,
    );
  }
  const known = current.kind === "object" ? Object.keys(current.fields) : [];
  throw new Doubt(`there is no figure "${name}"`, meant(name, known, root));
}

/** Returns the names that were probably meant. */
function meant(name: string, known: readonly string[], root: Shape): string {
  const paths = pathsOf(root);
  const near = [nearestTo(name, known), nearestTo(name, paths)].filter((it) => it !== undefined);
  const inside = paths.filter((path) => path.endsWith(`.${name}`));
  const names = [...new Set([...near, ...inside])];
  return names.length > 0
    ? `did you mean ${names.join(" or ")}?`
    : `the names are ${known.join(", ")}`;
}

function elementOf(shape: Shape): Shape {
  return shape.kind === "list" ? shape.of : ANY;
}
