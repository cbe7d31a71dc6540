import { randomOf } from "../support/random.js";

/*
 * A day of minutes around a threshold of -100, with the end of a problem above -90. Four times the value
 * falls for an hour. What a bare condition alerts of beside these four:
 * - each hour is interrupted by three minutes at -95, above the threshold and below the end (12 more);
 * - each is followed, within two hours of its beginning, by ten minutes below the threshold (4 more);
 * - between them there are twelve dips of one to three minutes (12 more).
 */
const EPISODES = [30, 380, 730, 1080];

/** Returns the value of each minute. */
export function dayOfMinutes(seed: number): number[] {
  const { below } = randomOf(seed);
  const around = (value: number, by: number) => value + (below(2001) / 1000 - 1) * by;
  const values = Array.from({ length: 1440 }, () => around(-50, 10));
  const fill = (start: number, length: number, value: number, by: number) => {
    for (let at = start; at < start + length; at++) values[at] = around(value, by);
  };
  for (const earliest of EPISODES) {
    const start = earliest + below(31);
    fill(start, 60, -120, 10);
    for (const offset of [15, 30, 45]) fill(start + offset, 1, -95, 3);
    fill(start + 80, 10, -110, 5);
    for (const offset of [180, 220, 260]) fill(start + offset, 1 + below(3), -105, 3);
  }
  return values;
}
