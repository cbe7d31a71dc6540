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
