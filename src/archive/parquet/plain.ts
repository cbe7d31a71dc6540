/** Bounds of whole numbers of 32 and of 64 bits. */
const MOST_SMALL = 2 ** 31;
const MOST_WIDE = 2 ** 63;
const HALF = 2 ** 32;

/** Encodes whole numbers of 32 bits (PLAIN). @throws {RangeError} for another number */
export function plainSmall(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < values.length; index++) {
    view.setInt32(index * 4, whole(values[index] as number, MOST_SMALL), true);
  }
  return bytes;
}

/** Encodes whole numbers of 64 bits (PLAIN). @throws {RangeError} for another number */
export function plainWide(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 8);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < values.length; index++) {
    const number = whole(values[index] as number, MOST_WIDE);
    const high = Math.floor(number / HALF);
    view.setUint32(index * 8, number - high * HALF, true);
    view.setInt32(index * 8 + 4, high, true);
  }
  return bytes;
}

/** Returns the number of UTF-16 units of texts. */
export function unitsIn(values: readonly string[]): number {
  let units = 0;
  for (let index = 0; index < values.length; index++) units += (values[index] as string).length;
  return units;
}

/** Encodes texts (PLAIN): for each its length in bytes, and its UTF-8. */
export function plainText(values: readonly string[]): Uint8Array {
  const parts: Buffer[] = [];
  for (const text of values) {
    const bytes = Buffer.from(text);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}

function whole(value: number, bound: number): number {
  if (Number.isInteger(value) && value >= -bound && value < bound) return value;
  throw new RangeError(`${value} is no whole number of ${bound === MOST_SMALL ? 32 : 64} bits`);
}
