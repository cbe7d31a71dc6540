/** Reports whether a value is an object with members: no list, and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an object's fields; none for other values. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Returns items by a key, each group in their order. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

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

/** Returns how many indexes from 0 pass a test that fails for all after them, by binary search. */
export function countWhile(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Resolves once keys, timers and answers that wait were taken, between two pieces of long work. */
export function keysAnswered(): Promise<void> {
  return new Promise(setImmediate);
}

/** Time after which the program answers keys before the next item, milliseconds. */
const MOST_MS = 8;

/** Maps items one after the other, and lets the program answer keys in between. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  let since = performance.now();
  for (const item of items) {
    mapped.push(map(item));
    if (performance.now() - since < MOST_MS) continue;
    await keysAnswered();
    since = performance.now();
  }
  return mapped;
}
