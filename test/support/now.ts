/** The time in tests, milliseconds since the epoch. */
export const NOW = Date.parse("2026-06-01T12:00:00Z");
