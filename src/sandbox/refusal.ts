import { hash, Salt, unit } from "./random.js";

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

/** A fault of a request: an error answer, or a broken connection. */
export type Fault = Refusal | "reset";

const kinds: readonly (() => Fault)[] = [
  () => new Refusal(500, "INTERNAL_ERROR", "a fault put in on purpose"),
  () => new Refusal(503, "SERVICE_UNAVAILABLE", "a fault put in on purpose"),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "0" }),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "1" }),
  () => "reset",
];

/** Returns the fault of a request (from 0), or null; the seed selects the share `failRate` that fails. */
export function faultOf(seed: number, request: number, failRate: number): Fault | null {
  if (unit(seed, request, Salt.fault) >= failRate) return null;
  return kinds[hash(seed, request, Salt.fault + 1) % kinds.length]?.() ?? null;
}
