import { HOUR_MS } from "../base/time/periods.js";
import { between, Salt, unit } from "./random.js";

/**
 * A mixture of waves, three numbers each: amplitude, turns per hour, and the turn (0 to 1) at which it
 * starts. A flat array, since a large portfolio needs millions of heights.
 */
export type Waves = Float64Array;

/**
 * Draws a mixture with one wave per `[period in hours, amplitude]`; periods vary by up to a fifth and
 * starts are random, so that no two mixtures move together.
 */
export function drawWaves(
  seed: number,
  stream: number,
  shape: readonly (readonly [periodHours: number, amplitude: number])[],
): Waves {
  const numbers = shape.flatMap(([period, amplitude], place) => {
    const detuned = period * between(0.8, 1.2, seed, stream, Salt.wave + 2 * place);
    return [amplitude, 1 / detuned, unit(seed, stream, Salt.wave + 2 * place + 1)];
  });
  return Float64Array.from(numbers);
}

/** Returns the height of a mixture at a time (ms since epoch). */
export function height(waves: Waves, time: number): number {
  const hours = time / HOUR_MS;
  let sum = 0;
  for (let at = 0; at < waves.length; at += 3) {
    const turns = hours * (waves[at + 1] ?? 0) + (waves[at + 2] ?? 0);
    // Two parabolas approximate the sine in a quarter of the time.
    const half = turns - Math.floor(turns) - 0.5;
    sum += (waves[at] ?? 0) * half * (8 - 16 * Math.abs(half));
  }
  return sum;
}
