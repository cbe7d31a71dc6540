/** Returns the bounds of the numbers `from` to `to` (exclusive): infinite without any, NaN when one is. */
export function boundsOf(values: ArrayLike<number>, from = 0, to = values.length) {
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
