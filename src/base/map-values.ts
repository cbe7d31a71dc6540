/** Returns an object with the same keys, each value made from the old one. */
export function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  make: (value: A, key: K) => B,
): Record<K, B> {
  const entries = Object.entries<A>(record).map(([key, value]) => [key, make(value, key as K)]);
  return Object.fromEntries(entries) as Record<K, B>;
}
