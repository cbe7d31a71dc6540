import type * as z from "zod/mini";
import type { Connection } from "../connection.js";
import { RefusedRequestError } from "../errors.js";
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

/** @throws {RefusedRequestError} unless a count or an id is undefined or a whole number of 1 or more */
export function assertCount(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RefusedRequestError(`${name}: ${value} is not a whole number of 1 or more`);
}

/** @throws {RefusedRequestError} unless a time is undefined or ms since the epoch, in the range of a Date */
export function assertTime(name: string, value: number | undefined): void {
  if (value === undefined || !Number.isNaN(new Date(value).getTime())) return;
  throw new RefusedRequestError(`${name}: ${value} is not a time in milliseconds since the epoch`);
}

/** Options of every call. */
export interface SignalOptions {
  /** Ends the call when aborted, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns a signal that is aborted with that of the call or of its client. */
export function signalOf(
  { signal }: Pick<Connection, "signal">,
  own: AbortSignal | undefined,
): AbortSignal {
  return own === undefined || own === signal ? signal : AbortSignal.any([own, signal]);
}
