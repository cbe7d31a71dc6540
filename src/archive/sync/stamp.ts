import { assertBelieved } from "../../base/time/doubted-clock.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";

/**
 * How a moment was found: by the service's time, right after the newest record, since the service's time
 * was more than a minute before it, or by this computer's time, since no answer had the service's.
 */
export type Dated = "service" | "after_newest" | "local";

/**
 * Gives the moments at which rows are recorded, milliseconds since the epoch; each is a new one.
 * @throws {DoubtedClockError} while the service's time is doubted, so that nothing is dated with it
 */
export type Stamp = () => { readonly at: number; readonly dated: Dated };

/**
 * Creates a source of moments: the service's time, and always at least 1 ms after the newest in the
 * archive, so that what is recorded later counts even when a clock went back.
 * @param newest newest moment in the archive; undefined when there is none
 */
export function createStamp(
  newest: number | undefined,
  client: Pick<Client, "serviceNow" | "knowsServiceTime" | "doubtedTime">,
): Stamp {
  let last = newest ?? Number.NEGATIVE_INFINITY;
  return () => {
    assertBelieved(client);
    const now = Math.floor(client.serviceNow());
    last = Math.max(now, last + 1);
    if (last - now > MINUTE_MS) return { at: last, dated: "after_newest" };
    return { at: last, dated: client.knowsServiceTime() ? "service" : "local" };
  };
}
