import type * as z from "zod/mini";
import type { Query } from "../base-url.js";
import { RefusedRequestError } from "../errors.js";
import type { Cadence } from "./cadence.js";

/** A path of the service, with all that a request to it and a description of it need. */
export interface Endpoint<Path extends string = string, Parameter extends string = string> {
  /** Path below the base URL, its parameters in braces. */
  readonly path: Path;
  /** Whether the API key is sent along. */
  readonly needsKey: boolean;
  /** Query parameters, with what they take. */
  readonly query: Readonly<Record<Parameter, z.ZodMiniType>>;
  /** What the `data` of an answer holds; undefined where that is not documented. */
  readonly data: z.ZodMiniType | undefined;
  /** Whether an answer may have a `next_cursor`. */
  readonly paged: boolean;
  /** Until when an answer may be kept; undefined for data that is always asked for. */
  readonly freshUntil: Cadence | undefined;
}

/** Where a request goes, and for how long its answer may be kept. */
export interface Address {
  readonly path: string;
  readonly query: Query;
  readonly freshUntil: Cadence | undefined;
}

/** The names in braces. */
type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

/** Keeps the names of the parameters, so that a request can only have those that are declared. */
export function defineEndpoint<Path extends string, Parameter extends string>(
  endpoint: Endpoint<Path, Parameter>,
): Endpoint<Path, Parameter> {
  return endpoint;
}

/**
 * Returns where a request with these parameters goes.
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
