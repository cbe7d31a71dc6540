/** Names under which an undocumented record may tell its market's id. */
const ID_FIELDS = ["market_id", "marketId", "id"] as const;

/** The market that a record of a public listing is of; undefined when it does not say. */
export function idOf(record: unknown): string | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const fields = record as Readonly<Record<string, unknown>>;
  const field = ID_FIELDS.find((name) => Object.hasOwn(fields, name));
  return field === undefined ? undefined : String(fields[field]);
}
