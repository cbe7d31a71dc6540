/** Fields that tell when a record is from; the daily ones are guesses, none is documented. */
const TIME_FIELDS = ["funding_time", "date", "day", "time", "timestamp"] as const;

/** When a record is from, milliseconds since the epoch; undefined when it does not say. */
export function timeOf(record: object): number | undefined {
  for (const field of TIME_FIELDS) {
    const value = (record as Readonly<Record<string, unknown>>)[field];
    if (typeof value !== "string") continue;
    const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value) || !value.includes("T");
    const time = Date.parse(hasZone ? value : `${value}Z`);
    if (!Number.isNaN(time)) return time;
  }
  return undefined;
}
