import { isBelieved } from "../base/time/believed-time.js";
import type { DoubtedTime } from "../base/time/doubted-clock.js";
import { DAY_MS, HOUR_MS } from "../base/time/periods.js";
import type { HttpAnswer } from "./http/answer.js";

/** The Date of an answer of the service, with this computer's time when it arrived; ms since the epoch. */
export interface KeptClock {
  readonly service: number;
  readonly local: number;
}

/** Keeps the clock of the service between programs. It may forget it at any time, and never throws. */
export interface ClockMemory {
  read(): KeptClock | undefined;
  write(clock: KeptClock): void;
}

/** How long a kept clock counts, milliseconds by this computer's clock. */
const KEPT_MS = 30 * DAY_MS;
const WRITE_EVERY_MS = HOUR_MS;

/**
 * Returns how far the service's clock was ahead of this computer's when it was kept, milliseconds;
 * undefined if that was in the future or too long ago, or the time is not believed.
 */
export function keptAhead(
  kept: KeptClock | undefined,
  now: number,
  acceptClock: boolean,
): number | undefined {
  if (kept === undefined || kept.local > now || now - kept.local > KEPT_MS) return undefined;
  const ahead = kept.service - kept.local;
  return isBelieved(now + ahead, acceptClock ? undefined : now) ? ahead : undefined;
}

interface ServiceTimeOptions {
  /** This computer's time, milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the service's clock may be far from all others. */
  readonly acceptClock: boolean;
  /** Called once, with the first time of the service that is doubted, unless `judge` was called. */
  readonly onDoubt: ((doubted: DoubtedTime) => void) | undefined;
  readonly memory: ClockMemory | undefined;
}

/** The clock of a service. */
export type ServiceTime = ReturnType<typeof createServiceTime>;

/** Creates the clock of a service, which begins as the one that was kept, or else as this computer's. */
export function createServiceTime({ now, acceptClock, onDoubt, memory }: ServiceTimeOptions) {
  let ahead = keptAhead(memory?.read(), now(), acceptClock) ?? 0;
  let writtenAt = Number.NEGATIVE_INFINITY;
  let from: "none" | "public" | "keyed" = "none";
  let isKnown = false;
  let doubted: DoubtedTime | undefined;
  let tell = onDoubt;
  let last: DoubtedTime | undefined;
  let near: number | undefined; // how far a believed time may be from this computer's; a day unless set
  const take = (said: DoubtedTime) => {
    last = said;
    const isDoubted = !isBelieved(said.service, acceptClock ? undefined : said.local, near);
    doubted = isDoubted ? said : undefined;
    if (!isDoubted) {
      isKnown = true;
      ahead = said.service - said.local;
      if (Math.abs(said.local - writtenAt) < WRITE_EVERY_MS) return;
      writtenAt = said.local;
      memory?.write(said);
      return;
    }
    tell?.(said);
    tell = undefined;
  };
  return {
    /**
     * Returns the service's time by its last believed answer: to a call with the key, as soon as there was
     * one. Before that, by the kept clock or else this computer's.
     */
    now: () => now() + ahead,
    /** Reports whether an answer had a time that is believed. */
    isKnown: () => isKnown,
    /** Returns the time of the last answer if it is not believed. */
    doubted: () => doubted,
    /**
     * Turns `onDoubt` off, for a caller that asks for `doubted`.
     * @param nearMs how far a believed time may be from this computer's; a day when omitted
     */
    judge(nearMs?: number): void {
      tell = undefined;
      near = nearMs;
      if (last !== undefined) take(last);
    },
    /** Takes the Date of an answer. Answers with the key do not come from a cache on the way. */
    learn({ headers }: Pick<HttpAnswer, "headers">, by: "public" | "keyed"): void {
      const service = Date.parse(headers.date ?? "");
      if (Number.isNaN(service)) return;
      // A cache on the way adds an Age (RFC 9111, 5.1): the Date is then that of an earlier answer.
      if (by === "public" && (from === "keyed" || headers.age !== undefined)) return;
      from = by;
      take({ service, local: now() });
    },
  };
}
