export const MINUTE_MS = 60_000;

export const HOUR_MS = 60 * MINUTE_MS;

export const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of a year of 365 days, the base of annualised rates. */
export const YEAR_MS = 365 * DAY_MS;

/**
 * Rounds a time to the minute, milliseconds since the epoch. What settles within one minute is one event,
 * since a market may settle some milliseconds late.
 */
export function minuteOf(time: number): number {
  return Math.round(time / MINUTE_MS) * MINUTE_MS;
}

/** Returns the midnight (UTC) at which the day of a time begins, milliseconds since the epoch. */
export function midnightOf(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** Units of a duration in milliseconds. */
export const UNIT_MS = {
  ms: 1,
  s: 1000,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
} as const;

export type Unit = keyof typeof UNIT_MS;

/**
 * Reads a duration such as `500ms`, `1.5h` or `2w`, in one of `units`.
 * @returns the amount with its unit, undefined for a bare number; undefined if the text is not a duration
 */
export function readDuration<U extends Unit>(
  text: string,
  units: readonly U[],
): { readonly amount: number; readonly unit: U | undefined } | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)([a-z]*)$/.exec(text);
  if (match === null) return undefined;
  const [, digits, name] = match;
  const unit = units.find((it) => it === name);
  return name !== "" && unit === undefined ? undefined : { amount: Number(digits), unit };
}
