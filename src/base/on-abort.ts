import { setMaxListeners } from "node:events";

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
