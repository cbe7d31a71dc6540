import { RECORDS } from "../../client/resources/registry.js";
import type { JsonRecord, RecordDefinition } from "../../client/resources/resource.js";
import type { Schema } from "../../output/schema.js";
import { OWN, type OwnName } from "./own-names.js";

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/** A JSON Schema that `carry schema` prints. */
export interface NamedSchema {
  readonly name: string;
  /** The command whose JSON it describes. */
  readonly printedBy: string;
  /** Returns the schema of the whole output (JSON Schema 2020-12). */
  readonly schema: () => Promise<Schema>;
}

/** Every JSON Schema: the records of the service, then what carry computes itself. */
export const SCHEMAS: readonly NamedSchema[] = [
  ...[...RECORDS.values()].flatMap(({ json, schema }) =>
    json === undefined ? [] : [named(json, () => listOf(json, schema))],
  ),
  ...(Object.entries(OWN) as [OwnName, string][]).map(([name, printedBy]) =>
    named({ name, printedBy }, async () => {
      const schema: unknown = (await import("./own-schemas.js")).OWN_SCHEMAS[name];
      return (typeof schema === "function" ? await schema() : schema) as Schema;
    }),
  ),
];

/** Adds to a schema its name and the command whose output it describes. */
function named(
  { name, printedBy }: Pick<NamedSchema, "name" | "printedBy">,
  schema: () => Promise<Schema>,
): NamedSchema {
  return {
    ...{ name, printedBy },
    schema: async () => {
      const { $schema: _, title: __, ...rest } = await schema();
      return { $schema: DRAFT, title: name, $comment: printedBy, ...rest };
    },
  };
}

const MARKET_ID = { type: "integer", description: "Requested market identifier." };

/** Returns the schema of an array of records; for `positions get`, also of a single record. */
async function listOf(
  { name, isOfMarket, isOneOrMany }: JsonRecord,
  schema: RecordDefinition["schema"],
) {
  const { jsonSchemaOf } = await import("../../client/resources/openapi.js");
  const { $schema: _, title: __, properties, ...rest } = jsonSchemaOf(name, schema);
  const market = isOfMarket && { market_id: MARKET_ID };
  const item = { ...rest, properties: { ...market, ...(properties as Schema) } };
  if (isOneOrMany !== true) return { type: "array", items: item };
  const $ref = "#/$defs/item";
  return { anyOf: [{ $ref }, { type: "array", items: { $ref } }], $defs: { item } };
}

/** Returns one schema with that of every output below `$defs`, by its name. */
export async function allInOne(): Promise<Schema> {
  const all = SCHEMAS.map(async ({ name, schema }) => {
    const { $schema: _, ...rest } = await schema();
    const text = JSON.stringify(rest).replaceAll('"#/$defs/', `"#/$defs/${name}/$defs/`);
    return [name, JSON.parse(text)] as const;
  });
  return { $schema: DRAFT, title: "carry", $defs: Object.fromEntries(await Promise.all(all)) };
}
