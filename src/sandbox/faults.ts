import { hash, Salt, unit } from "./random.js";
import { Refusal } from "./refusal.js";

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
