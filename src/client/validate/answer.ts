import { isUtf8 } from "node:buffer";
import * as z from "zod/mini";
import { BOUNDS } from "../../base/bounds.js";
import { orElse } from "../../base/functions.js";
import { shortened } from "../../base/safe-text.js";
import { AnswerError, ServiceError } from "../errors.js";
import { isSuccess } from "../http/answer.js";
import { retryAfter } from "../http/retry.js";
import type { HttpAnswer } from "../http/transport.js";
import { guardOf } from "./guard.js";
import { describeMismatch } from "./mismatch.js";
import { narrow } from "./narrow.js";
import { type JsonAnswer, parseJson } from "./parse-json.js";

const errorBody = z.object({
  code: z.optional(z.unknown()),
  message: z.optional(z.unknown()),
});

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
  const said: z.infer<typeof errorBody> = orElse(
    () => errorBody.parse(JSON.parse(answer.body.toString("utf8"))),
    {},
  );
  const [code, message] = [asText(said.code), asText(said.message)];
  const wait = retryAfter(answer.headers, now);
  throw new ServiceError(
    answer.status,
    message ?? `the service answered with status ${answer.status}`,
    { code, retryAfter: wait === undefined ? undefined : Math.ceil(wait / 1000) },
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

/**
 * Describes the first field of a value that does not match the interface: its path, what was expected
 * and what was sent; undefined if all match.
 * @param name stands for the path of the value itself
 */
export function mismatchOf(
  schema: z.ZodMiniType,
  value: unknown,
  redact: (text: string) => string = (text) => text,
  name = "the body",
): string | undefined {
  if (guardOf(schema)?.(value) === true) return undefined;
  const whole = { schema, value, path: [] };
  const part = narrow(whole);
  const fault = z.safeParse(part.schema, part.value);
  // A guard may be stricter than zod, and zod alone knows the schemas without one.
  const misfit = fault.success ? whole : part;
  const result = fault.success ? z.safeParse(schema, value) : fault;
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  return issue === undefined ? "it is another" : describeMismatch(issue, misfit, redact, name);
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
