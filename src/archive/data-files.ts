import { type DataName, readDataName } from "./names.js";
import type { ArchiveStore, StoredObject } from "./store.js";

/** A data file of an archive, with what its name says. */
export interface DataFile extends StoredObject, DataName {}

/**
 * Lists the data files whose name begins with a prefix, in the order of their names. Whatever else lies
 * beside them was put there by others: it is neither read nor removed.
 */
export async function dataFiles(store: ArchiveStore, prefix = ""): Promise<DataFile[]> {
  const objects = await store.list(prefix);
  return objects.flatMap((object) => {
    const said = readDataName(object.name);
    return said === undefined ? [] : [{ ...object, ...said }];
  });
}
