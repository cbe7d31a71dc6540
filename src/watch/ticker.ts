import type { Clock } from "../base/clock.js";
import { isWaiting, type WatchState } from "./state.js";
import { LATE_MS } from "./state-line.js";

/** Wakes the loop of a shown watch for what changes with time alone. */
export interface Ticker {
  /** Sees to the next tick; called whenever the screen has been drawn. */
  run(): void;
  /** Forgets the tick that was seen to. */
  stop(): void;
}

const EVERY_MS = 1_000;

/**
 * Between rounds the watch sleeps, for a second or until the next round is due. While a round is
 * under way its end wakes the loop, and a timer beside it once it is late, and then each second.
 * @param signal ends the sleep
 */
export function createTicker(
  clock: Clock,
  state: WatchState,
  onTick: () => void,
  signal: AbortSignal,
): Ticker {
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
    run() {
      cancel();
      const now = clock.now();
      if (state.fetching !== undefined) {
        cancel = clock.after(untilTick(now - state.fetching.since), onTick);
      } else if (!sleeping) {
        sleep(isWaiting(state) ? Math.min(EVERY_MS, Math.max(0, state.nextAt - now)) : EVERY_MS);
      }
    },
    stop: () => cancel(),
  };
}

/** How long until a round that has taken so long is late, or later by a whole second. */
function untilTick(tookMs: number): number {
  return tookMs < LATE_MS ? LATE_MS - tookMs : EVERY_MS - (tookMs % EVERY_MS);
}
