/** What a value of a record can be, known before the record. */
export type Shape =
  | { readonly kind: "number" | "boolean" | "null" | "any" }
  /** `values`: the possible ones; undefined for any text. */
  | { readonly kind: "text"; readonly values?: readonly string[] | undefined }
  | { readonly kind: "list"; readonly of: Shape }
  | { readonly kind: "object"; readonly fields: Readonly<Record<string, Shape>> };

export const ANY: Shape = { kind: "any" };
export const NUMBER: Shape = { kind: "number" };
export const TEXT: Shape = { kind: "text" };
export const BOOLEAN: Shape = { kind: "boolean" };

/** Returns the shape of a value that is typed in an expression. */
export function shapeOfLiteral(value: unknown): Shape {
  if (value === null) return { kind: "null" };
  if (typeof value === "number") return NUMBER;
  if (typeof value === "string") return TEXT;
  return typeof value === "boolean" ? BOOLEAN : ANY;
}

/** Returns every name that leads to a value, as dotted paths; `[]` stands for the elements of a list. */
export function pathsOf(shape: Shape, prefix = ""): string[] {
  if (shape.kind === "list") return pathsOf(shape.of, `${prefix}[]`);
  if (shape.kind !== "object") return [];
  return Object.entries(shape.fields).flatMap(([name, field]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [path, ...pathsOf(field, path)];
  });
}

const NAMES: Readonly<Record<Shape["kind"], string>> = {
  number: "a number",
  boolean: "true or false",
  null: "null",
  any: "any value",
  text: "a text",
  list: "a list",
  object: "an object",
};

/** Names a shape, for messages. */
export function nameOf({ kind }: Shape): string {
  return NAMES[kind];
}
