import { endOfString, QUOTE } from "../../base/json-text.js";

/**
 * Extracts the texts of values from JSON, so that they can be printed exactly as sent: parsing loses
 * digits above 2^53, trailing zeros, the order of some keys and repeated keys. All functions expect
 * text that `JSON.parse` has accepted.
 */

const COMMA = 0x2c;
const COLON = 0x3a;

/** Returns the text of each element of an array; `text` is `[...]` without surrounding white space. */
export function elementSources(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
    } else if (isOpen(code)) {
      depth++;
    } else if (isClose(code)) {
      depth--;
      const last = depth === 0 ? text.slice(start, at).trim() : "";
      if (last !== "") found.push(last);
    } else if (code === COMMA && depth === 1) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return found;
}

/** Returns the text of one member of an object; the last one if its key is repeated, as in parsing. */
export function memberSource(text: string, key: string): string | undefined {
  let depth = 0;
  let name: string | undefined;
  let start = -1;
  let found: string | undefined;
  const close = (at: number) => {
    if (name === key && start >= 0) found = text.slice(start, at).trim();
    start = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (depth === 1 && start < 0) name = JSON.parse(text.slice(at, end)) as string;
      at = end - 1;
    } else if (isOpen(code)) {
      depth++;
    } else if (isClose(code)) {
      depth--;
      if (depth === 0) close(at);
    } else if (depth === 1 && code === COLON) {
      start = at + 1;
    } else if (depth === 1 && code === COMMA) {
      close(at);
    }
  }
  return found;
}

function isOpen(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClose(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
