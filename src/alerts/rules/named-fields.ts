import { namedFields } from "../../output/query/fields.js";
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

/** Returns the figures that an expression names, with their values in a record. */
export function figuresIn(
  tree: QueryTree,
  record: Readonly<Record<string, unknown>>,
): NamedFigure[] {
  const fields = namedFields(tree);
  const lists = [...new Set(fields.map(({ path }) => path))].filter((path) =>
    Array.isArray(record[path]),
  );
  const figures = fields.flatMap(({ path, list }) => {
    const value = list === undefined ? valueAt(record, path) : undefined;
    if (value !== undefined) return isPlain(value) ? [{ name: path, value }] : [];
    return (list === undefined ? lists : [list]).flatMap((name) =>
      elementFigures(record, name, path),
    );
  });
  return [...new Map(figures.map((figure) => [figure.name, figure])).values()];
}

/** Returns the figure of the elements of a list; none if they lack it. */
function elementFigures(
  record: Readonly<Record<string, unknown>>,
  list: string,
  path: string,
): NamedFigure[] {
  const elements = record[list];
  if (!Array.isArray(elements)) return [];
  const values = elements.map((element) => valueAt(element, path));
  return values.includes(undefined) ? [] : [{ name: `${list}.${path}`, value: values }];
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
