import type { Clock } from "../base/time/clock.js";

/** State of a request. Times are those of {@link Clock.elapsed}. */
export type Waiting =
  | { readonly for: "answer"; readonly since: number; readonly attempt: Attempt }
  | {
      readonly for: "retry";
      readonly until: number;
      /** The next attempt. */
      readonly attempt: Attempt;
      /** Why the last attempt failed, in two or three words. */
      readonly brief: string;
    };

/** The wait before the attempt after one that failed. */
interface Retry {
  readonly attempt: number;
  readonly of: number;
  readonly brief: string;
  readonly waitMs: number;
}

/** One of several attempts. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Maximum number of attempts. */
  readonly of: number;
}

/** Progress of the current round. */
export type RoundProgress = ReturnType<typeof createRoundProgress>;

export function createRoundProgress({ elapsed: now }: Pick<Clock, "elapsed">) {
  const requests = new Map<symbol, Waiting>();
  let soFar = "";
  return {
    /** Start of the round by {@link Clock.elapsed}. */
    since: now(),
    /** What was received so far, such as `340 positions`; empty at first. */
    get soFar(): string {
      return soFar;
    },
    report(text: string): void {
      soFar = text;
    },
    /** Starts a request; returns what receives its progress. */
    begin() {
      const id = Symbol("request");
      return {
        onAttempt: (number: number, of: number) =>
          void requests.set(id, { for: "answer", since: now(), attempt: { number, of } }),
        onRetry: ({ attempt, of, brief, waitMs }: Retry) =>
          void requests.set(id, {
            for: "retry",
            until: now() + waitMs,
            attempt: { number: attempt + 1, of },
            brief,
          }),
        onEnd: () => void requests.delete(id),
      };
    },
    /** Returns the state of the oldest current request; undefined without one. */
    waiting: (): Waiting | undefined => requests.values().next().value,
  };
}
