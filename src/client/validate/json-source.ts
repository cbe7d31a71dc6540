import { BOUNDS } from "../../base/bounds.js";
import { endOfString, endOfStringBytes, QUOTE } from "../../base/json-text.js";
import { AnswerError } from "../errors.js";

const { nesting: MAX_DEPTH, values: MAX_VALUES } = BOUNDS.service;

const COMMA = 0x2c;

/**
 * Returns why JSON text exceeds the limits, as the end of "answered with JSON …"; undefined if it does
 * not. Scans the bytes, which need not be valid JSON, up to the first limit.
 */
function excessOf(json: Uint8Array): string | undefined {
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

/** A JSON answer: its text as sent and the parsed value. */
export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Parses JSON in UTF-8, optionally with a byte order mark (RFC 8259, 8.1).
 * @throws {AnswerError} if it is not JSON, or exceeds the limits on depth and size
 */
export function parseJson(json: Buffer, where: string, kind = "text"): JsonAnswer {
  const excess = excessOf(json);
  if (excess !== undefined) throw new AnswerError(`${where} answered with JSON ${excess}`);
  const hasByteOrderMark = json[0] === 0xef && json[1] === 0xbb && json[2] === 0xbf;
  const text = json.toString("utf8", hasByteOrderMark ? 3 : 0);
  return { text, value: parse(text, where, kind) };
}

function parse(text: string, where: string, kind: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AnswerError(`${where} answered with something that is not JSON (${kind})`, {
      cause: error,
      hint: "check the base URL: a sign-in page or a proxy may have answered in the service's place",
    });
  }
}

/*
 * The texts of values are taken out of JSON, so that they can be printed exactly as sent: parsing loses
 * digits above 2^53, trailing zeros, the order of some keys and repeated keys. What follows expects
 * text that `JSON.parse` has accepted.
 */

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
