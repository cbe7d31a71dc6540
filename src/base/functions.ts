import { setMaxListeners } from "node:events";

/** Returns a function that makes a value when it is first called. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns the result of work, or another value when it throws. */
export function orElse<T, U>(work: () => T, other: U): T | U {
  try {
    return work();
  } catch {
    return other;
  }
}

/**
 * Calls back when a signal is aborted. Any number of callbacks may follow one signal: Node's warning of
 * a leak, from the eleventh on, is off for it.
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener("abort", callback);
  return () => signal.removeEventListener("abort", callback);
}
