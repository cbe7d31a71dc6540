/** Maximum width of a code, bits; a dictionary has no more values than a row group has rows. */
const MOST_BITS = 24;

/** Maximum bits of the number with which a run begins: 4 bytes of 7 bits. */
const MOST_HEADER_BITS = 28;

/**
 * Reads codes in Parquet's hybrid of runs and packed bits.
 * @param bits width of a code
 * @param codes takes the codes; all of it is filled
 * @throws {Error} when the bytes have fewer codes, a run of more, or wider ones
 */
export function readCodes(bytes: Uint8Array, bits: number, codes: Int32Array): void {
  if (bits > MOST_BITS)
    throw new Error(`it has codes of ${bits} bits; at most ${MOST_BITS} are read`);
  let at = 0;
  let filled = 0;
  while (filled < codes.length) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || shift === MOST_HEADER_BITS) fail();
      header |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    const count = header >>> 1;
    const isRun = (header & 1) === 0;
    const length = isRun ? (bits + 7) >> 3 : count * bits; // else eight codes at a time
    const wanted = isRun ? count : Math.min(count * 8, codes.length - filled);
    if (count === 0 || filled + wanted > codes.length || at + length > bytes.length) fail();
    if (isRun) {
      let code = 0;
      for (let byte = 0; byte < length; byte++) code |= (bytes[at + byte] ?? 0) << (8 * byte);
      codes.fill(code, filled, filled + wanted);
    } else unpack(bytes, at, bits, codes, filled, wanted); // the rest fills up a block
    filled += wanted;
    at += length;
  }
}

function fail(): never {
  throw new Error("it has damaged runs of codes");
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
