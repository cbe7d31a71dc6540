/** The time in tests, milliseconds since the epoch. */
export const NOW = Date.parse("2026-06-01T12:00:00Z");

/** Returns a time as computed ones are printed. */
export const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");
