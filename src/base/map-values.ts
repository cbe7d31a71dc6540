/** Returns an object with some keys, each value made from its key. */
export function recordOf<K extends string, T>(
  keys: readonly K[],
  make: (key: K) => T,
): Record<K, T> {
  const record: Partial<Record<K, T>> = {};
  for (const key of keys) record[key] = make(key);
  return record as Record<K, T>;
}

/** Returns an object with the same keys, each value made from the old one. */
export function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  make: (value: A, key: K) => B,
): Record<K, B> {
  const entries = Object.entries<A>(record).map(([key, value]) => [key, make(value, key as K)]);
  return Object.fromEntries(entries) as Record<K, B>;
}
