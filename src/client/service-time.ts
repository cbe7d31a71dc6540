import { isBelieved } from "../base/time/believed-time.js";
import type { DoubtedTime } from "../base/time/doubted-clock.js";
import type { HttpAnswer } from "./http/answer.js";

interface ServiceTimeOptions {
  /** This computer's time, milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether the service's clock may be far from all others. */
  readonly acceptClock: boolean;
  /** Called for the first time that is not believed, unless `judge` was called. */
  readonly onDoubt: ((doubted: DoubtedTime) => void) | undefined;
}

/** What is known of the service's clock. */
export type ServiceTime = ReturnType<typeof createServiceTime>;

/** Creates the clock of a service, which begins as this computer's. */
export function createServiceTime({ now, acceptClock, onDoubt }: ServiceTimeOptions) {
  let ahead = 0;
  let from: "none" | "public" | "keyed" = "none";
  let isKnown = false;
  let doubted: DoubtedTime | undefined;
  let tell = onDoubt;
  let clocks = [0]; // how far they are ahead of this one
  const take = (said: DoubtedTime) => {
    const others = acceptClock ? undefined : clocks.map((it) => said.local + it);
    const isDoubted = !isBelieved(said.service, others);
    doubted = isDoubted ? said : undefined;
    if (!isDoubted) {
      isKnown = true;
      ahead = said.service - said.local;
      return;
    }
    tell?.(said);
    tell = undefined;
  };
  return {
    /** Time of the service by its last answer, one to a call with the key first; else this computer's. */
    now: () => now() + ahead,
    /** Reports whether an answer had a time that is believed. */
    isKnown: () => isKnown,
    /** Returns the time of the last answer if it is not believed. */
    doubted: () => doubted,
    /**
     * Leaves it to the caller to ask for `doubted`, instead of a warning.
     * @param other how far another clock is ahead of this computer's, milliseconds: times near that one
     *   are believed too
     */
    judge(other: number | undefined): void {
      tell = undefined;
      clocks = other === undefined ? [0] : [0, other];
      if (doubted !== undefined) take(doubted);
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
