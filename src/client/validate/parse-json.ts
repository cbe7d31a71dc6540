import { AnswerError } from "../errors.js";
import { excessOf } from "./json-bounds.js";

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
  const text = json.toString("utf8", hasByteOrderMark(json) ? 3 : 0);
  return { text, value: parse(text, where, kind) };
}

function hasByteOrderMark(text: Buffer): boolean {
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf;
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
