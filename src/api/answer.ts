import * as z from "zod/mini";
import { retryAfter } from "../http/retry.js";
import type { HttpAnswer } from "../http/transport.js";
import { AnswerError, ServiceError } from "./errors.js";

const errorBody = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) });

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
  const text = answer.body.toString("utf8");
  try {
    return { text, value: JSON.parse(text) };
  } catch (error) {
    throw new AnswerError(
      `${answer.url.origin}${answer.url.pathname} answered ${answer.status} with something that is not JSON (${describeBody(answer)})`,
      { cause: error },
    );
  }
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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue === undefined || issue.path.length === 0 ? "the body" : issue.path.join(".");
  const problem = issue?.message.replace(/^Invalid input: /, "") ?? "invalid";
  throw new AnswerError(`the answer of ${where} does not match the interface: ${path}: ${problem}`);
}

function documentedError(answer: HttpAnswer): { code?: string; message?: string } {
  try {
    const parsed = errorBody.safeParse(JSON.parse(answer.body.toString("utf8")));
    return parsed.success
      ? {
          ...(parsed.data.code !== undefined && { code: parsed.data.code }),
          ...(parsed.data.message !== undefined && { message: parsed.data.message }),
        }
      : {};
  } catch {
    return {};
  }
}

function describeBody(answer: HttpAnswer): string {
  if (answer.body.length === 0) return "nothing";
  return answer.headers["content-type"] ?? `${answer.body.length} bytes`;
}
