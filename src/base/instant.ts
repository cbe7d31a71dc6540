/** A second that is only there so that clocks agree with the Earth (ITU-R TF.460): `23:59:60`. */
const LEAP_SECOND = /^(.*[Tt ]\d{2}:\d{2}:)60(?!\d)(.*)$/s;

/**
 * `Date.parse` for a time of the service, milliseconds since the epoch; NaN when it is none. A leap
 * second, which Unix time does not have, is the first of the next minute, as POSIX computes it.
 */
export function parseInstant(text: string): number {
  const leap = LEAP_SECOND.exec(text);
  return leap === null ? Date.parse(text) : Date.parse(`${leap[1]}59${leap[2]}`) + 1000;
}
