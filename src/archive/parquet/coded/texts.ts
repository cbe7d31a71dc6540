/** Texts of a page as their bytes, decoded when they are asked for. */
export interface Texts {
  readonly length: number;
  readonly bytes: Uint8Array;
  /** Where each text begins and ends, two numbers each. */
  readonly bounds: Int32Array;
}

/** Bytes before each text that say how long it is. */
const LENGTH = 4;

/**
 * Finds texts that follow one another, each after its length.
 * @returns undefined when the bytes end before the last text
 */
export function findTexts(bytes: Uint8Array, start: number, length: number): Texts | undefined {
  if (start + LENGTH * length > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bounds = new Int32Array(2 * length);
  let at = start;
  for (let index = 0; index < length; index++) {
    if (at + LENGTH > bytes.length) return undefined;
    const end = at + LENGTH + view.getUint32(at, true);
    if (end > bytes.length) return undefined;
    bounds[2 * index] = at + LENGTH;
    bounds[2 * index + 1] = end;
    at = end;
  }
  return { length, bytes, bounds };
}

/** Returns one of some texts. */
export function textAt({ bytes, bounds }: Texts, index: number): string {
  return decodeText(bytes.subarray(bounds[2 * index] ?? 0, bounds[2 * index + 1] ?? 0));
}

const UTF8 = new TextDecoder();

/** Short texts of ASCII, which decimals are, are decoded several times faster by hand. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length > 64) return UTF8.decode(bytes);
  for (const byte of bytes) if (byte > 0x7f) return UTF8.decode(bytes);
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
