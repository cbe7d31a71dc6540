/** The least and the greatest of some numbers: infinite without any, NaN when one is. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Returns the bounds of the numbers `from` (inclusive) to `to` (exclusive) of a column. */
export function boundsOf(values: ArrayLike<number>, from = 0, to = values.length): Bounds {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const value = values[index] as number;
    if (value < least) least = value;
    if (value > most) most = value;
    if (Number.isNaN(value)) return { least: value, most: value };
  }
  return { least, most };
}
