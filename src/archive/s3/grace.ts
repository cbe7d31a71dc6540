import { onAbort } from "../../base/on-abort.js";
import type { Clock } from "../../base/time/clock.js";

/** How long requests may continue after an interrupt, to write what was answered and to free locks. */
const GRACE_MS = 5_000;

/** Returns a signal that is aborted {@link GRACE_MS} after another one, with its reason, unless stopped. */
export function withGrace(
  signal: AbortSignal,
  clock: Pick<Clock, "after">,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const late = new AbortController();
  let cancel = () => {};
  const begin = () => {
    cancel = clock.after(GRACE_MS, () => late.abort(signal.reason));
  };
  const stopFollowing = onAbort(signal, begin);
  if (signal.aborted) begin();
  const stop = () => {
    cancel();
    stopFollowing();
  };
  return { signal: late.signal, stop };
}
