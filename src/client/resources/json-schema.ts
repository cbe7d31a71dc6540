import * as z from "zod/mini";
import { RECORDS, type RecordName } from "./registry.js";

/** JSON Schema (2020-12) of a record of the service, made from what its answers are checked with. */
export function jsonSchemaOf(name: RecordName): Record<string, unknown> {
  const record = [...RECORDS.values()].find(({ jsonName }) => jsonName === name);
  if (record === undefined) throw new Error(`no record is named ${name}`);
  const schema = z.toJSONSchema(record.schema, { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = schema as Record<string, unknown>;
  return { $schema, title: name, ...rest };
}
