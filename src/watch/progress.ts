import type { Clock } from "../base/clock.js";

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

/** One of several attempts. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  /** Maximum number of attempts. */
  readonly of: number;
}

/** Receives the progress of a request. */
export interface RequestProgress {
  onAttempt(attempt: number, of: number): void;
  onRetry(event: { readonly attempt: number; of: number; brief: string; waitMs: number }): void;
  onEnd(): void;
}

/** Progress of the current round. */
export interface RoundProgress {
  /** Start of the round by {@link Clock.elapsed}. */
  readonly since: number;
  /** What was received so far, such as `340 positions`; empty at first. */
  readonly soFar: string;
  report(soFar: string): void;
  /** Starts a request. */
  begin(): RequestProgress;
  /** Returns the state of the oldest current request; undefined without one. */
  waiting(): Waiting | undefined;
}

export function createRoundProgress({ elapsed: now }: Pick<Clock, "elapsed">): RoundProgress {
  const requests = new Map<symbol, Waiting>();
  let soFar = "";
  return {
    since: now(),
    get soFar() {
      return soFar;
    },
    report(text) {
      soFar = text;
    },
    begin() {
      const id = Symbol("request");
      return {
        onAttempt: (number, of) =>
          void requests.set(id, { for: "answer", since: now(), attempt: { number, of } }),
        onRetry: ({ attempt, of, brief, waitMs }) =>
          void requests.set(id, {
            for: "retry",
            until: now() + waitMs,
            attempt: { number: attempt + 1, of },
            brief,
          }),
        onEnd: () => void requests.delete(id),
      };
    },
    waiting: () => requests.values().next().value,
  };
}
