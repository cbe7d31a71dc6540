import { isAscii } from "node:buffer";

/** Texts of a page as their bytes, decoded when they are first read. */
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
 * @throws {Error} when the bytes end elsewhere than after the last text
 */
export function findTexts(bytes: Uint8Array, length: number): Texts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (LENGTH * length > bytes.length) throw new Error("it has fewer texts than announced");
  const bounds = new Int32Array(2 * length);
  let at = 0;
  for (let index = 0; index < length; index++) {
    const begin = at + LENGTH;
    at = begin > bytes.length ? begin : begin + view.getUint32(at, true);
    if (at > bytes.length) throw new Error("it has a text that does not end");
    bounds[2 * index] = begin;
    bounds[2 * index + 1] = at;
  }
  if (at !== bytes.length) throw new Error("it has more texts than announced");
  return { length, bytes, bounds };
}

/**
 * Returns how texts are read by their places, each once. The bytes of ASCII texts, which decimals are,
 * are decoded together: that is several times faster.
 */
export function textReader(texts: Texts): (place: number) => string | null {
  const { bytes, bounds, length } = texts;
  const known = new Array<string | undefined>(length);
  const { buffer, byteOffset } = bytes;
  const whole = isAscii(bytes)
    ? Buffer.from(buffer, byteOffset, bytes.length).toString("latin1")
    : undefined;
  return (place) => {
    const found = known[place];
    if (found !== undefined) return found;
    if (place >= length) return null;
    const text = whole?.slice(bounds[2 * place], bounds[2 * place + 1]) ?? textAt(texts, place);
    known[place] = text;
    return text;
  };
}

/** Returns one of some texts. */
export function textAt({ bytes, bounds }: Texts, place: number): string {
  return decodeText(bytes.subarray(bounds[2 * place] ?? 0, bounds[2 * place + 1] ?? 0));
}

const UTF8 = new TextDecoder();

/** Short texts of ASCII, which decimals are, are decoded several times faster by hand. */
function decodeText(bytes: Uint8Array): string {
  if (bytes.length > 64) return UTF8.decode(bytes);
  for (const byte of bytes) if (byte > 0x7f) return UTF8.decode(bytes);
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}
