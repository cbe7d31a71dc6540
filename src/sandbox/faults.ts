import { hash, Salt, unit } from "./random.js";
import { Refusal } from "./refusal.js";

/** What goes wrong with a request: an error answer, or a connection that breaks. */
export type Fault = Refusal | "reset";

const kinds: readonly (() => Fault)[] = [
  () => new Refusal(500, "INTERNAL_ERROR", "a fault put in on purpose"),
  () => new Refusal(503, "SERVICE_UNAVAILABLE", "a fault put in on purpose"),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "0" }),
  () => new Refusal(429, "RATE_LIMITED", "too many requests", { "retry-after": "1" }),
  () => "reset",
];

/**
 * The fault of the request with this number (counted from 0), or null when it goes well. A share
 * of `failRate` (0 to 1) fails, always the same ones under the same seed.
 */
export function faultOf(seed: number, request: number, failRate: number): Fault | null {
  if (unit(seed, request, Salt.fault) >= failRate) {
    return null;
  }
  return kinds[hash(seed, request, Salt.fault + 1) % kinds.length]?.() ?? null;
}
