import type { Context } from "./context.js";
import { type Failure, gravestOf } from "./errors/failure.js";
import { failedParts, type PartKind, reportParts } from "./report-parts.js";

/** Maximum number of concurrent requests; the service asks for sparing use. */
export const CONCURRENCY = 4;

/** Result of several fetches. */
export interface Fetched<T> {
  /** Fetched values in the order of the keys. */
  readonly found: readonly T[];
  /** Most serious failure that was reported as an error. */
  readonly failure: Failure | undefined;
}

/**
 * Fetches several values concurrently. Reports each failure with the name of its key and returns the
 * other values; an interruption ends all.
 * @param parts what the values are, if they were not requested by name
 */
export async function fetchEach<K, T>(
  context: Context,
  keys: readonly K[],
  nameOf: (key: K) => string,
  fetch: (key: K) => Promise<T>,
  parts?: PartKind,
): Promise<Fetched<T>> {
  const results = await inParallel(keys, fetch);
  if (parts !== undefined) {
    context.io.signal.throwIfAborted();
    const found = results.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
    const failed = failedParts(keys.map(String), results);
    return { found, failure: await reportParts(context, failed, parts, { asked: keys.length }) };
  }
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
    failures.push(
      await context.reportFailure(result.reason, { id: String(key), name: nameOf(key) }),
    );
  }
  return { found, failure: gravestOf(failures) };
}

/** Fetches several values concurrently, and returns the results in the order of the keys. */
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
