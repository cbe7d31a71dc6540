import { endOfStringBytes, QUOTE } from "../../base/json-scan.js";

/** Maximum nesting; the interface has five levels. Protects the stack. */
const MAX_DEPTH = 100;

/**
 * Maximum number of values in one answer: ten thousand records of thirty fields. The largest page of
 * positions has about a tenth; a value may take 500 bytes of memory until it is printed.
 */
const MAX_VALUES = 300_000;

const COMMA = 0x2c;

/**
 * Returns why JSON text exceeds the limits, as the end of "answered with JSON …"; undefined if it does
 * not. Scans the bytes, which need not be valid JSON, up to the first limit.
 */
export function excessOf(json: Uint8Array): string | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = endOfStringBytes(json, at) - 1;
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) return TOO_MANY;
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > MAX_DEPTH) return TOO_DEEP;
      if (++values > MAX_VALUES) return TOO_MANY;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return undefined;
}

const TOO_DEEP = `nested deeper than ${MAX_DEPTH} levels`;
const TOO_MANY = `of more than ${MAX_VALUES / 1000},000 values`;
