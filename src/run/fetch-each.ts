import { counted, firstOf } from "../output/text/words.js";
import type { Context } from "./context.js";
import { type Failure, gravestOf, MEANINGS } from "./errors/kinds.js";

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
  const found = results.flatMap((it) => (it.status === "fulfilled" ? [it.value] : []));
  if (found.length < keys.length) context.io.signal.throwIfAborted();
  if (parts !== undefined) {
    const failed = failedParts(keys.map(String), results);
    return { found, failure: await reportParts(context, failed, parts, { asked: keys.length }) };
  }
  const failures: Failure[] = [];
  for (const [index, key] of keys.entries()) {
    const result = results[index];
    if (result?.status !== "rejected") continue;
    const target = { id: String(key), name: nameOf(key) };
    failures.push(await context.reportFailure(result.reason, target));
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

/** A part that could not be fetched. */
export interface FailedPart {
  readonly name: string;
  /** What was thrown. */
  readonly error: unknown;
  /** Whether it belongs to what was requested by name. */
  readonly isNamed?: boolean | undefined;
}

/** What is fetched in parts, such as the `funding` of each `market`. */
export interface PartKind {
  readonly what: string;
  readonly of: string;
}

/** The legs of positions, which the listing does not have in full. */
export const LEGS: PartKind = { what: "legs", of: "position" };

/** The performance of positions, which only the listing has. */
export const PERFORMANCE: PartKind = { what: "performance", of: "position" };

/** The settled funding of markets. */
export const FUNDING: PartKind = { what: "funding", of: "market" };

/** How parts that failed are reported. */
export interface PartsReport {
  /** Number of parts that were requested. */
  readonly asked: number;
  /** Whether the command succeeds even if parts fail. */
  readonly isAside?: boolean | undefined;
}

/** Returns the parts that failed, by the names of all that were requested. */
export function failedParts(
  names: readonly string[],
  results: readonly PromiseSettledResult<unknown>[],
  isNamed?: boolean,
): FailedPart[] {
  return results.flatMap((it, index) =>
    it.status === "fulfilled" ? [] : [{ name: names[index] ?? "", error: it.reason, isNamed }],
  );
}

/**
 * Reports parts that could not be fetched in one warning, since only what rests on them is unknown.
 * It is an error instead if a part was requested by name, or if neither the service nor the network is
 * the cause, such as a refused key.
 * @returns the failure that was reported as an error
 */
export async function reportParts(
  context: Context,
  failed: readonly FailedPart[],
  { what, of }: PartKind,
  { asked, isAside = false }: PartsReport,
): Promise<Failure | undefined> {
  if (failed.length === 0) return undefined;
  const about = `${what} of ${failed.length} of ${counted(asked, of)}`;
  const reasons = new Map<string, string[]>();
  let worst: { readonly failure: Failure; readonly error: unknown } | undefined;
  for (const { name, error, isNamed = false } of failed) {
    const failure = context.failureOf(error);
    const reason = failure.brief ?? failure.message;
    reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
    const isError = !isAside && (isNamed || !isOfService(failure));
    if (isError && gravestOf([worst?.failure, failure]) === failure) worst = { failure, error };
  }
  if (worst !== undefined) {
    const names = failed.map(({ name }) => name);
    const name = `${about} (${firstOf(names)})`;
    return context.reportFailure(worst.error, { id: about, name });
  }
  const texts = [...reasons].map(([why, names]) => `${firstOf(names)} (${why})`);
  const text = `${about} could not be fetched: ${firstOf(texts)}`;
  context.messages.warning("PART_FAILED", text);
  return undefined;
}

function isOfService({ kind }: Failure): boolean {
  const { area } = MEANINGS[kind];
  return area === "service" || area === "network" || kind === "not_found";
}
