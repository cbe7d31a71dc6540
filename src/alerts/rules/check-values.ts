import type { QueryTree } from "../../output/query/query.js";
import { nearestTo } from "../../output/text/nearest.js";
import { Doubt } from "./doubt.js";
import { BOOLEAN, NUMBER, nameOf, type Shape } from "./shape.js";

type Comparator = Extract<QueryTree, { readonly type: "Comparator" }>;

/** Checks that two values can be compared. @throws {Doubt} */
export function checkCompared(node: Comparator, left: Shape, right: Shape): Shape {
  if (node.name === "EQ" || node.name === "NE") {
    checkEqual(node, left, right);
    return BOOLEAN;
  }
  const other = [left, right].find(({ kind }) => kind !== "number" && kind !== "any");
  if (other === undefined) return BOOLEAN;
  throw new Doubt(
    `${SIGNS[node.name]} compares numbers, and one side is ${nameOf(other)}`,
    other.kind === "text"
      ? "write numbers without quotes: 10; compare texts with == or !="
      : undefined,
  );
}

/** Checks that values are numbers. @throws {Doubt} */
export function checkCalculated(operands: readonly Shape[]): Shape {
  const other = operands.find(({ kind }) => kind !== "number" && kind !== "any");
  if (other !== undefined) throw new Doubt(`only numbers can be calculated, not ${nameOf(other)}`);
  return NUMBER;
}

/** Checks that a text is one of those that a figure can be. @throws {Doubt} */
export function checkText(text: unknown, shape: Shape): void {
  if (typeof text !== "string" || shape.kind !== "text" || shape.values === undefined) return;
  if (shape.values.includes(text)) return;
  const near = nearestTo(text, shape.values);
  throw new Doubt(
    `it is never "${text}"`,
    near === undefined ? `it is one of ${shape.values.join(", ")}` : `did you mean ${near}?`,
  );
}

const SIGNS = { GT: ">", GTE: ">=", LT: "<", LTE: "<=" } as const;

function checkEqual({ left, right }: Comparator, one: Shape, other: Shape): void {
  if (left.type === "Literal") checkText(left.value, other);
  if (right.type === "Literal") checkText(right.value, one);
  const kinds = new Set([one.kind, other.kind]);
  if (kinds.size === 1 || kinds.has("any") || kinds.has("null")) return;
  throw new Doubt(`${nameOf(one)} and ${nameOf(other)} are never equal`);
}
