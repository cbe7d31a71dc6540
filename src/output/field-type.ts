import type { Schema } from "./schema.js";
import type { Kind } from "./text/kind.js";

const TYPES = {
  text: { type: "string", kind: "text" },
  time: { type: "string", kind: "time" },
  moment: { type: "string", format: "date-time", kind: "time" },
  count: { type: "integer", minimum: 0, kind: "integer" },
  positive: { type: "integer", minimum: 1, kind: "any" },
  integer: { type: "integer", kind: "any" },
  number: { type: "number", kind: "any" },
  flag: { type: "boolean", kind: "any" },
  texts: { type: "array", items: { type: "string" }, kind: "text" },
  sides: { type: "array", items: { type: "string", enum: ["long", "short"] }, kind: "text" },
  ids: { type: "array", items: { type: "integer" }, kind: "text" },
  object: { type: "object", kind: "any" },
} as const satisfies Readonly<Record<string, Schema & { readonly kind: Kind }>>;

type TypeName = keyof typeof TYPES;
/** A type by name, `?` behind it if it may be absent, `|null` if it may be null; or its texts. */
export type Type = TypeName | `${TypeName}?` | `${TypeName}|null` | readonly (string | null)[];

/** Returns the schema of a type, the kind of its cells, and whether it may be null or absent. */
export function typeOf(type: Type) {
  const texts = typeof type === "string" ? undefined : { enum: type };
  const text = texts?.enum.includes(null) ? "text|null" : "text";
  const [name, mark] = (typeof type === "string" ? type : text).split(/(?=[?|])/);
  const named = TYPES[name as TypeName];
  const isNullable = mark === "|null";
  const types = isNullable ? [named.type, "null"] : named.type;
  return { ...named, type: types, ...texts, isNullable, isOptional: mark === "?" };
}
