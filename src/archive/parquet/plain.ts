import type { Rows, Values } from "./batch.js";

/** Bounds of whole numbers of 32 and of 64 bits. */
const MOST_SMALL = 2 ** 31;
const MOST_WIDE = 2 ** 63;
const HALF = 2 ** 32;

/** Returns numbers of 32 bits as in a page; missing ones are left out. @throws for another value */
export function plainSmall(values: Values, { from, to }: Rows): Uint8Array {
  const bytes = Buffer.allocUnsafe((to - from) * 4);
  let at = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    bytes.writeInt32LE(whole(value, MOST_SMALL), at);
    at += 4;
  }
  return bytes.subarray(0, at);
}

/** Returns numbers of 64 bits as in a page; missing ones are left out. @throws for another value */
export function plainWide(values: Values, { from, to }: Rows): Uint8Array {
  const bytes = new Uint8Array((to - from) * 8);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const number = whole(value, MOST_WIDE);
    const high = Math.floor(number / HALF);
    view.setUint32(at, number - high * HALF, true);
    view.setInt32(at + 4, high, true);
    at += 8;
  }
  return bytes.subarray(0, at);
}

/** Returns texts as in a page: each its length in bytes, and UTF-8; missing ones are left out. */
export function plainText(values: Values, rows: Rows): Uint8Array {
  return asciiText(values, rows) ?? anyText(values, rows);
}

/** Texts of ASCII, which decimals are, are written several times faster by hand. */
function asciiText(values: Values, { from, to }: Rows): Uint8Array | undefined {
  let length = 0;
  for (let index = from; index < to; index++) {
    const text = values[index] ?? null;
    if (text !== null) length += 4 + (text as string).length;
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (let index = from; index < to; index++) {
    const text = (values[index] ?? null) as string | null;
    if (text === null) continue;
    at = bytes.writeUInt32LE(text.length, at);
    for (let unit = 0; unit < text.length; unit++) {
      const code = text.charCodeAt(unit);
      if (code > 0x7f) return undefined;
      bytes[at++] = code;
    }
  }
  return bytes;
}

function anyText(values: Values, { from, to }: Rows): Uint8Array {
  const parts: Buffer[] = [];
  for (let index = from; index < to; index++) {
    const text = (values[index] ?? null) as string | null;
    if (text === null) continue;
    const bytes = Buffer.from(text);
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32LE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}

function whole(value: string | number, bound: number): number {
  const number = value as number;
  if (Number.isInteger(number) && number >= -bound && number < bound) return number;
  throw new RangeError(`${value} is no whole number of ${bound === MOST_SMALL ? 32 : 64} bits`);
}
