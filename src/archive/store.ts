/** An object of an archive: a file of a directory or an object of a bucket. */
export interface StoredObject {
  /** Name relative to the root, segments separated by `/`. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** Milliseconds since it was written, by this computer's clock or the bucket's; undefined if unknown. */
  readonly age?: number | undefined;
}

/** Store of an archive: a directory or a bucket, which behave alike. */
export interface ArchiveStore {
  /** Path or URL, as shown in messages. */
  readonly where: string;
  /** URL below which programs other than carry read the objects; undefined for a directory. */
  readonly url?: string;
  /** Lists the objects whose name begins with `prefix`, sorted by name, without unfinished writes. */
  list(prefix: string): Promise<readonly StoredObject[]>;
  /** Reads an object; undefined when it is not there. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Writes a new object, atomically and durably. Returns false, without a change, when the name exists. */
  create(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Replaces an object atomically (carry-archive.json, and a lease). */
  replace(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes objects; one that is not there is no error. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes what interrupted writes left below a prefix. A write that is under way there fails. */
  removeUnfinished(prefix: string): Promise<void>;
  /**
   * Takes the lock `name` (compaction). Returns its release.
   * @param patienceMs how long a directory waits for another process; a bucket ignores it
   * @throws {ArchiveError} of kind `archive_locked` when a living process holds it
   */
  lock(name: string, patienceMs?: number): Promise<() => Promise<void>>;
  /** Releases connections. */
  close(): Promise<void>;
}
