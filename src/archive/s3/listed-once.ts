import { countWhile } from "../../base/count-while.js";
import { LEASES } from "../names.js";
import type { ArchiveStore, StoredObject } from "../store.js";

/** How often a table is listed until nothing has changed; writers that only add are no reason to fail. */
const MAX_LISTINGS = 20;

/**
 * Returns a store that lists each table of a bucket once for all its months and portfolios, and adds what
 * it writes itself, until an object is removed, replaced or missing, or a lock or lease is taken. A listing
 * of many names takes several calls, so that it is repeated until two are equal. Leases are always listed
 * anew, and so are tables after them.
 */
export function listedOnce(store: ArchiveStore): ArchiveStore {
  const listings = new Map<string, Promise<readonly StoredObject[]>>();
  const list = (table: string) => {
    const known = listings.get("") ?? listings.get(table);
    if (known !== undefined) return known;
    const listing = settled(store, table);
    listings.set(table, listing);
    listing.catch(() => listings.delete(table)); // the next call tries again
    return listing;
  };
  const add = (object: StoredObject) => {
    for (const [table, listing] of listings) {
      if (!object.name.startsWith(table)) continue;
      const added = listing.then((all) => {
        const at = countWhile(all.length, (index) => (all[index]?.name ?? "") < object.name);
        return all.toSpliced(at, 0, object);
      });
      added.catch(() => {}); // thrown where it is awaited
      listings.set(table, added);
    }
  };
  const after = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      listings.clear();
    }
  };
  return {
    ...store,
    async list(prefix) {
      if (prefix === LEASES) return after(store.list(prefix));
      const objects = await list(prefix.slice(0, prefix.indexOf("/") + 1));
      return objects.filter(({ name }) => name.startsWith(prefix));
    },
    async read(name) {
      const bytes = await store.read(name);
      if (bytes === undefined) listings.clear();
      return bytes;
    },
    async create(name, bytes) {
      if (name.startsWith(LEASES)) return after(store.create(name, bytes));
      const isNew = await store.create(name, bytes);
      if (isNew) add({ name, size: bytes.length, age: 0 });
      return isNew;
    },
    replace: (name, bytes) => after(store.replace(name, bytes)),
    remove: (names) => after(store.remove(names)),
    lock: (name) => after(store.lock(name)),
  };
}

async function settled(store: ArchiveStore, table: string): Promise<readonly StoredObject[]> {
  for (let listings = 1, before = await store.list(table); ; listings++) {
    const again = await store.list(table);
    const isSame = again.map(({ name }) => name).join() === before.map(({ name }) => name).join();
    if (isSame || listings >= MAX_LISTINGS) return again;
    before = again;
  }
}
