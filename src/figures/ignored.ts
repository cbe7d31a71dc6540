import { isoTime } from "../base/time/moment.js";
import type { Cause } from "./causes.js";

/** A cause that is left out: of all positions, or of those with this name or beginning of an id. */
export interface Ignored {
  readonly code: Cause;
  readonly position: string | undefined;
  /** Time of the service at which that ends, milliseconds since the epoch; never when omitted. */
  readonly until?: number;
}

/** Returns it as the setting `ignore` has it: `losing:92bc28c3@2026-06-01T16:00:00Z`. */
export function ignoredText({ code, position, until }: Ignored): string {
  const time = until === undefined ? "" : `@${isoTime(until)}`;
  return code + (position === undefined ? "" : `:${position}`) + time;
}

/** Returns those that have not ended. @param now time of the service, milliseconds since the epoch */
export function inForce(all: readonly Ignored[], now: number): readonly Ignored[] {
  return all.filter(({ until = Number.POSITIVE_INFINITY }) => now < until);
}
