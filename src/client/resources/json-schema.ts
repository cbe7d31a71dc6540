import * as z from "zod/mini";
import { asset } from "./asset.js";
import { fundingDay, fundingPoint } from "./funding.js";
import { positionDetail, positionSummary } from "./position.js";

const SCHEMAS = {
  position: positionSummary,
  "position-detail": positionDetail,
  "funding-point": fundingPoint,
  "funding-day": fundingDay,
  asset,
} as const;

/** The records of the service that have a schema. */
export type RecordName = keyof typeof SCHEMAS;

/** JSON Schema (2020-12) of a record of the service, made from what its answers are checked with. */
export function jsonSchemaOf(name: RecordName): Record<string, unknown> {
  const schema = z.toJSONSchema(SCHEMAS[name], { target: "draft-2020-12", io: "input" });
  const { $schema, ...rest } = schema as Record<string, unknown>;
  return { $schema, title: name, ...rest };
}
