import type { Clock } from "../base/time/clock.js";

/**
 * Creates the heartbeat of a watch, which writes a line whenever nothing was written for a while.
 * @param everyMs undefined for none
 * @param beat writes the line
 */
export function createHeartbeat(
  clock: Clock,
  everyMs: number | undefined,
  beat: () => Promise<void>,
) {
  const every = everyMs ?? Number.POSITIVE_INFINITY;
  let last = clock.elapsed();
  /** Returns the milliseconds until a line is due; infinite without `--heartbeat`. */
  const dueIn = () => Math.max(0, last + every - clock.elapsed());
  const beatIfDue = async () => {
    if (dueIn() > 0) return;
    last = clock.elapsed(); // also where `--query` leaves the line out
    await beat();
  };
  return {
    /** Starts the wait again, since something was written. */
    reset() {
      last = clock.elapsed();
    },
    dueIn,
    beatIfDue,
    /** Waits for work, writing lines meanwhile. @throws what the work or a write throws */
    async during<T>(work: Promise<T>): Promise<T> {
      if (everyMs === undefined) return work;
      work.catch(() => {}); // reported below, unless a write fails first
      for (;;) {
        let cancel = () => {};
        const due = new Promise<"due">((resolve) => {
          cancel = clock.after(Math.max(1, dueIn()), () => resolve("due"));
        });
        const first = await Promise.race([work.then(() => "done" as const), due]).finally(cancel);
        if (first === "done") return work;
        await beatIfDue();
      }
    },
  };
}
