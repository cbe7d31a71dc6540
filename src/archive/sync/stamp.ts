import { once } from "../../base/functions.js";
import { assertBelieved } from "../../base/time/doubted-clock.js";
import { isoTime } from "../../base/time/moment.js";
import { MINUTE_MS } from "../../base/time/periods.js";
import type { Client } from "../../client/client.js";
import { type Archive, newestRecorded } from "../archive.js";
import { ArchiveError } from "../errors.js";

/**
 * Returns the moment at which rows are recorded, milliseconds since the epoch; a new one each time.
 * @throws {DoubtedClockError} while the service's time is doubted, so that nothing is dated with it
 * @throws {ArchiveError} when the archive has records of more than a minute later
 */
export type Stamp = () => Promise<number>;

/**
 * Creates the source of the moments: the service's time, but at least 1 ms after the newest in the archive,
 * so that what is recorded later counts. Nothing is dated later than a minute after the service's time.
 */
export function createStamp(
  archive: Archive,
  client: Pick<Client, "serviceNow" | "doubtedTime">,
): Stamp {
  let last = Number.NEGATIVE_INFINITY;
  const begin = once(async () => {
    last = Math.max(last, (await newestRecorded(archive)) ?? last);
  });
  return async () => {
    assertBelieved(client);
    await begin();
    const now = Math.floor(client.serviceNow());
    if (last >= now + MINUTE_MS) throw aheadOf(archive, last, now);
    last = Math.max(now, last + 1);
    return last;
  };
}

function aheadOf({ store }: Archive, newest: number, now: number): ArchiveError {
  return new ArchiveError(
    "archive",
    `the archive at ${store.where} has records of ${isoTime(newest)}, and the service's time is ${isoTime(now)}: nothing is written that an earlier record would outlive`,
    "delete the files whose names begin with a later time (milliseconds since 1970), or wait until then",
  );
}
