/** A repeatable source of random numbers, so that a failing case can be reproduced. */
export interface Random {
  /** Returns a whole number from 0 (inclusive) to the bound (exclusive). */
  readonly below: (bound: number) => number;
  /** Returns true with a probability in percent. */
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** Creates a 32-bit xorshift generator. @param seed a whole number other than 0 */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const below = (bound: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
  return {
    below,
    chance: (percent) => below(10_000) < percent * 100,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
