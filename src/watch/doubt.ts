import type { Item } from "../client/listing/item-pages.js";
import type { Position } from "../client/resources/position.js";
import { excerpt } from "../output/query/excerpt.js";
import type { Query } from "../output/query/query.js";
import { nearestTo } from "../output/text/nearest.js";
import type { Round } from "./round.js";
import type { Watch } from "./watch.js";

/** Warns about a condition that probably can never hold. */
export function warnOfDoubt({ alerts, columns, messages }: Watch, { items }: Round): void {
  const query = alerts?.condition?.query;
  if (query === undefined || items.length === 0) return;
  const known = new Set(columns);
  for (const { value } of items) addPaths(value, "", known);
  const doubt = doubtOf(query, items, [...known]);
  if (doubt !== undefined) messages.warning("ALERT_DOUBTFUL", `--alert: ${doubt}`);
}

function doubtOf(
  condition: Query,
  items: readonly Item<Position>[],
  known: readonly string[],
): string | undefined {
  const { fields } = condition;
  const unknown = fields.find((field) => !known.some((path) => `.${path}.`.includes(`.${field}.`)));
  if (unknown !== undefined)
    return `no position has ${excerpt(unknown)}${suggestion(unknown, known)}`;
  if (!items.every(({ value }) => isNull(condition, value))) return undefined;
  const misplaced = fields.find((field) => !known.includes(field));
  const meant = misplaced === undefined ? "" : suggestion(misplaced, known);
  return `the condition is null for each position, and holds for none${meant}`;
}

function suggestion(field: string, known: readonly string[]): string {
  const near = nearestTo(field, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

function isNull(condition: Query, value: unknown): boolean {
  try {
    return (condition.apply(value) ?? null) === null;
  } catch {
    return false; // reported by updateAlerts
  }
}

/** Adds the dotted paths of all fields; those in a list count as fields of the list. */
function addPaths(value: unknown, prefix: string, paths: Set<string>): void {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value)) {
    for (const element of value) addPaths(element, prefix, paths);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    paths.add(path);
    addPaths(member, path, paths);
  }
}
