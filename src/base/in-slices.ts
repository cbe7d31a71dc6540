/** Number of items that are mapped in one go; for positions this takes about 10 ms. */
const AT_ONCE = 25;

/** Maps items one after the other, and lets the program answer keys in between. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % AT_ONCE === 0) await new Promise(setImmediate);
  }
  return mapped;
}
