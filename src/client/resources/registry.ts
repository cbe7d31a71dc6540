import type { Connection } from "../connection.js";
import { type Assets, assets } from "./asset.js";
import { type Funding, funding } from "./funding.js";
import { type Positions, positions } from "./position.js";
import type { Endpoint, RecordDefinition, Resource } from "./resource.js";

/** Calls of a client, by resource. */
export interface Resources {
  readonly positions: Positions;
  readonly funding: Funding;
  readonly assets: Assets;
}

/** All resources: calls, record types, JSON Schemas and endpoints are derived from this table. */
export const RESOURCES = { positions, funding, assets } as const satisfies {
  readonly [Name in keyof Resources]: Resource<Resources[Name]>;
};

type Endpoints = (typeof RESOURCES)[keyof typeof RESOURCES]["endpoints"];
type EndpointOf<E> = E extends unknown ? E[keyof E] : never;

/** The paths that the client requests, their parameters in braces. */
export type ServicePath = (EndpointOf<Endpoints> & Endpoint)["path"];

/** All records, by the names of their TypeScript types. */
export const RECORDS: ReadonlyMap<string, RecordDefinition> = new Map(
  Object.values(RESOURCES).flatMap(({ records }) => Object.entries(records)),
);

/** Creates the calls of all resources. */
export function callsOver(connection: Connection): Resources {
  return {
    positions: positions.callsOver(connection),
    funding: funding.callsOver(connection),
    assets: assets.callsOver(connection),
  };
}
