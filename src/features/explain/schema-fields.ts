import type { CommandSpec, SchemaOf } from "../../command/define.js";
import type { NamedColumn } from "../../output/table/named-columns.js";
import type { SchemaField } from "./words.js";

/** Returns the fields of schemas at any depth. */
export async function fieldsOf(schemas: readonly SchemaOf[]): Promise<SchemaField[]> {
  const all = schemas.map(async ({ printedBy, schema }) => within(await schema(), printedBy));
  return (await Promise.all(all)).flat();
}

function within(node: unknown, printedBy: string): SchemaField[] {
  if (Array.isArray(node)) return node.flatMap((it) => within(it, printedBy));
  if (typeof node !== "object" || node === null) return [];
  const { properties } = node as { readonly properties?: Readonly<Record<string, Described>> };
  const own = Object.entries(properties ?? {}).flatMap(([name, it]) =>
    it.description === undefined
      ? []
      : [{ name, description: it.description, printedBy, isFigure: isFigure(it) }],
  );
  return [...own, ...Object.values(node).flatMap((it) => within(it, printedBy))];
}

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

function isFigure({ properties = {} }: Described): boolean {
  return "value" in properties && "unit" in properties;
}

/** Returns the fields that rules name, beyond those of schemas. */
export async function ruleFields(): Promise<SchemaField[]> {
  return [];
}

/** Returns the keys of columns by their headings in tables, in lower case. */
export function headersOf(commands: readonly CommandSpec[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  const add = ({ key, header = key }: NamedColumn) => {
    const name = header.toLowerCase();
    const keys = headers.get(name) ?? [];
    if (!keys.includes(key)) headers.set(name, [...keys, key]);
  };
  const walk = (specs: readonly CommandSpec[]) => {
    for (const { views, commands: below = [] } of specs) {
      for (const { columns } of views?.() ?? []) columns.forEach(add);
      walk(below);
    }
  };
  walk(commands);
  return headers;
}
