import { once } from "../../base/once.js";
import type { Clock } from "../../base/time/clock.js";
import { assertBelieved } from "../../base/time/doubted-clock.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { type Archive, newestRecorded } from "../archive.js";
import type { Author } from "./author.js";
import { holdLease } from "./lease.js";

/**
 * How a moment was found: `service` is the service's time; `after_newest` right after the newest record,
 * since that time was more than a minute before it; `local` this computer's, since no answer had a time.
 */
export type Dated = "service" | "after_newest" | "local";

/**
 * Returns the moment at which rows are recorded, milliseconds since the epoch; a new one each time.
 * @throws {DoubtedClockError} while the service's time is doubted, so that nothing is dated with it
 */
export type Stamp = () => Promise<Moment & { readonly author: Author }>;

interface Moment {
  readonly at: number;
  readonly dated: Dated;
}

/**
 * Creates the source of the moments: the service's time, but at least 1 ms after the newest in the archive,
 * so that what is recorded later counts even when a clock went back.
 * @param newest newest moment in the archive
 */
export function createStamp(
  newest: number | undefined,
  client: Pick<Client, "serviceNow" | "knowsServiceTime" | "doubtedTime">,
): () => Moment {
  let last = newest ?? Number.NEGATIVE_INFINITY;
  return () => {
    assertBelieved(client);
    const now = Math.floor(client.serviceNow());
    last = Math.max(now, last + 1);
    if (last - now > MINUTE_MS) return { at: last, dated: "after_newest" };
    return { at: last, dated: client.knowsServiceTime() ? "service" : "local" };
  };
}

interface LeaseOptions {
  readonly author: Author;
  readonly clock: Pick<Clock, "after">;
  /** Called with the reason why a lease could not be removed; it becomes void by age. */
  readonly onLeft: (error: unknown) => void;
}

/** Does work that records rows, under a lease that is taken before the first moment is given. */
export async function underLease<T>(
  archive: Archive,
  client: Parameters<typeof createStamp>[1],
  { clock, onLeft, author }: LeaseOptions,
  work: (stamp: Stamp) => Promise<T>,
): Promise<T> {
  let release: (() => Promise<void>) | undefined;
  const begin = once(async () => {
    const first = Math.floor(client.serviceNow());
    release = await holdLease(archive.store, clock, first);
    const newest = (await newestRecorded(archive))?.recorded ?? first - 1; // once the lease is there
    return createStamp(Math.max(newest, first - 1), client);
  });
  const stamp = async () => {
    assertBelieved(client);
    return { ...(await begin())(), author };
  };
  try {
    return await work(stamp);
  } finally {
    await release?.().catch(onLeft);
  }
}
