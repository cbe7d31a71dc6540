import { RHYTHM_MS } from "../../analytics/market/rhythm.js";
import { DAY_MS } from "../../base/time/periods.js";

/** Days before the end, without `--start`. */
export const DEFAULT_DAYS = 30;

/** Times in milliseconds since the epoch; the end is exclusive. */
interface Wanted {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Returns the range of a hedge within [kept, until], and from when on its events are needed. */
export function pairRange(wanted: Wanted, until: number, kept = Number.NEGATIVE_INFINITY) {
  const end = Math.min(wanted.end ?? Number.POSITIVE_INFINITY, until + 1);
  const start = Math.max(wanted.start ?? end - DEFAULT_DAYS * DAY_MS, kept);
  return { start, end, rhythmFrom: Math.max(start - RHYTHM_MS, kept) };
}
