/** The properties used here of a node of a JMESPath expression. */
interface Node {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
}

/**
 * Returns the fields that an expression names, nested ones as a dotted path
 * (`performance.net_pnl`), without those that it creates itself (`{x: asset} | x`).
 * @param tree the compiled expression
 */
export function fieldsOf(tree: unknown): string[] {
  const found: string[] = [];
  const made = new Set<unknown>();
  const look = (node: unknown) => {
    if (node === null || typeof node !== "object") return;
    const path = pathOf(node);
    if (path !== undefined) return void found.push(path);
    const { type, name } = node as Node;
    if (type === "KeyValuePair") made.add(name);
    for (const child of Object.values(node)) look(child);
  };
  look(tree);
  return found.filter((path) => !made.has(path.split(".")[0]));
}

function pathOf(node: unknown): string | undefined {
  const { type, name, left, right } = (node ?? {}) as Node;
  if (type === "Field") return String(name);
  if (type !== "Subexpression") return undefined;
  const [first, second] = [pathOf(left), pathOf(right)];
  return first === undefined || second === undefined ? undefined : `${first}.${second}`;
}
