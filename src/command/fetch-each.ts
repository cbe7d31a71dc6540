import type { Context } from "./context.js";
import { type Failure, gravestOf } from "./errors/failure.js";

/** How many requests are under way at once; the service asks for sparing use. */
export const CONCURRENCY = 4;

/** What came of several fetches. */
export interface Fetched<T> {
  /** What was found, in the order asked for. */
  readonly found: readonly T[];
  /** The gravest failure, which is told already; undefined where there is none. */
  readonly failure: Failure | undefined;
}

/**
 * Fetches several things at once. Each failure is told with the name of what failed, and the others
 * are still returned; an interruption ends all.
 */
export async function fetchEach<K, T>(
  context: Context,
  keys: readonly K[],
  nameOf: (key: K) => string,
  fetch: (key: K) => Promise<T>,
): Promise<Fetched<T>> {
  const results = await inParallel(keys, fetch);
  const found: T[] = [];
  const failures: Failure[] = [];
  for (const [index, key] of keys.entries()) {
    const result = results[index];
    if (result === undefined) continue;
    if (result.status === "fulfilled") {
      found.push(result.value);
      continue;
    }
    context.io.signal.throwIfAborted();
    failures.push(await context.tellFailure(result.reason, nameOf(key)));
  }
  return { found, failure: gravestOf(failures) };
}

/** Fetches several things at once, and returns what came of each in the order asked for. */
export async function inParallel<K, T>(
  keys: readonly K[],
  fetch: (key: K) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const waiting = keys.entries();
  const worker = async () => {
    for (const [index, key] of waiting) {
      const [result] = await Promise.allSettled([fetch(key)]);
      results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}
