/** How many are done before something else may happen: of positions about 10 ms. */
const AT_ONCE = 25;

/** Maps items one after the other, and lets keys be answered in between. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (const item of items) {
    mapped.push(map(item));
    if (mapped.length % AT_ONCE === 0) await new Promise(setImmediate);
  }
  return mapped;
}
