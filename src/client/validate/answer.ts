import { isUtf8 } from "node:buffer";
import type * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { isRecord } from "../../base/collections.js";
import { orElse } from "../../base/functions.js";
import { shortened } from "../../base/safe-text.js";
import { AnswerError, ServiceError } from "../errors.js";
import { type HttpAnswer, isSuccess, retryAfter } from "../http/answer.js";
import { type JsonAnswer, parseJson } from "./json-source.js";
import { mismatchOf } from "./misfit.js";

/**
 * Parses a successful answer.
 * @param now milliseconds since the epoch, to convert a `Retry-After` date into seconds
 * @throws {ServiceError} for a status outside 2xx
 * @throws {AnswerError} if the body is not JSON
 */
export function readJson(answer: HttpAnswer, now: number): JsonAnswer {
  assertSuccess(answer, now);
  const where = `${answer.url.origin}${answer.url.pathname}`;
  if (!isUtf8(answer.body)) throw new AnswerError(`${where} answered with text that is not UTF-8`);
  return parseJson(answer.body, where, describeBody(answer));
}

/** @throws {ServiceError} unless the status is 2xx */
export function assertSuccess(answer: HttpAnswer, now: number): void {
  if (isSuccess(answer.status)) return;
  const said = orElse((): unknown => JSON.parse(answer.body.toString("utf8")), undefined);
  const { code, message } = isRecord(said) ? said : {};
  const wait = retryAfter(answer.headers, now);
  throw new ServiceError(
    answer.status,
    asText(message) ?? `the service answered with status ${answer.status}`,
    { code: asText(code), retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000) },
    answer,
  );
}

/**
 * Validates a value against the interface.
 * @param redact removes the key from quoted values
 * @throws {AnswerError} with the path of the first invalid field and what was expected
 */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  where: string,
  redact: (text: string) => string = (text) => text,
): z.infer<S> {
  const problem = mismatchOf(schema, value, redact);
  if (problem === undefined) return value as z.infer<S>;
  throw new AnswerError(`the answer of ${where} does not match the interface: ${problem}`);
}

function asText(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return shortened(value, BOUNDS.quoted.message);
}

function describeBody(answer: HttpAnswer): string {
  if (answer.body.length === 0) return "nothing";
  const type = answer.headers["content-type"];
  return type === undefined ? `${answer.body.length} bytes` : shortened(type, BOUNDS.quoted.value);
}
