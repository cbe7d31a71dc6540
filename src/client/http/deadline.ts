import { onAbort } from "../../base/on-abort.js";

/** A signal that follows another one and is aborted at the latest after some time. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly seconds: number;
  /** @throws the reason of the signal that is followed, when that was aborted */
  throwIfInterrupted(): void;
  /** Stops the clock. */
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
