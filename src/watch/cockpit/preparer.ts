import type { Clock } from "../../base/time/clock.js";
import type { Round } from "../round.js";
import type { WatchState } from "../state.js";
import { type CockpitState, PAGES, type PageName } from "./cockpit-state.js";
import type { FrameSize } from "./frame.js";
import type { Parts } from "./parts.js";

interface Prepared extends Pick<Parts, "frames"> {
  readonly rounds: WatchState;
  readonly sizeNow: () => FrameSize;
  readonly clock: Pick<Clock, "after">;
  /** Aborted when the watch ends. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds without a key after which the next page is prepared. */
const IDLE_MS = 200;

/** Prepares the other pages of a round, one after the other while no key is pressed. */
export function createPreparer({ frames, rounds, sizeNow, clock, signal, onError }: Prepared) {
  let cancel = () => {};
  let round: Round | undefined;
  let left: PageName[] = [];
  const next = (state: CockpitState) => {
    const page = left.shift();
    if (page === undefined || signal.aborted) return;
    frames.prepare({ ...state, page }, rounds, sizeNow()).then(() => later(state), onError);
  };
  const later = (state: CockpitState) => {
    cancel();
    cancel = clock.after(IDLE_MS, () => next(state));
  };
  return {
    run(state: CockpitState) {
      if (round !== rounds.round) left = PAGES.filter((it) => it !== state.page);
      round = rounds.round;
      if (left.length > 0) later(state);
    },
    stop: () => cancel(),
  };
}
