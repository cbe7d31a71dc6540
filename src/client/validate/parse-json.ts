import { BOUNDS } from "../../base/bounds.js";
import { endOfStringBytes, QUOTE } from "../../base/json-text.js";
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
