import type { Clock } from "../base/clock.js";

/** Minimum time between the beginnings of two rounds, milliseconds. */
const FLOOR_MS = 15_000;

/**
 * Returns a function that makes a new value at most every 15 seconds, and one at a time: who asks
 * meanwhile gets the value that is being made, or the last one.
 */
export function shared<T>(
  { elapsed }: Pick<Clock, "elapsed">,
  make: () => Promise<T>,
): () => Promise<T> {
  let made: { readonly at: number; readonly value: Promise<T>; isDone: boolean } | undefined;
  return () => {
    const age = made === undefined ? Number.POSITIVE_INFINITY : elapsed() - made.at;
    if (made !== undefined && (!made.isDone || age < FLOOR_MS)) return made.value;
    const round = { at: elapsed(), value: make(), isDone: false };
    const done = () => {
      round.isDone = true;
    };
    round.value.then(done, done);
    made = round;
    return round.value;
  };
}
