import { missingIn, truthOf, Unknown, Unsure, unknownBy } from "./unknown.js";

/** A list, and the unknown figures because of which it may lack elements. */
interface Listed {
  readonly items: readonly unknown[];
  readonly figures: readonly string[];
}

type Each = (element: unknown) => unknown;

/** Applies an expression to each element, without the results that are null. */
export function projected(value: unknown, each: Each): unknown {
  return filtered(value, () => true, each);
}

/** Applies an expression to each element that meets a condition, without the results that are null. */
export function filtered(value: unknown, condition: Each, each: Each): unknown {
  if (value instanceof Unknown) return value;
  const list = listOf(value);
  if (list === undefined) return null;
  const found: unknown[] = [];
  const figures = [...list.figures];
  for (const element of list.items) {
    const holds = condition(element);
    const truth = truthOf(holds);
    if (truth === false) continue;
    const result = each(element);
    if (truth === undefined) figures.push(...missingIn(holds));
    else if (result instanceof Unknown) figures.push(...result.figures);
    else if (result !== null) found.push(result);
  }
  return asValue(found, figures, list);
}

/** Joins the lists in a list. */
export function flattened(value: unknown): unknown {
  if (value instanceof Unknown) return value;
  const list = listOf(value);
  if (list === undefined) return null;
  const found: unknown[] = [];
  const figures = [...list.figures];
  for (const element of list.items) {
    const inner = listOf(element);
    if (element instanceof Unknown) figures.push(...element.figures);
    else if (inner === undefined) found.push(element);
    else {
      found.push(...inner.items);
      figures.push(...inner.figures);
    }
  }
  return asValue(found, figures, list);
}

/** Returns the values of an object; null of anything else. */
export function valuesOf(value: unknown): unknown {
  if (value instanceof Unknown) return value;
  if (value instanceof Unsure) return unknownBy(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.values(value);
}

function listOf(value: unknown): Listed | undefined {
  if (value instanceof Unsure) return value;
  return Array.isArray(value) ? { items: value, figures: [] } : undefined;
}

function asValue(items: readonly unknown[], figures: readonly string[], from: Listed): unknown {
  const isWhole = figures.length === 0 && !(from instanceof Unsure);
  return isWhole ? items : new Unsure(items, [...new Set(figures)]);
}
