/** Widest code that is read here; wider ones take a dictionary larger than a row group. */
const MOST_BITS = 16;

/**
 * Reads codes in Parquet's hybrid of runs and packed bits.
 * @param bits width of a code
 * @param codes takes the codes; all of it is filled
 * @returns false when the bytes are anything but that number of codes: too few, too many, or too wide
 */
export function readCodes(
  bytes: Uint8Array,
  start: number,
  end: number,
  bits: number,
  codes: Int32Array,
): boolean {
  if (bits > MOST_BITS) return false;
  let at = start;
  let filled = 0;
  while (filled < codes.length) {
    let header = 0;
    let shift = 0;
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined || at > end || shift > 21) return false;
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
      shift += 7;
    }
    const count = header >>> 1;
    if ((header & 1) === 0) {
      const length = (bits + 7) >> 3;
      if (count === 0 || filled + count > codes.length || at + length > end) return false;
      const low = length > 0 ? (bytes[at] ?? 0) : 0;
      const high = length > 1 ? (bytes[at + 1] ?? 0) : 0;
      codes.fill(low | (high << 8), filled, filled + count);
      filled += count;
      at += length;
    } else {
      const length = count * bits; // eight codes at a time
      const wanted = Math.min(count * 8, codes.length - filled);
      if (count === 0 || at + length > end || count * 8 - wanted > 7) return false;
      unpack(bytes, at, bits, codes, filled, wanted);
      filled += wanted;
      at += length;
    }
  }
  return true;
}

function unpack(
  bytes: Uint8Array,
  start: number,
  bits: number,
  codes: Int32Array,
  from: number,
  count: number,
): void {
  const mask = (1 << bits) - 1;
  let at = start;
  let held = 0;
  let left = 0;
  for (let index = from; index < from + count; index++) {
    while (left < bits) {
      held |= (bytes[at++] ?? 0) << left;
      left += 8;
    }
    codes[index] = held & mask;
    held >>>= bits;
    left -= bits;
  }
}
