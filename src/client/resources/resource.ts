import type * as z from "zod/mini";
import type { Connection } from "../connection.js";
import type { Endpoint } from "./endpoint.js";

/** The JSON Schema of a record. */
interface JsonRecord {
  /** Its name, as in `carry schema <name>`. */
  readonly name: string;
  /** Where it is seen: the command that prints such records with `-o json`. */
  readonly printedBy: string;
}

/** A record of the service, or a part of one. */
export interface RecordDefinition {
  /** What it is, for the docstring of its type. */
  readonly about: string;
  /** What its answers are checked with; each field has its sentence and its unit. */
  readonly schema: z.ZodMiniObject;
  /** Its JSON Schema; undefined for a part that other records contain. */
  readonly json: JsonRecord | undefined;
}

/** What the client knows of a kind of thing that the service has. */
export interface Resource<Calls> {
  /** By the names of their TypeScript types. */
  readonly records: Readonly<Record<string, RecordDefinition>>;
  /** The path that each call asks. */
  readonly endpoints: Readonly<Record<keyof Calls, Endpoint>>;
  /** Makes the calls of a client. */
  readonly callsOver: (connection: Connection) => Calls;
}
