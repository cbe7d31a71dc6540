/** What a request waits for. Times are milliseconds since the epoch. */
export type Waiting =
  | { readonly for: "answer"; readonly since: number; readonly attempt: Attempt }
  | {
      readonly for: "retry";
      readonly until: number;
      /** The one that comes next. */
      readonly attempt: Attempt;
      /** Why the one before failed, in two or three words. */
      readonly brief: string;
    };

/** One of several attempts, counted from 1. */
export interface Attempt {
  readonly number: number;
  /** How many there are at most. */
  readonly of: number;
}

/** Told how one request comes along. */
export interface RequestProgress {
  onAttempt(attempt: number, of: number): void;
  onRetry(event: { readonly attempt: number; of: number; brief: string; waitMs: number }): void;
  onEnd(): void;
}

/** How a round that is under way comes along. */
export interface RoundProgress {
  /** When it began, milliseconds since the epoch. */
  readonly since: number;
  /** What has come so far, such as `340 positions`; empty at first. */
  readonly soFar: string;
  report(soFar: string): void;
  /** A request begins. */
  begin(): RequestProgress;
  /** What the oldest request under way waits for; undefined when there is none. */
  waiting(): Waiting | undefined;
}

/** @param now milliseconds since the epoch */
export function createRoundProgress(now: () => number): RoundProgress {
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
