import { lookUp, type Sources } from "../../settings/sources.js";

/** What a request of a round may take. */
export interface RoundLimits {
  /** Milliseconds for one attempt. */
  readonly timeout: number;
  /** How many times it is tried again within the round. */
  readonly retries: number;
}

/** A slow service gets at least so long, however short the interval is. */
const SHORTEST_MS = 10_000;

/** What has not answered for so long will not any more, however long the interval is. */
const LONGEST_MS = 300_000;

/**
 * Returns the limits of the rounds after the first: an attempt may take as long as the interval, and
 * the next round is the retry. A time-out that is set may be shorter; retries that are set hold.
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
