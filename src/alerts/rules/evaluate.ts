import type { QueryTree } from "../../output/query/query.js";
import { callFunction } from "./functions.js";
import { and, calculated, chosen, compared, elementOf, fieldOf, not, or } from "./operators.js";
import { filtered, flattened, projected, valuesOf } from "./projections.js";

interface Scope {
  /** The whole record, `$`. */
  readonly root: unknown;
  /** Values of `let`. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Evaluates a JMESPath expression over a record in which figures may be unknown. A result that depends on
 * an unknown figure is unknown, unless it is the same for every value: `&&`, `||` and `!` have three values
 * (Kleene), and `== null` and `!= null` take an unknown figure for null. The library handles known values.
 * @throws the library's error, when a function gets a value of the wrong type
 */
export function evaluate(tree: QueryTree, record: unknown): unknown {
  return visit(tree, record, { root: record, variables: {} });
}

function visit(node: QueryTree, value: unknown, scope: Scope): unknown {
  const at = (child: QueryTree, of = value) => visit(child, of, scope);
  switch (node.type) {
    case "Literal":
      return node.value;
    case "Current":
    case "Identity":
      return value;
    case "Root":
      return scope.root;
    case "Variable":
      return scope.variables[node.name] ?? null;
    case "Field":
      return fieldOf(value, node.name);
    case "Index":
    case "Slice":
      return elementOf(node, value);
    case "Subexpression": {
      const left = at(node.left);
      return left === null ? null : at(node.right, left);
    }
    case "Pipe":
    case "IndexExpression":
      return at(node.right, at(node.left));
    case "AndExpression":
      return and(at(node.left), () => at(node.right));
    case "OrExpression":
      return or(at(node.left), () => at(node.right));
    case "NotExpression":
      return not(at(node.child));
    case "Ternary":
      return chosen(
        at(node.condition),
        () => at(node.trueExpr),
        () => at(node.falseExpr),
      );
    case "Comparator":
      return compared(node, at(node.left), at(node.right));
    case "Arithmetic":
      return calculated(node, at(node.left), at(node.right));
    case "Unary":
      return calculated(node, at(node.operand));
    case "Flatten":
      return flattened(at(node.child));
    case "Projection":
      return projected(at(node.left), (element) => at(node.right, element));
    case "ValueProjection":
      return projected(valuesOf(at(node.left)), (element) => at(node.right, element));
    case "FilterProjection":
      return filtered(
        at(node.left),
        (element) => at(node.condition, element),
        (element) => at(node.right, element),
      );
    case "MultiSelectList":
      return node.children.map((child) => at(child));
    case "MultiSelectHash":
      return Object.fromEntries(node.children.map((pair) => [pair.name, at(pair.value)]));
    case "Function":
      return callFunction(node, (child) => at(child));
    case "LetExpression": {
      const own = node.bindings.map((it) => [it.variable, at(it.reference)] as const);
      const variables = { ...scope.variables, ...Object.fromEntries(own) };
      return visit(node.expression, value, { ...scope, variables });
    }
    default:
      throw new TypeError(`${node.type} stands alone`); // only within the two above
  }
}
