import type { DoubtedTime } from "../base/time/doubted-clock.js";
import { isWritable } from "../base/time/moment.js";
import { HOUR_MS, MINUTE_MS } from "../base/time/periods.js";
import { type HttpAnswer, isSuccess } from "./http/answer.js";

/** How far the service's clock may be from this computer's without a word, milliseconds. */
const APART_MS = MINUTE_MS;

/** How far it may be where something is stored, milliseconds. */
const DOUBTED_MS = HOUR_MS;

interface ServiceTimeOptions {
  /** This computer's time, milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the service's clock may be far from this computer's. */
  readonly acceptClock: boolean;
  /** Called once if the two clocks are more than a minute apart. */
  readonly onApart: ((times: DoubtedTime) => void) | undefined;
}

/** The clock of a service. */
export type ServiceTime = ReturnType<typeof createServiceTime>;

/**
 * Creates the clock of a service: this computer's, moved once, by the difference to the Date of the first
 * 2xx answer.
 */
export function createServiceTime({ now, acceptClock, onApart }: ServiceTimeOptions) {
  let ahead: number | undefined;
  let doubted: DoubtedTime | undefined;
  return {
    /** Returns the service's time, ms since the epoch; this computer's before an answer had one. */
    now: () => now() + (ahead ?? 0),
    /** Reports whether an answer had a time. */
    isKnown: () => ahead !== undefined,
    /** Returns both times if they are more than an hour apart, and the service's was not accepted. */
    doubted: () => doubted,
    /** Takes the Date of the first 2xx answer that does not come from a cache on the way (RFC 9111, 5.1). */
    learn({ status, headers }: Pick<HttpAnswer, "status" | "headers">): void {
      const service = Date.parse(headers.date ?? "");
      if (ahead !== undefined || !isSuccess(status) || headers.age !== undefined) return;
      if (Number.isNaN(service)) return;
      const local = now();
      const isPossible = isWritable(service);
      ahead = isPossible ? service - local : 0;
      const apart = acceptClock && isPossible ? 0 : Math.abs(service - local);
      if (apart > DOUBTED_MS) doubted = { service, local };
      if (apart > APART_MS) onApart?.({ service, local });
    },
  };
}
