import type * as z from "zod/mini";
import type { Query } from "../base-url.js";
import { RefusedRequestError } from "../errors.js";
import type { Cadence } from "./cadence.js";

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

/** Target of a request, and how long its answer may be cached. */
export interface Address {
  readonly path: string;
  readonly query: Query;
  readonly freshUntil: Cadence | undefined;
  /** Below the public base URL instead of the base URL. */
  readonly isPublicBase?: true | undefined;
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
