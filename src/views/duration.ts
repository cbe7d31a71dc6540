import { inSentence } from "../output/text/format.js";

/** Formats a duration for a sentence: `8h`, `1d`. @param ms milliseconds */
export function duration(ms: number): string {
  return inSentence("age", ms);
}
