import type { Clock } from "../base/time/clock.js";
import { LATE_MS } from "./cockpit/state-line.js";
import { isWaiting, type WatchState } from "./state.js";

const EVERY_MS = 1_000;

/**
 * Creates a ticker, which wakes the loop of a shown watch when a text changes by time alone: each second
 * and when the next round is due; during a round, once it is late and then each second.
 * @param signal ends the sleep
 */
export function createTicker(
  clock: Clock,
  state: WatchState,
  onTick: () => void,
  signal: AbortSignal,
) {
  let sleeping = false;
  let cancel = () => {};
  const sleep = (ms: number) => {
    sleeping = true;
    clock.sleep(ms, signal).then(
      () => {
        sleeping = false;
        onTick();
      },
      () => {}, // the watch is over
    );
  };
  return {
    /** Schedules the next tick; called after the screen was drawn. */
    run() {
      cancel();
      const now = clock.elapsed();
      if (state.fetching !== undefined) {
        cancel = clock.after(untilTick(now - state.fetching.since), onTick);
      } else if (!sleeping) {
        sleep(isWaiting(state) ? Math.min(EVERY_MS, Math.max(0, state.nextAt - now)) : EVERY_MS);
      }
    },
    stop: () => cancel(),
  };
}

/** Returns the time until a round of this duration is late, or late by another second. */
function untilTick(tookMs: number): number {
  return tookMs < LATE_MS ? LATE_MS - tookMs : EVERY_MS - (tookMs % EVERY_MS);
}
