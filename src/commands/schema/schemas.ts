import { RECORDS } from "../../client/resources/registry.js";
import { OWN, type OwnName } from "./own-names.js";

/** A JSON Schema that `carry schema` prints. */
export interface NamedSchema {
  readonly name: string;
  /** The command whose JSON it describes. */
  readonly printedBy: string;
  /** Returns the schema (JSON Schema 2020-12). */
  readonly schema: () => Promise<object>;
}

/** Every JSON Schema: the records of the service, then what carry works out itself. */
export const SCHEMAS: readonly NamedSchema[] = [
  ...[...RECORDS.values()].flatMap(({ json, schema }) =>
    json === undefined
      ? []
      : [
          {
            ...json,
            schema: async () => {
              const { jsonSchemaOf } = await import("../../client/resources/json-schema.js");
              return jsonSchemaOf(json.name, schema);
            },
          },
        ],
  ),
  ...(Object.entries(OWN) as [OwnName, string][]).map(([name, printedBy]) => ({
    ...{ name, printedBy },
    schema: async () => {
      const schema = (await import("./own-schemas.js")).OWN_SCHEMAS[name];
      return typeof schema === "function" ? schema() : schema;
    },
  })),
];
