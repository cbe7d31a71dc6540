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
  const endpoints = Object.entries(RESOURCES).flatMap(([resource, { endpoints }]) =>
    Object.entries<Endpoint>(endpoints).map(([call, endpoint]) => ({
      id: `${resource}_${call}`,
      endpoint,
    })),
  );
  const named = z.registry<{ id: string }>();
  for (const [id, { schema }] of RECORDS) named.add(schema, { id });
  for (const { id, endpoint } of endpoints) {
    if (endpoint.data !== undefined && !named.has(endpoint.data)) named.add(endpoint.data, { id });
  }
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(named, { ...SETTINGS, uri });
  const schemaOf = (id: string): Json => {
    const { $schema: _, $id: __, ...schema } = schemas[id] ?? {};
    return schema;
  };
  const dataOf = ({ data }: Endpoint): Json | undefined => {
    const id = data && named.get(data)?.id;
    if (id === undefined) return undefined;
    return RECORDS.has(id) ? { $ref: uri(id) } : schemaOf(id);
  };
  const records = [...RECORDS].map(([id, { about }]) => [
    id,
    { ...schemaOf(id), description: about },
  ]);
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
    paths: Object.fromEntries(
      endpoints.map(({ id, endpoint }) => [
        endpoint.path,
        { get: operationOf(id, endpoint, dataOf(endpoint)) },
      ]),
    ),
    components: {
      schemas: { ...Object.fromEntries(records), Error: ERROR_SCHEMA },
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
  { about, path, query, needsKey, paged, errors }: Endpoint,
  data: Json | undefined,
): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => parameterInPath(name));
  const inQuery = Object.entries(query).map(([name, schema]) => {
    const { $schema: _, ...own } = z.toJSONSchema(schema, SETTINGS);
    return { name, in: "query", ...withDescription(own), style: "form", explode: false };
  });
  const content = data === undefined ? {} : envelopeOf(data, paged);
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
  const schema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { const: code } } }],
  };
  return { description: when, content: { "application/json": { schema } } };
}

/** Returns the JSON Schema (2020-12) of a record, made from the schema that validates its answers. */
export function jsonSchemaOf(record: z.ZodMiniObject): Json {
  return z.toJSONSchema(record, { target: "draft-2020-12", io: "input" });
}

/** How schemas of zod become those of the document. */
const SETTINGS = {
  target: "draft-2020-12",
  io: "input",
  override({ jsonSchema: made, zodSchema }) {
    const words = wordsOf(zodSchema);
    if (words !== undefined) made.enum = [...words];
    if (made.format === "date-time") delete made.pattern;
    else if (made.type === "string" && made.pattern !== undefined && made.format === undefined) {
      made.examples = ["0.0001"]; // the only texts with a pattern are decimals
    }
  },
} as const satisfies z.core.ToJSONSchemaParams;
