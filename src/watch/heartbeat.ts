import type { Clock } from "../base/clock.js";

/** Writes a line whenever nothing was written for a while. */
export interface Heartbeat {
  /** Starts the wait again, since something was written. */
  reset(): void;
  /** Milliseconds until a line is due; infinite without `--heartbeat`. */
  dueIn(): number;
  /** Writes the line if it is due. */
  beatIfDue(): Promise<void>;
  /** Waits for work, writing lines meanwhile. @throws what the work or a write throws */
  during<T>(work: Promise<T>): Promise<T>;
}

/**
 * Creates the heartbeat of a watch.
 * @param everyMs undefined for none
 * @param beat writes the line
 */
export function createHeartbeat(
  clock: Clock,
  everyMs: number | undefined,
  beat: () => Promise<void>,
): Heartbeat {
  const every = everyMs ?? Number.POSITIVE_INFINITY;
  let last = clock.elapsed();
  const dueIn = () => Math.max(0, last + every - clock.elapsed());
  const beatIfDue = async () => {
    if (dueIn() > 0) return;
    last = clock.elapsed(); // also where `--query` leaves the line out
    await beat();
  };
  return {
    reset() {
      last = clock.elapsed();
    },
    dueIn,
    beatIfDue,
    async during(work) {
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
