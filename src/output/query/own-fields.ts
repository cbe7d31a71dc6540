import { registerFunction, TYPE_ANY, TYPE_STRING } from "@jmespath-community/jmespath";

/** Name of a function that no query can call, because of the space. */
const OWN_FIELD = "own field";

registerFunction(OWN_FIELD, ([value, name]) => fieldOf(value, String(name)), [
  { types: [TYPE_ANY] },
  { types: [TYPE_STRING] },
]);

interface Pair {
  readonly name: unknown;
  readonly value: unknown;
}

/**
 * Rewrites a compiled expression so that fields are own properties of the data. The library reads
 * inherited properties such as `constructor`, and loses a field called `__proto__` in an object that
 * it creates.
 * @param node the compiled expression; changed in place
 */
export function readOwnFields(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  const { type, name, children } = node as Readonly<Record<string, unknown>>;
  if (type === "Literal") return; // data, not an expression
  for (const child of Object.values(node)) readOwnFields(child);
  if (type === "Field" && String(name) in Object.prototype) {
    Object.assign(node, call(OWN_FIELD, [{ type: "Current" }, literal(name)]));
  }
  if (type === "MultiSelectHash" && Array.isArray(children)) {
    const pairs: readonly Pair[] = children;
    if (pairs.some((pair) => pair.name === "__proto__")) {
      const items = pairs.map((pair) => list([literal(pair.name), pair.value]));
      Object.assign(node, call("from_items", [list(items)]));
    }
  }
}

function fieldOf(value: unknown, name: string) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, name) ? (Reflect.get(value, name) ?? null) : null;
}

const call = (name: string, children: readonly unknown[]) => ({ type: "Function", name, children });
const list = (children: readonly unknown[]) => ({ type: "MultiSelectList", children });
const literal = (value: unknown) => ({ type: "Literal", value });
