import { isUtf8 } from "node:buffer";
import * as z from "zod/mini";
import { retryAfter } from "../http/retry.js";
import type { HttpAnswer } from "../http/transport.js";
import { AnswerError, ServiceError } from "./errors.js";
import { guardOf } from "./guard.js";
import { describeMismatch } from "./mismatch.js";

const errorBody = z.object({ code: z.unknown(), message: z.unknown() });

/** A JSON answer: its text as sent and what it parses to. */
export interface JsonAnswer {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a successful answer.
 * @param now milliseconds since the epoch, to turn a `Retry-After` date into seconds
 * @throws {ServiceError} for a status that is no success
 * @throws {AnswerError} when the body is not JSON
 */
export function readJson(answer: HttpAnswer, now: number): JsonAnswer {
  assertSuccess(answer, now);
  const where = `${answer.url.origin}${answer.url.pathname}`;
  if (!isUtf8(answer.body)) throw new AnswerError(`${where} answered with text that is not UTF-8`);
  return parseJson(answer.body.toString("utf8"), where, describeBody(answer));
}

/**
 * The interface nests five levels. What is far deeper could only be meant to exhaust the stack of
 * whoever walks through it.
 */
const MAX_DEPTH = 100;

/** @throws {AnswerError} when the text is not JSON, or nested deeper than {@link MAX_DEPTH} */
export function parseJson(text: string, where: string, kind = "text"): JsonAnswer {
  const value = parse(text, where, kind);
  if (isDeeper(value, MAX_DEPTH)) {
    throw new AnswerError(`${where} answered with JSON nested deeper than ${MAX_DEPTH} levels`);
  }
  return { text, value };
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
 * Arrays apart: Node 24 takes fifteen times as long to name their indices. The own keys of parsed
 * JSON are all that `in` finds, and no list of them is made for each object.
 */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const child of value) if (isDeeper(child, levels - 1)) return true;
    return false;
  }
  for (const key in value) {
    if (isDeeper((value as Record<string, unknown>)[key], levels - 1)) return true;
  }
  return false;
}

/** @throws {ServiceError} unless the status is 2xx */
export function assertSuccess(answer: HttpAnswer, now: number): void {
  if (answer.status >= 200 && answer.status < 300) return;
  const { code, message } = documentedError(answer);
  const wait = retryAfter(answer.headers["retry-after"], now);
  throw new ServiceError(
    answer.status,
    code,
    message ?? `the service answered with status ${answer.status}`,
    wait === undefined ? undefined : Math.ceil(wait / 1000),
  );
}

/**
 * Checks a value against the interface.
 * @throws {AnswerError} naming the path of the first wrong field and what was expected
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  where: string,
): z.infer<S> {
  if (guardOf(schema)?.(value) === true) return value as z.infer<S>;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = issue === undefined ? "" : `: ${describeMismatch(issue, value)}`;
  throw new AnswerError(`the answer of ${where} does not match the interface${problem}`);
}

/** What an error tells of itself is for one line of a terminal; more of it is not shown. */
const MAX_MESSAGE = 500;

function documentedError(answer: HttpAnswer): { code?: string; message?: string } {
  try {
    const parsed = errorBody.parse(JSON.parse(answer.body.toString("utf8")));
    const code = asText(parsed.code);
    const message = asText(parsed.message);
    return { ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
  } catch {
    return {};
  }
}

function asText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return value.length > MAX_MESSAGE ? `${value.slice(0, MAX_MESSAGE)}…` : value;
}

function describeBody(answer: HttpAnswer): string {
  if (answer.body.length === 0) return "nothing";
  return answer.headers["content-type"] ?? `${answer.body.length} bytes`;
}
