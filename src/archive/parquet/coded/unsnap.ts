/**
 * Inflates bytes in Snappy's format.
 * @param length announced for the content, within bounds
 * @throws {Error} when the bytes are anything else, or have another length
 */
export function unsnap(bytes: Uint8Array, length: number): Uint8Array {
  let at = 0;
  const byte = (): number => bytes[at++] ?? fail();
  const little = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) value += byte() * 2 ** (8 * index);
    return value;
  };
  while (byte() > 0x7f); // the length, which is also in the header of the page
  const content = new Uint8Array(length);
  let filled = 0;
  while (at < bytes.length) {
    const tag = byte();
    const kind = tag & 3;
    const high = tag >> 2;
    if (kind === 0) {
      const size = (high < 60 ? high : little(high - 59)) + 1;
      if (size > bytes.length - at || size > length - filled) fail();
      content.set(bytes.subarray(at, at + size), filled);
      at += size;
      filled += size;
      continue;
    }
    const size = kind === 1 ? (high & 7) + 4 : high + 1;
    const back = kind === 1 ? ((tag >> 5) << 8) + byte() : little(kind === 2 ? 2 : 4);
    if (back === 0 || back > filled || size > length - filled) fail();
    for (let end = filled + size; filled < end; filled++) {
      content[filled] = content[filled - back] ?? 0;
    }
  }
  if (filled !== length) fail();
  return content;
}

function fail(): never {
  throw new Error("it has damaged bytes in Snappy's format");
}
