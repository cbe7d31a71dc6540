import type * as z from "zod/mini";
import type { Connection } from "../connection.js";
import type { Endpoint } from "./endpoint.js";

/** The JSON Schema of a record. */
export interface JsonRecord {
  /** Its name, as in `carry schema <name>`. */
  readonly name: string;
  /** Where it is seen: the command that prints such records with `-o json`. */
  readonly printedBy: string;
  /** Whether each record is printed with its market. */
  readonly isOfMarket?: true;
  /** Whether the output may also be one record; else it is an array. */
  readonly isOneOrMany?: true;
}

/** A record of the service, or a part of one. */
export interface RecordDefinition {
  /** Description, for the docstring of its type. */
  readonly about: string;
  /** Schema that validates it; each field has a description with its unit. */
  readonly schema: z.ZodMiniObject;
  /** Its JSON Schema; undefined for a part that other records contain. */
  readonly json: JsonRecord | undefined;
}

/** Definition of a resource of the service. */
export interface Resource<Calls> {
  /** Records, by the names of their TypeScript types. */
  readonly records: Readonly<Record<string, RecordDefinition>>;
  /** Endpoint of each call. */
  readonly endpoints: Readonly<Record<keyof Calls, Endpoint>>;
  /** Creates the calls of a client. */
  readonly callsOver: (connection: Connection) => Calls;
}
