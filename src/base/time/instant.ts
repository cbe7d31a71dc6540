/** Matches a leap second (ITU-R TF.460): `23:59:60`. */
const LEAP_SECOND = /^(.*[Tt ]\d{2}:\d{2}:)60(?!\d)(.*)$/s;

/**
 * Parses a time of the service.
 * @returns milliseconds since the epoch; NaN when the text is not a time. A leap second, which Unix
 *   time does not have, is the first second of the next minute, as POSIX computes it.
 */
export function parseInstant(text: string): number {
  const leap = text.includes(":60") ? LEAP_SECOND.exec(text) : null;
  return leap === null ? Date.parse(text) : Date.parse(`${leap[1]}59${leap[2]}`) + 1000;
}
