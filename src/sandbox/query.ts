import type { Range } from "./public-data.js";
import type { StatusFilter } from "./timeline.js";

/** A request that is answered with an error body; `status` is the HTTP status. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 400: a parameter is invalid. */
export function invalid(message: string): Refusal {
  return new Refusal(400, "VALIDATION_ERROR", message);
}

/** 404: not found. */
export function notFound(what: string): Refusal {
  return new Refusal(404, "NOT_FOUND", `${what} not found`);
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isoTime = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const defaultLimit = 100;
const maxLimit = 500;
const maxLimitWithPerformance = 100;

/** Returns the value of a parameter, or null without one. @throws {Refusal} if it is repeated */
export function single(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name);
  if (values.length > 1) throw invalid(`${name} must be given once`);
  return values[0] ?? null;
}

/** Parses a uuid to lower case. @throws {Refusal} if it is invalid */
export function parseUuid(name: string, value: string): string {
  if (!uuid.test(value)) throw invalid(`${name} must be a uuid`);
  return value.toLowerCase();
}

/** Parses a market id, an integer from 1. @throws {Refusal} if it is invalid */
export function parseMarketId(value: string): number {
  if (!/^\d+$/.test(value) || Number(value) < 1) {
    throw invalid("market_id must be an integer of at least 1");
  }
  return Number(value);
}

/** Parses `statuses`. @throws {Refusal} unless it is a comma-separated list of distinct statuses */
export function parseStatuses(query: URLSearchParams): StatusFilter {
  const value = single(query, "statuses");
  switch (value) {
    case null:
    case "open,closed":
    case "closed,open":
      return "all";
    case "open":
    case "closed":
      return value;
    default:
      throw invalid("statuses must be open, closed or both, separated by a comma");
  }
}

/** Reports whether `include` is performance. @throws {Refusal} for any other value */
export function parseInclude(query: URLSearchParams): boolean {
  const value = single(query, "include");
  if (value !== null && value !== "performance") throw invalid("include must be performance");
  return value !== null;
}

/** Parses the page size. @throws {Refusal} outside 1 to 500, or 1 to 100 with performance */
export function parseLimit(query: URLSearchParams, withPerformance: boolean): number {
  const value = single(query, "limit");
  if (value === null) return defaultLimit;
  const most = withPerformance ? maxLimitWithPerformance : maxLimit;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < 1 || limit > most) {
    const condition = withPerformance ? " with include=performance" : "";
    throw invalid(`limit must be an integer from 1 to ${most}${condition}`);
  }
  return limit;
}

/** Parses the resolution of the funding history, by default `event`. @throws {Refusal} */
export function parseResolution(query: URLSearchParams): "event" | "1d" {
  const value = single(query, "resolution") ?? "event";
  if (value !== "event" && value !== "1d") throw invalid("resolution must be event or 1d");
  return value;
}

// A time without an offset is UTC; a day that is not in the calendar fails the round trip.
function parseTime(query: URLSearchParams, name: string): number | null {
  const value = single(query, name);
  if (value === null) return null;
  const [, day = "", clock = "", , , offset] = isoTime.exec(value) ?? [];
  const time = Date.parse(clock !== "" && offset === undefined ? `${value}Z` : value);
  const midnight = Date.parse(day);
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  if (Number.isNaN(time) || !exists) throw invalid(`${name} must be an ISO 8601 date or date-time`);
  return time;
}

/** Parses `start` (inclusive) and `end` (exclusive). @throws {Refusal} for an invalid time */
export function parseRange(query: URLSearchParams): Range {
  return {
    start: parseTime(query, "start") ?? Number.NEGATIVE_INFINITY,
    end: parseTime(query, "end") ?? Number.POSITIVE_INFINITY,
  };
}

/** Parses the asset classes, null for all. @throws {Refusal} for an empty or malformed list */
export function parseAssetClasses(query: URLSearchParams): ReadonlySet<string> | null {
  const value = single(query, "asset_classes");
  if (value === null) return null;
  const classes = value.split(",");
  if (!classes.every((name) => /^[a-z][a-z0-9_-]*$/i.test(name))) {
    throw invalid("asset_classes must be a comma-separated list of asset classes");
  }
  return new Set(classes);
}
