import { lookUp, type Sources } from "../../settings/sources.js";

/** Limits of a request in a round. */
export interface RoundLimits {
  /** Time limit of one attempt, milliseconds. */
  readonly timeout: number;
  /** Maximum number of retries within the round. */
  readonly retries: number;
}

/** Minimum time limit of an attempt, for slow services and short intervals. */
const SHORTEST_MS = 10_000;

/** Maximum time limit of an attempt, for long intervals. */
const LONGEST_MS = 300_000;

/**
 * Returns the limits of the rounds after the first: an attempt may take as long as the interval, and
 * the next round is the retry. A shorter timeout and the number of retries apply if they are set.
 */
export function limitsOfRound(intervalMs: number, sources: Sources): RoundLimits {
  const limit = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, intervalMs));
  const [timeout, retries] = [lookUp("timeout", sources), lookUp("retries", sources)];
  const isSet = (setting: { readonly origin: string }) => setting.origin !== "default";
  return {
    timeout: timeout !== undefined && isSet(timeout) ? Math.min(timeout.value, limit) : limit,
    retries: retries !== undefined && isSet(retries) ? retries.value : 0,
  };
}
