import { firstOf } from "../../output/text/first-of.js";

/** Names markets by their ids: `markets 4, 5`, and beyond 8 `and 3 more`. */
export function marketsText(ids: readonly number[]): string {
  return `market${ids.length === 1 ? "" : "s"} ${firstOf(ids)}`;
}
