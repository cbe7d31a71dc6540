import { fieldsOf } from "../../output/query/fields.js";
import type { QueryTree } from "../../output/query/query.js";

/** Returns the names that expressions use anywhere; undefined if one uses a record as a whole. */
export function namesIn(trees: readonly QueryTree[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const queue: unknown[] = [...trees];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
    if (type === "Literal") continue;
    if (type === "Current" || type === "Root") return undefined;
    if (type === "Field") names.add(String(name));
    queue.push(...Object.values(node).filter((it) => it !== undefined));
  }
  return names;
}

/** A figure that an expression names, with its value in a record. */
export interface NamedFigure {
  /** Dotted path. */
  readonly name: string;
  /** A list for the elements of a list. */
  readonly value: unknown;
}

/** Returns the figures that an expression names, as they are in a record. */
export function figuresIn(
  tree: QueryTree,
  record: Readonly<Record<string, unknown>>,
): NamedFigure[] {
  const names = [...new Set(fieldsOf(tree))];
  const lists = names.filter((name) => Array.isArray(record[name]));
  return names.flatMap((name) => {
    const value = valueAt(record, name);
    if (value !== undefined) return isPlain(value) ? [{ name, value }] : [];
    return lists.flatMap((list) => {
      const elements = record[list];
      if (!Array.isArray(elements)) return [];
      const values = elements.map((element) => valueAt(element, name));
      return values.includes(undefined) ? [] : [{ name: `${list}.${name}`, value: values }];
    });
  });
}

function valueAt(record: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined,
      record,
    );
}

/** Reports whether a value is a figure of its own, or a list of texts. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value) ? value.every((it) => typeof it === "string") : true;
}
