import { firstOf } from "../../output/text/first-of.js";

/** Number of ids beyond which further ones are counted. */
const MOST_IDS = 8;

/** Names markets by their ids: `markets 4, 5`, and beyond 8 `and 3 more`. */
export function marketsText(ids: readonly number[]): string {
  return `market${ids.length === 1 ? "" : "s"} ${firstOf(ids, MOST_IDS)}`;
}
