/** The properties used here of a node of a JMESPath expression. */
interface Node {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly child?: unknown;
}

/** A field that an expression names. */
export interface NamedField {
  /** Dotted for a nested one, such as `performance.net_pnl`. */
  readonly path: string;
  /** Path of the list of whose elements it is a field, as in `legs[?distance < 5]`. */
  readonly list: string | undefined;
}

/** Returns the fields that a compiled expression names, but not those that it creates: `{x: asset} | x`. */
export function namedFields(tree: unknown): NamedField[] {
  const found: NamedField[] = [];
  const made = new Set<unknown>();
  const look = (node: unknown, list: string | undefined) => {
    if (node === null || typeof node !== "object") return;
    const path = pathOf(node);
    if (path !== undefined) return void found.push({ path, list });
    const { type, name, left } = node as Node;
    if (type === "KeyValuePair") made.add(name);
    const within = PROJECTIONS.has(type) ? (listOf(left) ?? list) : list;
    for (const [key, child] of Object.entries(node)) look(child, key === "left" ? list : within);
  };
  look(tree, undefined);
  return found.filter(({ path }) => !made.has(path.split(".")[0]));
}

/** Returns the paths of the fields that an expression names. */
export const fieldsOf = (tree: unknown): string[] => namedFields(tree).map(({ path }) => path);

/** Nodes whose right side, and condition, are about each element of their left side. */
const PROJECTIONS = new Set<unknown>(["Projection", "FilterProjection"]);

function listOf(node: unknown): string | undefined {
  const { type, child } = (node ?? {}) as Node;
  return type === "Flatten" ? listOf(child) : pathOf(node);
}

function pathOf(node: unknown): string | undefined {
  const { type, name, left, right } = (node ?? {}) as Node;
  if (type === "Field") return String(name);
  if (type !== "Subexpression") return undefined;
  const [first, second] = [pathOf(left), pathOf(right)];
  return first === undefined || second === undefined ? undefined : `${first}.${second}`;
}
