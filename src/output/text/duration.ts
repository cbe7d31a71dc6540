import { inSentence } from "./format.js";

/** Formats a duration for a sentence: `8h`, `1d`. @param ms milliseconds */
export function duration(ms: number): string {
  return inSentence("age", ms);
}

/** Formats hours of a sum: `16h`, `466.7h`. */
export function hoursText(hours = 0): string {
  return `${Number(hours.toFixed(1))}h`;
}
