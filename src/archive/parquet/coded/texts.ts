/** Texts of a page as their bytes, decoded when they are first read. */
export interface Texts {
  readonly length: number;
  readonly bytes: Uint8Array;
  /** Where each text begins and ends, two numbers each. */
  readonly bounds: Int32Array;
}

/** Bytes of the length before each text. */
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

/** Returns a function that reads the text at a place and decodes it once; null beyond the last. */
export function textReader(texts: Texts): (place: number) => string | null {
  const known = new Array<string | undefined>(texts.length);
  return (place) => {
    if (place >= texts.length) return null;
    known[place] ??= textAt(texts, place);
    return known[place];
  };
}

/** Decodes the text at a place. */
export function textAt({ bytes, bounds }: Texts, place: number): string {
  return UTF8.decode(bytes.subarray(bounds[2 * place] ?? 0, bounds[2 * place + 1] ?? 0));
}

const UTF8 = new TextDecoder();
