import * as z from "zod/mini";

/**
 * Returns the JSON Schema (2020-12) of a record, made from the schema that validates its answers.
 * @param title name of the record, as in `carry schema <name>`
 */
export function jsonSchemaOf(title: string, record: z.ZodMiniObject): Record<string, unknown> {
  const schema = z.toJSONSchema(record, { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = schema as Record<string, unknown>;
  return { $schema, title, ...rest };
}
