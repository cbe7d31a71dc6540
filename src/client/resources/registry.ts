import type { Connection } from "../connection.js";
import { type Assets, assets } from "./asset.js";
import { type Funding, funding } from "./funding.js";
import { type Positions, positions } from "./position.js";
import type { RecordDefinition, Resource } from "./resource.js";

/** The calls of a client, by resource. */
export interface Resources {
  readonly positions: Positions;
  readonly funding: Funding;
  readonly assets: Assets;
}

/** The one list of resources: calls, record types, JSON Schemas and endpoints are made from it. */
export const RESOURCES = { positions, funding, assets } as const satisfies {
  readonly [Name in keyof Resources]: Resource<Resources[Name]>;
};

type Records = (typeof RESOURCES)[keyof typeof RESOURCES]["records"];
type DefinitionOf<R> = R extends unknown ? R[keyof R] : never;

/** The records of the service that have a JSON Schema of their own. */
export type RecordName = NonNullable<(DefinitionOf<Records> & RecordDefinition)["jsonName"]>;

/** Every record, by the name of its TypeScript type. */
export const RECORDS: ReadonlyMap<string, RecordDefinition> = new Map(
  Object.values(RESOURCES).flatMap(({ records }) => Object.entries(records)),
);

/** Makes the calls of all resources. */
export function callsOver(connection: Connection): Resources {
  return {
    positions: positions.callsOver(connection),
    funding: funding.callsOver(connection),
    assets: assets.callsOver(connection),
  };
}
