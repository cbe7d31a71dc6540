import type { Connection } from "../connection.js";
import { type Assets, assets } from "./asset.js";
import type { Endpoint } from "./endpoint.js";
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

type Endpoints = (typeof RESOURCES)[keyof typeof RESOURCES]["endpoints"];
type EndpointOf<E> = E extends unknown ? E[keyof E] : never;

/** The paths that the client requests, their parameters in braces. */
export type ServicePath = (EndpointOf<Endpoints> & Endpoint)["path"];

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
