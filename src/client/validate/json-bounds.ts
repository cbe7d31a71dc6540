import { BOUNDS } from "../../base/bounds.js";
import { endOfStringBytes, QUOTE } from "../../base/json-scan.js";

const { nesting: MAX_DEPTH, values: MAX_VALUES } = BOUNDS.service;

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
