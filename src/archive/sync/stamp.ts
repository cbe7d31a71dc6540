/** Gives the moments at which rows are recorded, milliseconds since the epoch; each is a new one. */
export type Stamp = () => number;

/**
 * Creates a source of moments: the service's time, and always at least 1 ms after the newest in the
 * archive, so that what is recorded later counts even when a clock went back.
 * @param newest newest moment in the archive; undefined when there is none
 */
export function createStamp(newest: number | undefined, now: () => number): Stamp {
  let last = newest ?? Number.NEGATIVE_INFINITY;
  return () => {
    last = Math.max(Math.floor(now()), last + 1);
    return last;
  };
}
