import { HOUR_MS } from "../base/time/periods.js";

/** Purpose of each pseudo-random draw, so that no two draws use the same number. */
export const Salt = {
  openedAt: 1,
  holding: 2,
  asset: 3,
  market: 4,
  notional: 8,
  leverage: 9,
  slippage: 16,
  markAge: 32,
  imbalance: 40,
  split: 41,
  override: 42,
  fault: 48,
  wave: 64,
  cursor: 80,
  identity: 96,
  leg: 112,
  portfolio: 128,
} as const;

function scramble(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a 32-bit unsigned hash of three integers (the finalizer of MurmurHash3, chained). */
export function hash(seed: number, index: number, salt: number): number {
  return scramble(scramble(scramble(seed + 0x9e3779b9) ^ index) + Math.imul(salt + 1, 0x9e3779b1));
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) that depends on its arguments only. */
export function unit(seed: number, index: number, salt: number): number {
  return hash(seed, index, salt) / 2 ** 32;
}

/** Returns a number from `low` (inclusive) to `high` (exclusive) that depends on its arguments only. */
export function between(
  low: number,
  high: number,
  seed: number,
  index: number,
  salt: number,
): number {
  return low + (high - low) * unit(seed, index, salt);
}

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
