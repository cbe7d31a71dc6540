/** Equal numbers that are written as one run. */
const RUN = 8;

/**
 * Encodes whole numbers in runs of equal ones and in packed bits (the hybrid encoding of Parquet), to
 * the bytes of hyparquet-writer. It takes numbers of one kind of array alone: V8 compiled the one that
 * takes any of them again and again.
 * @param width bits of a number, 24 at most
 * @param before bytes that are left free at the beginning
 */
export function hybridOf(values: Int32Array, width: number, before = 0): Uint8Array {
  const { length } = values;
  const groups = Math.ceil(length / RUN);
  const bytes = new Uint8Array(before + groups * (width + 8) + 8);
  let at = before;
  let packedFrom = 0;
  let packed = 0; // groups that wait
  for (let index = 0; index < length; ) {
    const value = values[index] as number;
    let end = index + 1;
    while (end < length && values[end] === value) end++;
    if (end - index < RUN) {
      if (packed === 0) packedFrom = index;
      packed++;
      index += RUN;
      continue;
    }
    if (packed > 0) at = pack(bytes, at, values, packedFrom, packed, width);
    packed = 0;
    at = varint(bytes, at, (end - index) << 1);
    for (let bits = 0; bits < width; bits += 8) bytes[at++] = value >> bits;
    index = end;
  }
  if (packed > 0) at = pack(bytes, at, values, packedFrom, packed, width);
  return bytes.subarray(0, at);
}

/** @returns where the bytes go on */
function pack(
  bytes: Uint8Array,
  start: number,
  values: Int32Array,
  from: number,
  groups: number,
  width: number,
): number {
  let at = varint(bytes, start, (groups << 1) | 1);
  let held = 0;
  let bits = 0;
  const end = from + groups * RUN;
  for (let index = from; index < end; index++) {
    held |= (index < values.length ? (values[index] as number) : 0) << bits;
    bits += width;
    while (bits >= 8) {
      bytes[at++] = held;
      held >>= 8;
      bits -= 8;
    }
  }
  return at;
}

function varint(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  for (; rest > 0x7f; rest >>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}
