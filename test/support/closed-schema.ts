import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { carry } from "./carry.js";

/** A JSON Schema, as far as it is looked at. */
export interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** Returns what `carry schema` prints. @param name such as position */
async function schemaOf(name: string): Promise<Schema> {
  const { code, stdout, stderr } = await carry(["schema", name]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Schema;
}

/**
 * Returns a schema that refuses every field that it does not describe, at any depth. An object of
 * which no field is described, such as a position as the service sent it, stays open.
 */
function closedSchema(schema: Schema): Schema {
  const { properties, items, anyOf, $defs, additionalProperties } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: closedSchema(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(closedSchema) }),
    ...($defs !== undefined && { $defs: mapped($defs) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: closedSchema(additionalProperties),
    }),
    ...(Object.keys(properties ?? {}).length > 0 && {
      additionalProperties: false,
      properties: mapped(properties ?? {}),
    }),
  };
}

function mapped(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([key, it]) => [key, closedSchema(it)]));
}

/**
 * Returns a function that tells what in an output contradicts `carry schema`, or is not described
 * there: one line each, none for an output that is as described.
 */
export async function contradictions(name: string): Promise<(output: unknown) => string[]> {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const isValid = ajv.compile(closedSchema(await schemaOf(name)));
  return (output) => {
    if (isValid(output)) return [];
    return [...new Set(ofNearestForms(isValid.errors ?? []).map((it) => lineOf(name, it)))];
  };
}

/** Where an output may have one of several forms, returns the errors of the one that it is nearest to. */
function ofNearestForms(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const formOf = ({ schemaPath }: ErrorObject) => /^(.*?\/anyOf)\/\d+/.exec(schemaPath) ?? [];
  const counts = new Map<string, number>();
  for (const [form = ""] of errors.map(formOf)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return errors.filter((it) => {
    const [form, forms] = formOf(it);
    if (form === undefined) return it.keyword !== "anyOf";
    const others = [...counts].filter(([other]) => other.startsWith(`${forms}/`));
    return others.every(([, count]) => count >= (counts.get(form) ?? 0));
  });
}

function lineOf(name: string, { keyword, instancePath, params, message }: ErrorObject): string {
  const at = instancePath === "" ? "the output" : instancePath.replaceAll(/\/\d+(?=\/|$)/g, "[]");
  return keyword === "additionalProperties"
    ? `${at} has the field "${params.additionalProperty}", which carry schema ${name} does not describe`
    : `${at} ${message}`;
}
