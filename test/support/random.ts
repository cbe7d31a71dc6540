/** A repeatable source of random numbers, so that a failing case can be looked at again. */
export interface Random {
  /** A whole number from 0 to below the bound. */
  readonly below: (bound: number) => number;
  /** True with a probability, percent. */
  readonly chance: (percent: number) => boolean;
  readonly pick: <T>(values: readonly [T, ...T[]]) => T;
}

/** Numbers of a 32-bit xorshift generator. @param seed a whole number other than 0 */
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
