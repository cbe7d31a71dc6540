/** Number of ids beyond which further ones are counted. */
const MOST_IDS = 8;

/** Names markets by their ids: `markets 4, 5`, and beyond 8 `and 3 more`. */
export function marketsText(ids: readonly number[]): string {
  const rest = ids.length - MOST_IDS;
  const named = `market${ids.length === 1 ? "" : "s"} ${ids.slice(0, MOST_IDS).join(", ")}`;
  return rest > 0 ? `${named} and ${rest} more` : named;
}
