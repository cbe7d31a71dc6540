import type { Clock } from "../../base/time/clock.js";
import { isoTime } from "../../base/time/iso-time.js";
import { LEASES } from "../names.js";
import type { ArchiveStore } from "../store.js";

/** How often a lease is written again, and after how long without that it is void. */
const RENEW_MS = 60_000;
const VOID_MS = 600_000;

/** What a sync has that may still record rows. */
export interface Lease {
  readonly name: string;
  /** No row of it is recorded before, milliseconds since the epoch. */
  readonly first: number;
  /** Whether it was written within the last 10 minutes. */
  readonly isLive: boolean;
}

/**
 * Lists the leases of an archive. Whoever lists the data files, then the leases and then the data files
 * again, sees in the last listing every row that is recorded before the oldest live lease and before the
 * newest row of the first listing: a later sync dates its rows after all that is there once it has its lease.
 */
export async function leasesIn(store: ArchiveStore): Promise<Lease[]> {
  return (await store.list(LEASES)).flatMap(({ name, age = 0 }) => {
    const [, first] = /^(\d{1,15})-/.exec(name.slice(LEASES.length)) ?? [];
    return first === undefined ? [] : [{ name, first: Number(first), isLive: age < VOID_MS }];
  });
}

/**
 * Takes a lease and writes it again each minute.
 * @param first milliseconds since the epoch; the caller dates no row before it
 * @returns its release, which removes void ones of others too
 * @throws {ArchiveError} when it cannot be written, and from the release when it cannot be removed
 */
export async function holdLease(
  store: ArchiveStore,
  clock: Pick<Clock, "after">,
  first: number,
): Promise<() => Promise<void>> {
  const name = `${LEASES}${first}-${crypto.randomUUID()}`;
  const content = Buffer.from(`${JSON.stringify({ first: isoTime(first) })}\n`);
  await store.create(name, content);
  let writing: Promise<void> = Promise.resolve();
  let cancel = () => {};
  const schedule = () => {
    cancel = clock.after(RENEW_MS, () => {
      writing = store.replace(name, content).catch(() => {}); // the work itself shows what is wrong
      schedule();
    });
  };
  schedule();
  return async () => {
    cancel();
    await writing;
    const others = await leasesIn(store);
    const left = others.filter((it) => !it.isLive && it.name !== name).map((it) => it.name);
    await store.remove([name, ...left]);
  };
}
