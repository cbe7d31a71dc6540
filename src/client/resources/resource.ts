import type * as z from "zod/mini";
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightOf } from "../../base/time/periods.js";
import type { Address, Cadence, Query } from "../base-url.js";
import type { Connection } from "../connection.js";
import { RefusedRequestError } from "../errors.js";

/** A status of an error that the interface documents. Source: interface, Errors. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 429;

/** A path of the service, with all that is needed to request and to describe it. */
export interface Endpoint<Path extends string = string, Parameter extends string = string> {
  /** What it returns, without a full stop. */
  readonly about: string;
  /** Path below the base URL, parameters in braces. */
  readonly path: Path;
  /** Whether the API key is sent along. */
  readonly needsKey: boolean;
  /** Query parameters with their schemas. */
  readonly query: Readonly<Record<Parameter, z.ZodMiniType>>;
  /** Schema of the `data` of an answer; undefined if it is not documented. */
  readonly data: z.ZodMiniType | undefined;
  /** Documented statuses of its errors. */
  readonly errors: readonly ErrorStatus[];
  /** Whether an answer may have a `next_cursor`. */
  readonly paged: boolean;
  /** Until when an answer may be cached; undefined for data that is not cached. */
  readonly freshUntil: Cadence | undefined;
}

/** The parameter names in braces. */
export type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Infers the parameter names, so that a request can only have declared ones. */
export function defineEndpoint<Path extends string, Parameter extends string>(
  endpoint: Endpoint<Path, Parameter>,
): Endpoint<Path, Parameter> {
  return endpoint;
}

/**
 * Returns the target of a request with these parameters.
 * @throws {RefusedRequestError} for a path parameter that would lead to another path
 */
export function addressOf<Path extends string, Parameter extends string>(
  { path, freshUntil }: Endpoint<Path, Parameter>,
  parameters: Readonly<Record<ParametersOf<Path>, string | number>>,
  query?: Readonly<Partial<Record<Parameter, Query[string]>>>,
): Address {
  const values: Readonly<Record<string, string | number>> = parameters;
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => segment(name, values[name]));
  return { path: filled, query: query ?? {}, freshUntil };
}

function segment(name: string, value: string | number = ""): string {
  if (!/^\.{0,2}$/.test(String(value))) return encodeURIComponent(value);
  throw new RefusedRequestError(`${name.replaceAll("_", " ")}: "${value}" is not an identifier`);
}

/** The public market listing is refreshed every 60 seconds. Source: interface, Limits. */
export const everyMinute: Cadence = (storedAt) => storedAt + MINUTE_MS;

/** The tracked assets change rarely; the hour is carry's choice. */
export const everyHour: Cadence = (storedAt) => storedAt + HOUR_MS;

/** Time of day, UTC, around which the arbitrage listing is computed. Source: interface, Limits. */
const ARBITRAGE_AT = 8 * HOUR_MS + 30 * MINUTE_MS;
/** Time after {@link ARBITRAGE_AT} in which the listing may still be the old one. */
const ARBITRAGE_LATE = 15 * MINUTE_MS;
const ARBITRAGE_BRIEFLY = 5 * MINUTE_MS;

/** The arbitrage listing is refreshed once a day, around 08:30 UTC. Source: interface, Limits. */
export const daily: Cadence = (storedAt) => {
  const today = midnightOf(storedAt) + ARBITRAGE_AT;
  if (storedAt < today) return today;
  return storedAt < today + ARBITRAGE_LATE ? storedAt + ARBITRAGE_BRIEFLY : today + DAY_MS;
};

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
