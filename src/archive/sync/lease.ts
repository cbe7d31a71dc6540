import type { Clock } from "../../base/time/clock.js";
import { isoTime } from "../../base/time/iso-time.js";
import { LEASES } from "../names.js";
import type { ArchiveStore } from "../store.js";

/** Interval at which a lease is written again, and age at which it is void. */
const RENEW_MS = 60_000;
const VOID_MS = 600_000;

/** The lease of a sync, which may still record rows. */
export interface Lease {
  readonly name: string;
  /** The sync records no row before this time, milliseconds since the epoch. */
  readonly first: number;
  /** Whether it was written within the last 10 minutes. */
  readonly isLive: boolean;
}

/**
 * Lists the leases of an archive. If the data files are listed before and after, the second listing has
 * every row that is dated before the oldest live lease and before the newest row of the first listing: a
 * sync dates its rows after all that are there when it has taken its lease.
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
