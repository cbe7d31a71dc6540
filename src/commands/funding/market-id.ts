/** Possible fields of the market's id in undocumented records. */
const ID_FIELDS = ["market_id", "marketId", "id"] as const;

/** Returns the id of the market of a public record; undefined if it has none. */
export function idOf(record: unknown): string | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const fields = record as Readonly<Record<string, unknown>>;
  const field = ID_FIELDS.find((name) => Object.hasOwn(fields, name));
  return field === undefined ? undefined : String(fields[field]);
}
