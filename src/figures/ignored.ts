import type { Cause } from "./causes.js";

/** A cause that is left out: of all positions, or of those with this name or beginning of an id. */
export interface Ignored {
  readonly code: Cause;
  readonly position: string | undefined;
  /** Time of the service at which that ends, milliseconds since the epoch; never when omitted. */
  readonly until?: number | undefined;
}

/** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
export function inForce(all: readonly Ignored[], now: number): readonly Ignored[] {
  return all.filter(({ until = Number.POSITIVE_INFINITY }) => now < until);
}
