import * as z from "zod/mini";
import { VERSION } from "../../base/version.js";
import { wordsOf } from "./fields.js";
import { RECORDS, RESOURCES, type ServicePath } from "./registry.js";
import type { Endpoint, ErrorStatus, ParametersOf } from "./resource.js";

type Json = Readonly<Record<string, unknown>>;

/** The parameters in paths. Source: interface, Endpoints. */
const PATH_PARAMETERS: Readonly<Record<ParametersOf<ServicePath>, Json>> = {
  portfolio_id: { type: "string", format: "uuid", description: "Portfolio identifier." },
  position_id: { type: "string", format: "uuid", description: "Position identifier." },
  market_id: { type: "integer", minimum: 1, description: "Market identifier." },
};

/** Code and condition of each documented error. Source: interface, Errors. */
const ERRORS: Readonly<Record<ErrorStatus, { readonly code?: string; readonly when: string }>> = {
  400: { code: "VALIDATION_ERROR", when: "A parameter is invalid." },
  401: { code: "UNAUTHORIZED", when: "The API key is missing or invalid." },
  403: { code: "FORBIDDEN", when: "The API key lacks the required scope." },
  404: { code: "NOT_FOUND", when: "The resource does not exist." },
  429: { when: "The rate limit is exceeded; body and headers are not documented." },
};

/**
 * Returns the service as an OpenAPI 3.1 document, made from the definitions that the client uses.
 * @param server base URL of the service
 */
export function openApi(server: string): Json {
  const records: ReadonlyMap<string, Json> = new Map(
    [...RECORDS].map(([name, { about, schema }]) => [
      name,
      { ...jsonSchema(schema), description: about },
    ]),
  );
  const paths = Object.entries(RESOURCES).flatMap(([resource, { endpoints }]) =>
    Object.entries<Endpoint>(endpoints).map(([call, endpoint]) => [
      endpoint.path,
      { get: operationOf(`${resource}_${call}`, endpoint, records) },
    ]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Funding and Portfolio Data Service",
      version: "1.0.0-preview",
      description: `Read-only. Fields beyond these may be sent. Described by carry-cli ${VERSION}.`,
      license: { name: "Not documented", identifier: "LicenseRef-not-documented" },
    },
    servers: [{ url: server }],
    security: [],
    paths: Object.fromEntries(paths),
    components: {
      schemas: {
        ...Object.fromEntries(
          [...records].map(([name, schema]) => [name, linked(schema, records, name)]),
        ),
        Error: ERROR_SCHEMA,
      },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
  };
}

const ERROR_SCHEMA = {
  type: "object",
  properties: { code: { type: "string" }, message: { type: "string" } },
  required: ["code", "message"],
};

function operationOf(
  operationId: string,
  { about, path, query, data, needsKey, paged, errors }: Endpoint,
  records: ReadonlyMap<string, Json>,
): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameterInPath(name));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    ...withDescription(jsonSchema(schema)),
    style: "form",
    explode: false,
  }));
  const content = data === undefined ? {} : envelopeOf(linked(jsonSchema(data), records), paged);
  return {
    operationId,
    summary: about,
    parameters: [...inPath, ...inQuery],
    ...(needsKey && { security: [{ key: [] }] }),
    responses: {
      200: { description: `${about}.`, content: { "application/json": { schema: content } } },
      ...Object.fromEntries(errors.map((status) => [status, errorResponse(status)])),
      ...(errors.length === 0 && { default: { description: "Errors are not documented." } }),
    },
  };
}

function parameterInPath(name: string): Json {
  const all: Readonly<Record<string, Json>> = PATH_PARAMETERS;
  return { name, in: "path", required: true, ...withDescription(all[name] ?? {}) };
}

/** Moves the description of a schema to its parameter. */
function withDescription({ description, ...schema }: Json): Json {
  return { ...(description !== undefined && { description }), schema };
}

function envelopeOf(data: Json, paged: boolean): Json {
  const cursor = {
    type: ["string", "null"],
    description: "Cursor of the next page; null on the last.",
    examples: [null],
  };
  return {
    type: "object",
    properties: { data, ...(paged && { next_cursor: cursor }) },
    required: ["data", ...(paged ? ["next_cursor"] : [])],
  };
}

function errorResponse(status: ErrorStatus): Json {
  const { code, when } = ERRORS[status];
  if (code === undefined) return { description: when };
  const schema = { allOf: [reference("Error"), { properties: { code: { const: code } } }] };
  return { description: when, content: { "application/json": { schema } } };
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ jsonSchema: made, zodSchema }) => {
      const words = wordsOf(zodSchema);
      if (words !== undefined) made.enum = [...words];
      if (made.format === "date-time") {
        delete made.pattern;
      } else if (
        made.type === "string" &&
        made.pattern !== undefined &&
        made.format === undefined
      ) {
        made.examples = ["0.0001"]; // the only texts with a pattern are decimals
      }
    },
  });
  return rest;
}

/** Replaces the schemas of records by references to them; not the whole, if it is that of record `own`. */
function linked(schema: Json, records: ReadonlyMap<string, Json>, own?: string): Json {
  const names = new Map([...records].map(([name, it]) => [shapeOf(it), name]));
  const link = (value: unknown, isRoot: boolean): unknown => {
    if (Array.isArray(value)) return value.map((it: unknown) => link(it, false));
    if (typeof value !== "object" || value === null) return value;
    const { description } = value as Json;
    const name = isRoot ? undefined : names.get(shapeOf(value as Json));
    if (name !== undefined) {
      return { ...reference(name), ...(description !== undefined && { description }) };
    }
    return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, link(it, false)]));
  };
  return link(schema, own !== undefined) as Json;
}

/** Returns a schema as text without its description, for comparison. */
function shapeOf({ description: _, ...shape }: Json): string {
  return JSON.stringify(shape);
}

/**
 * Returns the JSON Schema (2020-12) of a record, made from the schema that validates its answers.
 * @param title name of the record, as in `carry schema <name>`
 */
export function jsonSchemaOf(title: string, record: z.ZodMiniObject): Record<string, unknown> {
  const schema = z.toJSONSchema(record, { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = schema as Record<string, unknown>;
  return { $schema, title, ...rest };
}
