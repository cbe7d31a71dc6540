import { onAbort } from "../../base/functions.js";

/** A signal that is aborted with its parent, and after a time limit at the latest. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly seconds: number;
  /** @throws the parent's reason if the parent was aborted */
  throwIfInterrupted(): void;
  /** Stops the timer. */
  clear(): void;
}

export function createDeadline(parent: AbortSignal, timeoutMs: number): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  if (parent.aborted) abort();
  const stopFollowing = onAbort(parent, abort);
  return {
    signal: controller.signal,
    seconds: timeoutMs / 1000,
    throwIfInterrupted: () => parent.throwIfAborted(),
    clear() {
      clearTimeout(timer);
      stopFollowing();
    },
  };
}
